"""Stored hands: the only package that imports SQLAlchemy."""
