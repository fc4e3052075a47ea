"""Stored hands: the only package that imports SQLAlchemy.

`service` has the operations on stored hands, each in a transaction of its own; it is where hands are stored. Statements
are in `queries` (rows of hands), `summary` (what lists show) and `glance` (a fast look at one hand). `models` are the
tables, `engine` opens and migrates a database, `location` and `settings` say which. `lookup` is the search box, `match`
and `pages` are matches and lists, `errors` what can go wrong.
"""
