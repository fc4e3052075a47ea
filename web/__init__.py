"""The site, the API, the database and the command line: the top floor, which holds no rule."""
