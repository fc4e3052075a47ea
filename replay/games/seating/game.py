"""A rule set for seating made ready, as `replay.core.engine.Game` asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Draw
from dealproof.replay.core.ruleset import Matchless
from dealproof.replay.games.gulan.deck import Deck
from dealproof.replay.games.seating.narrative import Teller
from dealproof.replay.games.seating.rules import BOOK
from dealproof.replay.games.seating.ruleset import RuleSet
from dealproof.replay.games.seating.state import DRAW, RULINGS, Hand, deal
from dealproof.replay.record import events
from dealproof.replay.shapes.shape import Integer, ListOf, Object, Shape, Text, per


class Seating(Matchless[RuleSet]):
    """One rule set: its pack, its one word, the shape of its results. It comes before a match and is not part of one
    (RECORD.md, "Match of a hand")."""

    family: Final = "seating"
    has_dealer: Final = True
    words: Final = events.words(*BOOK)
    book: Final = BOOK
    rulings: Final = RULINGS

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(rules)
        self.seats: Sequence[int] = (rules.seats,)
        self.pack = Deck(rules.pack)

    def deck(self, seats: int) -> tuple[str, ...]:
        """The canonical deck."""
        return tuple(TEXTS[kind] for kind in self.pack.kind_at)

    def draw_of(self, deal: int) -> str:
        """The one draw of a seating."""
        return DRAW

    def stages(
        self, seats: int, dealer: int | None, cards: Sequence[str], draw: Draw
    ) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """What falls to every seat, in one stage."""
        assert dealer is not None
        return (deal(cards, dealer, seats).cards,)

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> Hand:
        """Shuffles the pack for a draw."""
        assert dealer is not None
        return Hand(self, names, dealer, draw)

    def teller(self, hand: Hand) -> Teller:
        """What describes a draw for people."""
        return Teller(hand)

    def result_shape(self, seats: int) -> Shape:
        """The shape of a result (RECORD.md, "Result")."""
        return _shape_of_result(seats)


@lru_cache(maxsize=32)
def _shape_of_result(seats: int) -> Shape:
    return Object(
        {
            "rules": Text(),
            "ended": Text(),
            "aces": ListOf(Integer()),
            "seats": per(seats, Text()),
            "dealer": Integer(),
        }
    )
