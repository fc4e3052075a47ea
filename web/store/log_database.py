"""The database as the transparency log uses it: transactions that read and transactions that append."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Engine

from dealproof.web.store.engine import opened, writing
from dealproof.web.store.errors import translated
from dealproof.web.store.log_queries import LogTables


@dataclass(frozen=True, slots=True)
class LogDatabase:
    """The log in one database, whose tables have been migrated."""

    engine: Engine

    @contextmanager
    def reading(self) -> Iterator[LogTables]:
        """The tables as they are at one moment. Raises `web.store.errors.StoreError`."""
        with translated(self.engine), self.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield LogTables(connection)

    @contextmanager
    def writing(self) -> Iterator[LogTables]:
        """The tables in a transaction that no other writer shares; it is committed at the end, and rolled back on an
        exception. Raises `web.store.errors.StoreError`."""
        with translated(self.engine), writing(self.engine) as connection:
            yield LogTables(connection)


@contextmanager
def log_database(database: str) -> Iterator[LogDatabase]:
    """The log in the database at a path or a URL, closed at the end. Raises `web.store.errors.DatabaseUnusable`."""
    engine = opened(database)
    try:
        yield LogDatabase(engine)
    finally:
        engine.dispose()
