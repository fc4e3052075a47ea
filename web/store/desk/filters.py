"""Which hands of an operator a list shows, and from where on.

>>> Cursor(1, 1764547200000, 7).text
'1.1764547200000.7'
>>> parse_cursor("1.1764547200000.7")
Cursor(rank=1, received=1764547200000, id=7)
>>> parse_cursor("1.x.7"), parse_day("2026-02-30"), parse_day("2026-11-30")
(None, None, datetime.date(2026, 11, 30))
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from dealproof.web.store.desk.ranks import RANKS

CURSOR: Final = re.compile(r"([0-9]{1,2})\.([0-9]{1,16})\.([0-9]{1,10})", re.ASCII)
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
EPOCH: Final = date(1970, 1, 1)
MILLISECONDS: Final = 24 * 60 * 60 * 1000
"""Milliseconds of a day."""


class Filters(NamedTuple):
    """What the hands of a list have in common; None is any. `verdict` is one of `ranks.VERDICTS` or `ranks.FAILURES`,
    `day` the day in UTC on which a record was received, `player` the name of a player in any case."""

    verdict: str | None = None
    table: str | None = None
    day: date | None = None
    player: str | None = None

    @property
    def chosen(self) -> dict[str, str]:
        """The filters that are set, by name."""
        return {name: str(value) for name, value in self._asdict().items() if value is not None}


class Cursor(NamedTuple):
    """The last hand of a page: its rank, when its record was received (ms since 1970), and its ID in the table."""

    rank: int
    received: int
    id: int

    @property
    def text(self) -> str:
        """The cursor as in an address."""
        return ".".join(map(str, self))


def parse_cursor(text: str) -> Cursor | None:
    """Reads a cursor; None if it is none."""
    found = CURSOR.fullmatch(text)
    read = Cursor(*map(int, found.groups())) if found else None
    return read if read and read.rank < len(RANKS) and read.id < 1 << 31 else None


def parse_day(text: str) -> date | None:
    """Reads a day from 1970 on, as `2026-11-30`; None if there is none."""
    try:
        found = date.fromisoformat(text) if DAY.fullmatch(text) else None
    except ValueError:
        return None
    return found if found and found >= EPOCH else None


def day_of(received: int) -> date:
    """Returns the day in UTC of a time in milliseconds since 1970."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=received)).date()


def bounds(day: date) -> tuple[int, int]:
    """Returns the first millisecond of a day and that of the next."""
    first = (day - EPOCH).days * MILLISECONDS
    return first, first + MILLISECONDS
