"""A rule set of the Gulan family made ready for play, as `replay.core.engine.Game` asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Draw
from dealproof.replay.core.ruleset import Ready
from dealproof.replay.games.gulan import match
from dealproof.replay.games.gulan.narrative import Teller
from dealproof.replay.games.gulan.ruleset import RuleSet
from dealproof.replay.games.gulan.state import ACTIONS, Hand
from dealproof.replay.games.gulan.tables import Tables
from dealproof.replay.record import events
from dealproof.replay.shapes.shape import Boolean, Integer, Nullable, NumberOrText, Object, Shape, Text, per
from dealproof.verifier.encoding import Json

TEAMS = 2


class Gulan(Ready[RuleSet]):
    """One rule set: its tables, its words, the shapes of its standings and results."""

    family: Final = "gulan"
    has_dealer: Final = True
    words: Final = events.words(*ACTIONS)

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(rules)
        self.seats: Sequence[int] = (rules.seats,)
        self.tables = Tables(rules)
        self.rulings = self.tables.rulings

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> Hand:
        """Deals a hand."""
        assert dealer is not None
        return Hand(self.tables, dealer, draw)

    def deck(self, seats: int) -> tuple[str, ...]:
        """The canonical deck."""
        return tuple(TEXTS[kind] for kind in self.tables.deck.kind_at)

    def stages(
        self, seats: int, dealer: int | None, cards: Sequence[str], draw: Draw
    ) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The cards of every seat at each stage of the deal, from a deck in this order."""
        assert dealer is not None
        return tuple(
            tuple(
                tuple(cards[place] for place in stage[(seat - dealer - 1) % self.rules.seats])
                for seat in range(self.rules.seats)
            )
            for stage in self.tables.plans
        )

    def teller(self, hand: Hand) -> Teller:
        """What describes a hand just dealt for people."""
        return Teller(hand)

    def standing_shape(self, seats: int) -> Shape | None:
        """The shape of a match's standing (gulan/RULES.md, "The match")."""
        return _shape_of_standing(self.rules.match.method, seats)

    def first_standing(self, seats: int) -> dict[str, Json]:
        """The standing before the first hand of a match."""
        return match.start(self.rules)

    def result_shape(self, seats: int) -> Shape:
        """The shape of a result (RECORD.md, "Result"): keys, types and lengths; which values is for the audit."""
        return _shape_of_result(self.rules.match.method, seats)


@lru_cache(maxsize=64)
def _shape_of_standing(method: str, seats: int) -> Shape:
    teams = per(TEAMS, Integer())
    earrings: dict[str, Shape] = {
        "slams": teams,
        "kunukku": per(seats, Boolean()),
        "fresh": Nullable(Integer(0, 1)),
    }
    shapes: dict[str, dict[str, Shape]] = {
        "points": {"totals": teams},
        "kooli-exchange": {"kooli": teams, **earrings},
        "box": {"net": Integer(), **earrings},
        "kooli-return": {"kooli": teams, "flags": teams},
    }
    return Object(shapes[method])


@lru_cache(maxsize=64)
def _shape_of_result(method: str, seats: int) -> Shape:
    return Object(
        {
            "rules": Text(),
            "ended": Text(),
            "declarer": Integer(),
            "bid": NumberOrText(),
            "kind": Text(),
            "trump": Nullable(Text()),
            "made": Boolean(),
            "card_points": per(TEAMS, Integer()),
            "tricks": per(TEAMS, Integer()),
            "score": Object({"team": Integer(), "points": NumberOrText()}),
            "match": Nullable(_shape_of_standing(method, seats)),
            "deals": Integer(),
        }
    )
