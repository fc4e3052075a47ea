"""Verdicts that changed when hands were judged again."""

from __future__ import annotations

from typing import NamedTuple


class Change(NamedTuple):
    """A hand whose verdict, grade or result was another one before: versions of the judge, verdicts, grades and digests
    of the result before and after, as in `web.store.models.VerdictChange`. `time` is in ms since 1970."""

    id: int
    time: int
    hand: str
    table: str
    judges: tuple[int, int]
    verdicts: tuple[str, str]
    grades: tuple[str | None, str | None]
    results: tuple[str | None, str | None]
