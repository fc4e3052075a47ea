"""The match that stored hands make, and the neighbours of a hand: the hands before and after it at its table and in
its match. All of it is read from summaries; nothing is judged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from dealproof.replay import rulesets
from dealproof.replay.match import Chain, Link, chain
from dealproof.web.store.pages import Entry

MOST: Final = 1000
"""Hands of one match that are compared."""


@dataclass(frozen=True, slots=True)
class Match:
    """The hands of a match that are stored, compared; `bounded` says that it has more than `MOST`."""

    id: str
    chain: Chain
    bounded: bool


@dataclass(frozen=True, slots=True)
class Around:
    """The neighbours of a stored hand. `before` and `after` are the IDs of the hands beside it at its table, None
    where there is none; `match` is None where it belongs to none, and `line` its index there, None where it is beyond
    those that are compared."""

    before: str | None
    after: str | None
    match: Match | None
    line: int | None

    def in_match(self, step: int) -> Link | None:
        """The hand so many places further in the match, None where there is none."""
        if self.match is None or self.line is None:
            return None
        at, links = self.line + step, self.match.chain.links
        return links[at] if 0 <= at < len(links) else None


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
        verdict=entry.verdict,
        known=entry.dealer is not None and bool(entry.seats) and entry.before is not None,
    )
