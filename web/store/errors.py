"""Errors of the database, each with a sentence for whoever runs the program.

    StoreError(sentence, reason)
    ├── DatabaseUnusable    it cannot be opened, or its tables cannot be brought to their newest form
    └── StatementFailed     it failed while it was used: out of reach, locked or damaged

Nothing outside `web.store` handles errors of SQLAlchemy: `translated` raises these in their place.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Engine
from sqlalchemy.exc import SQLAlchemyError

from dealproof.web.presentation.translations import spoken
from dealproof.web.store.location import shown


class StoreError(Exception):
    """The database cannot be opened or used. The text is a sentence, `reason` the clause in it that says why."""

    def __init__(self, sentence: str, reason: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class DatabaseUnusable(StoreError):
    """The database cannot be opened, or its tables cannot be brought to their newest form."""

    @classmethod
    def unopened(cls, reason: object, url: URL | None = None) -> DatabaseUnusable:
        """The error for a database that cannot be opened; `url` is None where it must not be repeated."""
        say = spoken().say
        sentence = (
            say("database", "unopened", database=shown(url), reason=reason)
            if url
            else say("database", "unnamed-unopened", reason=reason)
        )
        return cls(sentence, str(reason))


class StatementFailed(StoreError):
    """The database failed while it was used. `reason` is the driver's and may repeat values of the statement."""


@contextmanager
def translated(database: Engine, into: type[StoreError] = StatementFailed) -> Iterator[None]:
    """Raises a `StoreError`, of the type `into`, in place of an error of SQLAlchemy."""
    try:
        yield
    except SQLAlchemyError as error:
        reason = first_line(error)
        sentence = spoken().say("database", "unusable", database=shown(database.url), reason=reason)
        raise into(sentence, reason) from error


def first_line(error: Exception) -> str:
    """Returns the first line of an error's text, without the statement and the link to a manual."""
    return str(getattr(error, "orig", None) or error).strip().split("\n")[0].rstrip(".")
