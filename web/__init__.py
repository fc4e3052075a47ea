"""The site, the API, the database and the command line. No rule of a game is written here.

Imports run one way, from later rooms to earlier ones: published, intake, presentation, workers, pictures, judging,
verify_page, disputes, store, log, operators, selftest, archive, and at the end http and cli.
"""
