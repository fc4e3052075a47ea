"""The match that stored hands make, read from summaries; nothing is judged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from dealproof.replay import rulesets
from dealproof.replay.match import Link, chain
from dealproof.replay.verdict import IMPORTED
from dealproof.web.published.lists import Entry
from dealproof.web.published.neighbours import Match

MOST: Final = 1000
"""Hands of one match that are compared."""


def matched(id: str, entries: Iterable[Entry]) -> Match:
    """The match with this ID, of its hands in order."""
    links = [*map(link, entries)]
    return Match(id, chain(links[:MOST]), len(links) > MOST)


def link(entry: Entry) -> Link:
    """What of a stored hand takes part in the comparison. What a match starts from is known of built-in rules."""
    game = rulesets.builtin(entry.rules)
    start: Any = game.first_standing(len(entry.seats)) if game and len(entry.seats) in game.seats else None
    return Link(
        hand=entry.hand,
        table=entry.table,
        number=entry.number,
        seats=entry.seats,
        dealer=entry.dealer,
        match=entry.match,
        place=entry.match_number,
        before=entry.before,
        begins=bool(entry.opening),
        start=start,
        after=entry.after,
        verdict=IMPORTED if entry.only_moves else entry.verdict,
        known=entry.dealer is not None and bool(entry.seats) and entry.before is not None,
    )
