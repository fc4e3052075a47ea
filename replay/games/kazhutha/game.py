"""A rule set of Kazhutha made ready for play, as `replay.core.engine.Game` asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Draw
from dealproof.replay.core.ruleset import Matchless
from dealproof.replay.games.kazhutha.deck import KIND_AT
from dealproof.replay.games.kazhutha.narrative import Teller
from dealproof.replay.games.kazhutha.rulebook import Book, book
from dealproof.replay.games.kazhutha.ruleset import RuleSet
from dealproof.replay.games.kazhutha.rulings import RULINGS
from dealproof.replay.games.kazhutha.state import ACTIONS, Hand
from dealproof.replay.record import events
from dealproof.replay.shapes.shape import Integer, ListOf, Nullable, Object, Shape, Text

FOREVER: Final = 2**62
"""More ms than any record can hold, for turns without a time limit."""

RESULT: Final = Object(
    {"rules": Text(), "ended": Text(), "places": ListOf(ListOf(Integer())), "donkey": Nullable(Integer())}
)
"""The shape of a result, for any number of seats."""


class Kazhutha(Matchless[RuleSet]):
    """One rule set: its rule book, its words, the shape of its results. `turn_ms` and `latest` are how many ms after
    a turn's beginning its time is up, and how many its card may come."""

    family: Final = "kazhutha"
    has_dealer: Final = False
    words: Final = events.words(*ACTIONS, timed=True)
    rulings: Final = RULINGS

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(rules)
        self.seats: Sequence[int] = range(rules.least_seats, rules.most_seats + 1)
        self.turn_ms = FOREVER if rules.turn_ms is None else rules.turn_ms
        self.latest = self.turn_ms + rules.turn_grace_ms
        self.book: Book = book(rules)

    def deck(self, seats: int) -> tuple[str, ...]:
        """The canonical deck."""
        return tuple(TEXTS[kind] for kind in KIND_AT)

    def stages(
        self, seats: int, dealer: int | None, cards: Sequence[str], draw: Draw
    ) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """What every seat gets, a card a seat in turn from the first that is drawn (T)."""
        first = draw("first-seat").uniform(seats)
        return (tuple(tuple(cards[(seat - first) % seats :: seats]) for seat in range(seats)),)

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> Hand:
        """Deals a hand."""
        return Hand(self, len(names), draw)

    def teller(self, hand: Hand) -> Teller:
        """What describes a hand just dealt for people."""
        return Teller(hand)

    def result_shape(self, seats: int) -> Shape:
        """The shape of a result (RECORD.md, "Result")."""
        return RESULT
