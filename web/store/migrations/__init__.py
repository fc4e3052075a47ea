"""The history of the tables, a file a change, oldest first; Alembic runs them (`web.store.engine.migrate`)."""
