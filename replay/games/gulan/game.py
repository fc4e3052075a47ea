"""A rule set of the Gulan family prepared for play (`replay.core.engine.GameOf`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import BrokenRule, Draw, first_broken
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.ruleset import PreparedRuleSet
from dealproof.replay.games.gulan import legal_events, match, rulings, scoring, seat_view
from dealproof.replay.games.gulan.hand import Hand, deal
from dealproof.replay.games.gulan.narrative import Narrator
from dealproof.replay.games.gulan.rulebook import EVERY_CARD, Book, book
from dealproof.replay.games.gulan.ruleset import RuleSet
from dealproof.replay.games.gulan.state import State, to_act
from dealproof.replay.games.gulan.tables import Tables
from dealproof.replay.games.gulan.transitions import ACTIONS
from dealproof.replay.json_schema.value_schema import (
    Boolean,
    Integer,
    Nullable,
    NumberOrText,
    Object,
    Text,
    ValueSchema,
    per,
)
from dealproof.replay.record import events
from dealproof.verifier.encoding import Json

TEAMS = 2


class Gulan(PreparedRuleSet[RuleSet]):
    """One rule set: its tables, rule book, score table and actions, and the schemas of its standings and results."""

    family: Final = "gulan"
    has_dealer: Final = True
    actions: Final = events.actions(*ACTIONS)

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(rules)
        self.seats: Sequence[int] = (rules.seats,)
        self.tables = Tables(rules)
        self.copies = self.tables.copies
        self.book: Book = book(rules)
        self.score = scoring.resolved(rules)
        self.rulings = rulings.points(rules)

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> Hand:
        """Deals a hand."""
        assert dealer is not None
        return deal(self.tables, dealer, draw)

    def fault(self, hand: State, event: Event) -> str | None:
        """The ID of the first rule that `event` breaks, or None where it is legal."""
        rules = self.book[hand.situation][event.do]
        if rules is EVERY_CARD and event.seat == hand.turn:
            # Its turn has come, and the card is of the suit led, or of the whole hand where that holds none: a look at
            # two masks says what those three rules would, and they are most of what is asked.
            held = hand.hands[event.seat]
            if self.copies[event.arg] & (held & hand.follow or held):
                return None
        return first_broken(rules, hand, event)

    def legal(self, hand: State, t: int = NOBODY) -> list[dict[str, Json]]:
        """Every event that is legal now, as JSON."""
        return legal_events.legal(hand, self.fault)

    def to_act(self, hand: State) -> tuple[int, ...]:
        """The seats that may act next, apart from a cut; none if a redeal must come or the hand is over."""
        return to_act(hand)

    def outcome(self, hand: State, standing: Mapping[str, Json] | None) -> dict[str, Json] | None:
        """The result (RECORD.md, "Result"), or None while the hand is not over."""
        return scoring.outcome(hand, self.score, standing)

    def rulings_of(
        self,
        hand: State,
        broken: BrokenRule | None = None,
        result: Mapping[str, Json] | None = None,
        standing: Mapping[str, Json] | None = None,
    ) -> tuple[str, ...]:
        """The IDs of the rulings that took part, those behind a broken rule and behind the result among them."""
        touched = rulings.part_taken(hand, broken, result, standing)
        return tuple([each.id for each in self.rulings if each.id in touched])

    def remarks(self, hand: State) -> tuple[tuple[int | None, str], ...]:
        """No remarks: signals are no rules, and times are not judged."""
        return ()

    def view(self, hand: State, seat: int) -> dict[str, Json]:
        """What `seat` may see: its own cards, and what is open to all."""
        return seat_view.view(hand, seat)

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

    def narrator(self, hand: Hand) -> Narrator:
        """A narrator of a hand just dealt."""
        return Narrator(hand, self.score)

    def standing_schema(self, seats: int) -> ValueSchema | None:
        """The schema of a match's standing (gulan/RULES.md, "The match")."""
        return _standing_schema_of(self.rules.match.method, seats)

    def first_standing(self, seats: int) -> dict[str, Json]:
        """The standing before the first hand of a match."""
        return match.start(self.rules)

    def result_schema(self, seats: int) -> ValueSchema:
        """The schema of a result (RECORD.md, "Result"): keys, types and lengths; which values is for the audit."""
        return _result_schema_of(self.rules.match.method, seats)


@lru_cache(maxsize=64)
def _standing_schema_of(method: str, seats: int) -> ValueSchema:
    teams = per(TEAMS, Integer())
    earrings: dict[str, ValueSchema] = {
        "slams": teams,
        "kunukku": per(seats, Boolean()),
        "fresh": Nullable(Integer(0, 1)),
    }
    schemas: dict[str, dict[str, ValueSchema]] = {
        "points": {"totals": teams},
        "kooli-exchange": {"kooli": teams, **earrings},
        "box": {"net": Integer(), **earrings},
        "kooli-return": {"kooli": teams, "flags": teams},
    }
    return Object(schemas[method])


@lru_cache(maxsize=64)
def _result_schema_of(method: str, seats: int) -> ValueSchema:
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
            "match": Nullable(_standing_schema_of(method, seats)),
            "deals": Integer(),
        }
    )
