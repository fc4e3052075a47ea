"""Reads the path or URL of a database into an SQLAlchemy URL.

Anything without `://` is a path, whatever letters it has. In the URL of a server everything up to the last `@` is the
user and the password, so that a password works whether or not it is percent-encoded.

>>> location("week?1%41#.sqlite3").database.endswith("/week?1%41#.sqlite3")
True
>>> location("postgresql://asha:p@ss/w#rd@db.example:5433/hands").password
'p@ss/w#rd'
>>> shown(location("postgresql://asha:p@ss/w#rd@db.example:5433/hands"))
'postgresql://asha@db.example:5433/hands'
"""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs, unquote

from sqlalchemy import URL

from dealproof.web.presentation.translations import spoken
from dealproof.web.store.settings import absolute

MEMORY: Final = frozenset({"", ":memory:"})
"""What an SQLite URL names instead of a file."""

SERVER: Final = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}
"""The driver for a scheme that names none."""

GREATEST_PORT: Final = 65535


class NoLocation(Exception):
    """A path or URL names no database. The text is a clause with the reason, and repeats nothing of the URL."""


def location(database: str) -> URL:
    """Returns the URL of the database at a path or a URL. Raises `NoLocation`."""
    scheme, separator, rest = database.partition("://")
    if not separator:
        return URL.create("sqlite", database=absolute(database))
    kind = scheme.partition("+")[0]
    if kind == "sqlite":
        return sqlite(scheme, rest)
    if kind in SERVER:
        return server(SERVER.get(scheme, scheme), rest)
    raise NoLocation(spoken().say("database", "other-kind"))


def sqlite(scheme: str, rest: str) -> URL:
    """Returns the URL of an SQLite file. Refuses a query, since SQLAlchemy would drop it silently."""
    if "?" in rest:
        raise NoLocation(spoken().say("database", "query"))
    if rest and not rest.startswith("/"):
        raise NoLocation(spoken().say("database", "slashes"))
    database = unquote(rest[1:])
    return URL.create(scheme, database=None if database in MEMORY else absolute(database))


def server(driver: str, rest: str) -> URL:
    """Returns the URL of a database on a server."""
    credentials, at, address = rest.rpartition("@")
    if "?" in credentials:
        raise NoLocation(spoken().say("database", "two-ways"))
    user, colon, password = credentials.partition(":")
    address, _, query = address.partition("?")
    place, _, name = address.partition("/")
    host, port = host_and_port(place)
    return URL.create(
        driver,
        username=decoded(user) if at else None,
        password=decoded(password) if colon else None,
        host=host,
        port=port,
        database=decoded(name) or None,
        query={
            key: values[0] if len(values) == 1 else tuple(values)
            for key, values in parse_qs(query, keep_blank_values=True).items()
        },
    )


def decoded(text: str) -> str:
    """Decodes percent-encoding in a part of a URL; a part that cannot be decoded is returned unchanged."""
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text


def host_and_port(text: str) -> tuple[str | None, int | None]:
    """Returns host and port of `host`, `host:5432` or `[::1]:5432`, None for what is missing."""
    host, port = text, ""
    if text.startswith("["):
        host, _, port = text[1:].partition("]")
        port = port.removeprefix(":")
    elif ":" in text:
        host, _, port = text.rpartition(":")
    if "," in host or (":" in host and not text.startswith("[")):
        raise NoLocation(spoken().say("database", "hosts"))
    if not port:
        return decoded(host) or None, None
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and 0 < int(port) <= GREATEST_PORT):
        raise NoLocation(spoken().say("database", "port", most=GREATEST_PORT))
    return decoded(host) or None, int(port)


def shown(url: URL) -> str:
    """Returns the name of a database for messages: the path of a file, or the URL without password and query."""
    if url.get_backend_name() == "sqlite":
        return url.database or spoken().say("database", "memory")
    return URL.create(
        url.get_backend_name(), username=url.username, host=url.host, port=url.port, database=url.database
    ).render_as_string()
