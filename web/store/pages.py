"""Rows of the database as lists of hands (`web.published.lists`). A list is read from summaries
(`web.store.models.Summary`) and judges nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from dealproof.replay.verdict import JUDGE
from dealproof.web.published.lists import Broken, Entry, Gap, Listed

PAGE: Final = 50
"""Hands on a page of a list."""


def entry(row: Any) -> Entry:
    """Returns a row of `web.store.queries` as an entry. What an older judge judged is left out."""
    whole = stored_entry(row)
    return (
        whole if row.judge >= JUDGE else replace(whole, verdict=None, grade=None, fault=None, pointer=None, after=None)
    )


def stored_entry(row: Any) -> Entry:
    """Returns a row as an entry with the verdict that is stored, whichever version of the judge made it."""
    broken = row.fault_rule is not None
    return Entry(
        id=row.id,
        hand=row.hand,
        table=row.table_id,
        number=row.number,
        match=row.match_id,
        match_number=row.match_number,
        rules=row.rules,
        provisional=row.provisional,
        seats=tuple(row.seats),
        dealer=row.dealer,
        verdict=row.verdict or None,
        grade=row.grade,
        fault=Broken(row.fault_event, row.fault_seat, row.fault_rule, row.fault_card) if broken else None,
        pointer=row.pointer,
        before=row.before,
        after=row.after,
        opening=row.opening,
    )


def with_gaps(hands: Sequence[tuple[int, Entry]], before: tuple[int, Entry] | None) -> list[Listed | Gap]:
    """The hands with their numbers, in order, and between them the gaps; `before` is the hand that comes before the
    first, or None."""
    rows: list[Listed | Gap] = []
    for last, hand in zip([before, *hands], hands, strict=False):
        reached, number = last[0] if last else 0, hand[0]
        if number > reached + 1:
            rows.append(Gap(reached + 1, number - 1))
        rows.append(listed(hand, last))
    return rows


def listed(hand: tuple[int, Entry], last: tuple[int, Entry] | None) -> Listed:
    """One hand after the one that comes before it in the list."""
    number, entry = hand
    came_to = last[1].after if last and last[0] == number - 1 else None
    unknown = came_to is None or entry.before is None
    return Listed(
        number,
        entry,
        again=last is not None and last[0] == number,
        carried=None if unknown else came_to == entry.before,
    )
