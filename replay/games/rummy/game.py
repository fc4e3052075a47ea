"""A rule set of rummy made ready for play, as `replay.core.engine.Game` asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Draw
from dealproof.replay.core.ruleset import Matchless
from dealproof.replay.games.rummy import rulings
from dealproof.replay.games.rummy.deck import kinds_at
from dealproof.replay.games.rummy.narrative import Teller
from dealproof.replay.games.rummy.rulebook import book
from dealproof.replay.games.rummy.ruleset import HAND, RuleSet, Table
from dealproof.replay.games.rummy.state import ACTIONS, Hand
from dealproof.replay.record import events
from dealproof.replay.shapes.shape import Integer, ListOf, Nullable, Object, Shape, Text, per


class Rummy(Matchless[RuleSet]):
    """One rule set: its decks by number of seats, its rule book, the shape of its results."""

    family: Final = "rummy"
    has_dealer: Final = False

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(rules)
        self.seats: Sequence[int] = tuple(table.seats for table in rules.tables)
        self.decks = {table.seats: kinds_at(table) for table in rules.tables}
        self.book = book(rules)
        self.words = events.words(*ACTIONS, timed=rules.turn_ms is not None)
        self.points = rulings.points(rules)
        self.rulings = tuple(each.ruling for each in self.points)

    def table(self, seats: int) -> Table:
        """The table for this number of seats."""
        return next(table for table in self.rules.tables if table.seats == seats)

    def deck(self, seats: int) -> tuple[str, ...]:
        """The canonical deck for this number of seats."""
        return tuple(TEXTS[kind] for kind in self.decks[seats])

    def stages(
        self, seats: int, dealer: int | None, cards: Sequence[str], draw: Draw
    ) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The cards of every seat, dealt one by one from the first player, who is drawn from the seeds (R)."""
        first = draw("first-seat").uniform(seats)
        return (tuple(tuple(cards[(seat - first) % seats : HAND * seats : seats]) for seat in range(seats)),)

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> Hand:
        """Deals a hand."""
        return Hand(self, len(names), draw)

    def teller(self, hand: Hand) -> Teller:
        """What describes a hand just dealt for people."""
        return Teller(hand)

    def result_shape(self, seats: int) -> Shape:
        """The shape of a result (RECORD.md, "Result"): keys, types and lengths; which values is for the audit."""
        return _shape_of_result(seats)


@lru_cache(maxsize=32)
def _shape_of_result(seats: int) -> Shape:
    return Object(
        {
            "rules": Text(),
            "ended": Text(),
            "winner": Integer(),
            "wild": Text(),
            "points": per(seats, Integer()),
            "how": per(seats, Text()),
            "melds": per(seats, Nullable(ListOf(ListOf(Text())))),
            "tokens": per(seats, Integer()),
            "commission": Integer(),
        }
    )
