"""The site, the API, the database and the command line."""
