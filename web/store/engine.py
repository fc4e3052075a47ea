"""The database: an engine for a path or a URL, transactions, and migrations of the tables.

Reading takes no write lock: `migrate` reads the version first, and begins a write transaction only if there is
something to change. Writers run one after another (`writing`), so they cannot deadlock.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, inspect, text
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError

from dealproof.web.presentation.translations import spoken
from dealproof.web.store.errors import DatabaseUnusable, first_line, translated
from dealproof.web.store.location import NoLocation, location, shown

if TYPE_CHECKING:
    from alembic.config import Config

VERSIONS: Final = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
"""The versions of the tables, oldest first; each has its migration in `web/store/migrations/versions`."""

BEGIN: Final = "sqlite_begin"
"""Execution option of a connection: the kind of BEGIN for an SQLite transaction."""

MIGRATING: Final = 0x6465616C
"""The PostgreSQL advisory lock that migrations hold."""

WRITING: Final = 0x6465616D
"""The PostgreSQL advisory lock that every other writer holds."""

PATIENCE: Final = {"busy_timeout": 10_000, "tries": 6}
"""Waiting for a lock on an SQLite file: ms per try, and the tries of a writer."""

CONNECT_TIMEOUT: Final = "5"
"""Seconds that connecting to PostgreSQL may take, unless the URL says otherwise."""


def engine(database: str) -> Engine:
    """Returns an engine for a path or a URL, not connected yet. Creates the folder of an SQLite file if it is missing.
    Raises `DatabaseUnusable`."""
    url = located(database)
    try:
        return sqlite_engine(url) if url.get_backend_name() == "sqlite" else server_engine(url)
    except ImportError as error:
        reason = spoken().say("database", "no-driver", name=error.name)
        raise DatabaseUnusable.unopened(reason, url) from error
    except RecursionError as error:
        raise DatabaseUnusable.unopened(spoken().say("database", "too-deep"), url) from error
    except (ArgumentError, SQLAlchemyError, OSError, ValueError) as error:
        raise DatabaseUnusable.unopened(first_line(error), url) from error


def located(database: str) -> URL:
    """Returns the SQLAlchemy URL for a path or a URL. Raises `DatabaseUnusable`."""
    try:
        return location(database)
    except NoLocation as error:
        raise DatabaseUnusable.unopened(error) from None


def is_there(database: str) -> bool:
    """Whether the database exists: false only for an SQLite file that is missing. Raises `DatabaseUnusable`."""
    url = located(database)
    return url.get_backend_name() != "sqlite" or not url.database or Path(url.database).exists()


def server_engine(url: URL) -> Engine:
    """Returns an engine for PostgreSQL. A pooled connection is tested before it is reused, so that a restart of the
    server is survived."""
    waiting = {} if "connect_timeout" in url.query else {"connect_timeout": CONNECT_TIMEOUT}
    # Parameters of a statement may be a record, which no error may repeat.
    return create_engine(
        url.update_query_dict(waiting), hide_parameters=True, pool_pre_ping=True, pool_timeout=10, pool_use_lifo=True
    )


def sqlite_engine(url: URL) -> Engine:
    """Returns an engine for an SQLite file, read-only where the file or its folder is."""
    if not url.database:
        made = create_engine(url, hide_parameters=True)
        listen(made, writable=True)
        return made
    path = Path(url.database)
    path.parent.mkdir(parents=True, exist_ok=True)
    writable = not path.exists() or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
    connect = opener(path, writable=writable)
    if writable:
        made = create_engine(url, hide_parameters=True, creator=connect)
    else:
        # Others may write to the file, which an immutable connection would not notice.
        made = create_engine(url, hide_parameters=True, creator=connect, poolclass=NullPool)
    listen(made, writable=writable)
    return made


def opener(path: Path, *, writable: bool) -> Callable[[], sqlite3.Connection]:
    """Returns the function that opens the SQLite file. A read-only file without a write-ahead log is opened as
    immutable, because SQLite could not create the files beside it that coordinate readers and writers."""
    written = path.with_name(f"{path.name}-wal")

    def connect() -> sqlite3.Connection:
        mode = "mode=rwc" if writable else "mode=ro" if written.exists() else "mode=ro&immutable=1"
        return sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, check_same_thread=False)

    return connect


def listen(sqlite: Engine, *, writable: bool) -> None:
    """Makes SQLAlchemy begin transactions instead of the driver, so that changes of tables are part of them."""
    pragmas = [f"busy_timeout = {PATIENCE['busy_timeout']}", "foreign_keys = ON"]
    if writable:
        # FULL: what was acknowledged outlives a power failure. A log that forgot accepted leaves could not go on.
        pragmas += ["journal_mode = WAL", "synchronous = FULL"]

    @event.listens_for(sqlite, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(sqlite, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get(BEGIN, 'DEFERRED')}")


@contextmanager
def writing(database: Engine, lock: int = WRITING) -> Iterator[Connection]:
    """A write transaction, one at a time: by the lock of the file on SQLite, by an advisory lock on PostgreSQL. It is
    committed at the end and rolled back on an exception."""
    connection = begun(database)
    try:
        if database.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": lock})
        yield connection
        connection.commit()
    finally:
        connection.close()


def begun(database: Engine) -> Connection:
    """Returns a connection in a transaction that holds SQLite's write lock; waits while another program holds it."""
    for left in reversed(range(PATIENCE["tries"])):
        connection = database.connect().execution_options(**{BEGIN: "IMMEDIATE"})
        try:
            connection.begin()
        except OperationalError as error:
            connection.close()
            if not left or "locked" not in str(error.orig):
                raise
        else:
            return connection
    raise AssertionError("the last try returns or raises")


def version(connection: Connection) -> str | None:
    """Returns the version of the tables, None if there are none. Raises `DatabaseUnusable` for an unknown version."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found is not None and found not in VERSIONS:
        say = spoken().say
        reason = say("database", "newer", version=str(found)[:32], newest=VERSIONS[-1])
        sentence = say("database", "newer-unusable", database=shown(connection.engine.url), reason=reason)
        raise DatabaseUnusable(sentence, reason)
    return None if found is None else str(found)


def migrate(database: Engine) -> None:
    """Migrates the tables to the newest version. Programs that start at once do so one after another. Raises
    `DatabaseUnusable`."""
    with translated(database, DatabaseUnusable):
        change(database)


def change(database: Engine) -> None:
    """Does what `migrate` does, with errors of SQLAlchemy as they are."""
    with database.connect() as connection:
        if version(connection) == VERSIONS[-1]:
            return
    with writing(database, MIGRATING) as connection:
        if version(connection) != VERSIONS[-1]:
            # Loaded here, where alone it is needed: it takes longer than reading a hand.
            from alembic import command

            command.upgrade(migrations(connection), "head")


def migrations(connection: Connection) -> Config:
    """Returns Alembic's configuration for this connection."""
    from alembic.config import Config

    config = Config()
    # In these settings a percent sign begins the name of another one.
    config.set_main_option("script_location", str(files("dealproof.web.store") / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def opened(database: str) -> Engine:
    """Returns an engine whose tables have been migrated. Raises `DatabaseUnusable`."""
    made = engine(database)
    try:
        migrate(made)
    except DatabaseUnusable:
        made.dispose()
        raise
    return made
