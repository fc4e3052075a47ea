"""Parameters of the pages of the desk. A form sends what was left empty as empty texts: they count as left out."""

from __future__ import annotations

from typing import Final

from flask import request

from dealproof.replay.record.identifiers import ID
from dealproof.web.http.errors import Refused
from dealproof.web.http.requests import allow_parameters
from dealproof.web.store.desk.filters import Cursor, Filters, parse_cursor, parse_day
from dealproof.web.store.desk.ranks import FAILURES, VERDICTS

MOST: Final = 200
"""Characters of a name or of a text that is searched for; no name and no ID is longer."""


def given(name: str) -> str | None:
    """Returns a parameter, None if it is left out."""
    return request.args.get(name, "").strip() or None


def filters() -> Filters:
    """Returns the filters of a list of hands. Raises `Refused` (400) for one that no hand could pass."""
    allow_parameters(*Filters._fields, "after")
    verdict, table, day = given("verdict"), given("table"), given("day")
    if verdict is not None and verdict not in {FAILURES, *VERDICTS}:
        raise Refused(400, "no-verdict", verdicts=", ".join((FAILURES, *VERDICTS)))
    if table is not None and not ID.fullmatch(table):
        raise Refused(400, "no-table")
    read = None if day is None else parse_day(day)
    if day is not None and read is None:
        raise Refused(400, "no-day")
    return Filters(verdict, table, read, cut(given("player")))


def after() -> Cursor | None:
    """Returns the hand after which a page begins, None for the first page. Raises `Refused` (400)."""
    text = given("after")
    read = None if text is None else parse_cursor(text)
    if text is not None and read is None:
        raise Refused(400, "no-after")
    return read


def after_id() -> str | None:
    """Returns the table after which a page begins. Raises `Refused` (400)."""
    text = given("after")
    if text is not None and not ID.fullmatch(text):
        raise Refused(400, "no-table")
    return text


def after_day() -> str | None:
    """Returns the day after which a page begins. Raises `Refused` (400)."""
    text = given("after")
    if text is not None and parse_day(text) is None:
        raise Refused(400, "no-day")
    return text


def after_name() -> str | None:
    """Returns the folded name after which a page begins."""
    return cut(request.args.get("after"))


def failed() -> bool:
    """Returns whether only groups with failures are shown: ?failed=1."""
    allow_parameters("after", "failed")
    text = given("failed")
    if text not in {None, "1"}:
        raise Refused(400, "no-failed")
    return text is not None


def search() -> str:
    """Returns what is searched for."""
    allow_parameters("q")
    return cut(given("q")) or ""


def cut(text: str | None) -> str | None:
    """Returns a text as long as any that could be found."""
    return text and text[:MOST]
