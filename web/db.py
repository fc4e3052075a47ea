"""The database: an engine by URL, made ready by the migrations before anybody uses it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlmodel import create_engine

BEGIN: Final = "sqlite_begin"
"""Execution option of a connection: which BEGIN an SQLite transaction opens with."""

MIGRATING: Final = 0x6465616C
"""The PostgreSQL advisory lock that migrations hold."""


class Unusable(Exception):
    """The database cannot be opened or made ready; the text is a sentence."""


def engine(url: str) -> Engine:
    """An engine for the URL; the folder of an SQLite file is made where it is missing."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        # What stands in a statement's place-holders may be a record: no error may repeat it.
        made = create_engine(parsed, hide_parameters=True)
    except ImportError as error:
        reason = f"its driver {error.name} is not installed (for PostgreSQL: pip install 'dealproof[postgres]')"
        raise Unusable(f"The database {shown(url)} cannot be opened: {reason}.") from error
    except (ArgumentError, SQLAlchemyError, OSError) as error:
        raise Unusable(f"The database {shown(url)} cannot be opened: {first_line(error)}.") from error
    if made.dialect.name == "sqlite":
        listen(made)
    return made


def is_there(url: str) -> bool:
    """False where the database is an SQLite file that nobody has made yet."""
    parsed = make_url(url)
    return parsed.get_backend_name() != "sqlite" or not parsed.database or Path(parsed.database).exists()


def listen(sqlite: Engine) -> None:
    """Lets SQLAlchemy, not the driver, begin transactions, so that changes of tables are part of them too."""

    @event.listens_for(sqlite, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for pragma in ("busy_timeout = 10000", "journal_mode = WAL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(sqlite, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get(BEGIN, 'DEFERRED')}")


def migrate(database: Engine) -> None:
    """Brings the tables to their newest form. Two programs that start at once do it one after the other."""
    try:
        with database.connect().execution_options(**{BEGIN: "IMMEDIATE"}) as connection, connection.begin():
            if database.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            command.upgrade(migrations(connection), "head")
    except SQLAlchemyError as error:
        raise Unusable(f"The database {shown(str(database.url))} cannot be used: {first_line(error)}.") from error


def migrations(connection: Connection) -> Config:
    """Alembic's settings, held to one connection."""
    config = Config()
    config.set_main_option("script_location", str(files("web") / "migrations"))
    config.attributes["connection"] = connection
    return config


def opened(url: str) -> Engine:
    """A database ready for use."""
    made = engine(url)
    migrate(made)
    return made


def shown(url: str) -> str:
    """The URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "named here"


def first_line(error: Exception) -> str:
    """What an error says, without the statement and its link to a manual."""
    return str(getattr(error, "orig", None) or error).strip().split("\n")[0].rstrip(".")
