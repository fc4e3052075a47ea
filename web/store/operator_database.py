"""The database as operators use it: transactions over their tables and those of the log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from dealproof.web.store.engine import opened, writing
from dealproof.web.store.errors import translated
from dealproof.web.store.log_queries import LogTables
from dealproof.web.store.operator_accounts import OperatorAccounts
from dealproof.web.store.operator_hands import OperatorHands
from dealproof.web.store.operator_requests import OperatorRequests


class OperatorTables(NamedTuple):
    """The tables in one transaction."""

    accounts: OperatorAccounts
    hands: OperatorHands
    requests: OperatorRequests
    log: LogTables

    @classmethod
    def over(cls, connection: Connection) -> OperatorTables:
        """The tables over a connection."""
        return cls(
            *(OperatorAccounts(connection), OperatorHands(connection)),
            *(OperatorRequests(connection), LogTables(connection)),
        )


@dataclass(frozen=True, slots=True)
class OperatorDatabase:
    """Operators in one database, whose tables have been migrated."""

    engine: Engine

    @contextmanager
    def reading(self) -> Iterator[OperatorTables]:
        """The tables as they are at one moment. Raises `web.store.errors.StoreError`."""
        with translated(self.engine), self.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield OperatorTables.over(connection)

    @contextmanager
    def writing(self) -> Iterator[OperatorTables]:
        """The tables in a transaction that no other writer shares; it is committed at the end, and rolled back on an
        exception. Raises `web.store.errors.StoreError`."""
        with translated(self.engine), writing(self.engine) as connection:
            yield OperatorTables.over(connection)


@contextmanager
def operator_database(database: str) -> Iterator[OperatorDatabase]:
    """Operators in the database at a path or a URL, closed at the end. Raises
    `web.store.errors.DatabaseUnusable`."""
    engine = opened(database)
    try:
        yield OperatorDatabase(engine)
    finally:
        engine.dispose()
