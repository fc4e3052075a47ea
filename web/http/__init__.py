"""The site and the API as a Flask application."""
