"""The site, the API, the database and the command line. No rule of a game is written here.

Imports run one way: published ← intake ← presentation ← judging ← store ← http and cli.
"""
