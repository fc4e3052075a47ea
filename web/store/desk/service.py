"""What the pages of a desk show, each read in one transaction. An operator is named by its ID in the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from dealproof.replay.record.identifiers import HEX_32, ID
from dealproof.replay.verdict import JUDGE
from dealproof.web.published.changes import Change
from dealproof.web.published.lists import Entry
from dealproof.web.store import pages
from dealproof.web.store.desk import queries
from dealproof.web.store.desk.filters import Cursor, Filters
from dealproof.web.store.desk.names import folded
from dealproof.web.store.desk.queries import Group
from dealproof.web.store.desk.ranks import FAILURES
from dealproof.web.store.desk.rows import DAY, PLAYER, TABLE
from dealproof.web.store.service import Hands

PAGE: Final = 50
"""Hands, groups or changes on a page."""

FEW: Final = 10
"""Of each kind on the first page of the desk, and among what was found."""

OUTDATED: Final = 1000
"""How far hands are counted that are still to be judged again."""


class DeskHand(NamedTuple):
    """A hand in a list: `entry` has the verdict that is stored, `judge` the version that made it, and `waits` says
    whether the hand is to be judged again. `received` is in ms since 1970."""

    entry: Entry
    judge: int
    waits: bool
    received: int


class HandPage(NamedTuple):
    """A page of hands: the cursor of the next page, None on the last; the number of hands by rank; whether a number may
    be greater than is said (`web.store.desk.queries.COUNTED`)."""

    hands: Sequence[DeskHand]
    next: Cursor | None
    counts: Mapping[int, int]
    bounded: bool


class GroupPage(NamedTuple):
    """A page of tables, days or players, and the name from which the next page goes on, None on the last."""

    groups: Sequence[Group]
    next: str | None


class ChangePage(NamedTuple):
    """A page of changes, the last first, and the ID below which the next page starts, None on the last."""

    changes: Sequence[Change]
    next: int | None


class Overview(NamedTuple):
    """The first page: the number of hands by rank, the latest failures, days and changes; how many hands are still to
    be judged again, of all operators and up to `OUTDATED`; whether hands of a table may be missing still."""

    counts: Mapping[int, int]
    failures: Sequence[DeskHand]
    days: Sequence[Group]
    changes: Sequence[Change]
    outdated: int
    unlisted: bool


class Found(NamedTuple):
    """What was found: hands by the beginning of their ID or by commitment, tables by the beginning of their ID, and
    players by the beginning of their name."""

    hands: Sequence[DeskHand]
    tables: Sequence[Group]
    players: Sequence[Group]


@dataclass(frozen=True, slots=True)
class Desk:
    """The desk of one operator."""

    stored: Hands
    operator: int

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from, with the database as it is at one moment. Raises
        `web.store.errors.StoreError`."""
        with self.stored.reading() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    def overview(self) -> Overview:
        """Returns the first page."""
        with self.reading() as connection:
            counts = queries.counts(connection, self.operator, Filters())
            wrong = queries.page(connection, self.operator, Filters(FAILURES), None, FEW, counts)
            return Overview(
                counts,
                self.shown(connection, [each.id for each in wrong]),
                queries.groups(connection, self.operator, DAY, None, FEW),
                [*map(change, queries.changes(connection, self.operator, None, FEW))],
                queries.outdated(connection, JUDGE, OUTDATED),
                queries.unlisted(connection, self.operator),
            )

    def hands(self, filters: Filters, after: Cursor | None = None, most: int = PAGE) -> HandPage:
        """Returns a page of hands, failures first, after the hand of a cursor."""
        with self.reading() as connection:
            counts = queries.counts(connection, self.operator, filters)
            found = queries.page(connection, self.operator, filters, after, most + 1, counts)
            hands = self.shown(connection, [each.id for each in found[:most]])
        return HandPage(hands, found[most - 1] if len(found) > most else None, counts, not queries.group_of(filters))

    def groups(self, kind: str, after: str | None = None, *, failed: bool = False, most: int = PAGE) -> GroupPage:
        """Returns a page of tables, days or players: all, or those that have a hand with which something is wrong."""
        find = queries.failed_groups if failed else queries.groups
        with self.reading() as connection:
            found = find(connection, self.operator, kind, after, most + 1)
        return GroupPage(found[:most], found[most - 1].name if len(found) > most else None)

    def changes(self, before: int | None = None, most: int = PAGE) -> ChangePage:
        """Returns a page of changed verdicts."""
        with self.reading() as connection:
            found = [*map(change, queries.changes(connection, self.operator, before, most + 1))]
        return ChangePage(found[:most], found[most - 1].id if len(found) > most else None)

    def search(self, text: str) -> Found:
        """Looks for hands, tables and players."""
        with self.reading() as connection:
            ids = self.hands_named(connection, text) if ID.fullmatch(text) else []
            tables = queries.beginning(connection, self.operator, TABLE, text, FEW) if ID.fullmatch(text) else []
            players = queries.beginning(connection, self.operator, PLAYER, folded(text), FEW) if text else []
            return Found(self.shown(connection, ids), tables, players)

    def hands_named(self, connection: Connection, text: str) -> list[int]:
        """Returns the hands that a text names: by commitment, else by the beginning of their ID."""
        same: list[int] = []
        if HEX_32.fullmatch(text):
            same = queries.hands_with_commitment(connection, self.operator, text, FEW)
        return same or queries.hands_beginning(connection, self.operator, text, FEW)

    def shown(self, connection: Connection, ids: Sequence[int]) -> list[DeskHand]:
        """Returns hands as a list shows them, in the order of their IDs."""
        rows = queries.rows(connection, self.operator, ids) if ids else {}
        return [desk_hand(rows[id]) for id in ids if id in rows]


def desk_hand(row: Any) -> DeskHand:
    """Returns a hand of a list, with the verdict that is stored, whichever version made it."""
    return DeskHand(pages.stored_entry(row), abs(row.judge), row.judge < JUDGE, row.received)


def change(row: Any) -> Change:
    """Returns a changed verdict."""
    return Change(
        *(row.id, row.time, row.hand, row.table_id),
        (row.judge_before, row.judge_after),
        (row.verdict_before, row.verdict_after),
        (row.grade_before, row.grade_after),
        (row.result_before, row.result_after),
    )
