"""A rule set of rummy prepared for play (`replay.core.engine.GameOf`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import BrokenRule, Draw, first_broken
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.ruleset import Matchless
from dealproof.replay.games.rummy import legal_events, rulings, scoring, seat_view
from dealproof.replay.games.rummy.deck import kinds_at
from dealproof.replay.games.rummy.narrative import Narrator
from dealproof.replay.games.rummy.rulebook import book
from dealproof.replay.games.rummy.ruleset import HAND, RuleSet
from dealproof.replay.games.rummy.state import ACTIONS, Hand, to_act
from dealproof.replay.json_schema.value_schema import Integer, ListOf, Nullable, Object, Text, ValueSchema, per
from dealproof.replay.record import events
from dealproof.verifier.encoding import Json


class Rummy(Matchless[RuleSet]):
    """One rule set: its decks by number of seats, its rule book, the schema of its results."""

    family: Final = "rummy"
    has_dealer: Final = False
    draws_first_seat = True

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(rules)
        self.seats: Sequence[int] = tuple(table.seats for table in rules.tables)
        self.decks = {table.seats: kinds_at(table) for table in rules.tables}
        self.book = book(rules)
        self.actions = events.actions(*ACTIONS, timed=rules.turn_ms is not None)
        self.points = rulings.points(rules)
        self.rulings = tuple(each.ruling for each in self.points)

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
        return Hand(self.rules, self.decks[len(names)], len(names), draw)

    def fault(self, hand: Hand, event: Event) -> str | None:
        """The ID of the first rule that `event` breaks, or None where it is legal."""
        return first_broken(self.book[hand.situation][event.do], hand, event)

    def legal(self, hand: Hand, t: int = NOBODY) -> list[dict[str, Json]]:
        """Every event that is legal at `t` ms (−1: whatever the time), as JSON."""
        return legal_events.legal(hand, t, self.fault)

    def to_act(self, hand: Hand) -> tuple[int, ...]:
        """The seat in turn; none where the hand is over."""
        return to_act(hand)

    def outcome(self, hand: Hand, standing: Mapping[str, Json] | None) -> dict[str, Json] | None:
        """The result (RECORD.md, "Result"), or None while the hand is not over."""
        return scoring.result(hand) if hand.ended else None

    def rulings_of(
        self,
        hand: Hand,
        broken: BrokenRule | None = None,
        result: Mapping[str, Json] | None = None,
        standing: Mapping[str, Json] | None = None,
    ) -> tuple[str, ...]:
        """The IDs of the rulings that took part, that behind a `broken` rule among them."""
        return rulings.part_taken(self.points, hand, broken)

    def remarks(self, hand: Hand) -> tuple[tuple[int | None, str], ...]:
        """The time-outs that could not be measured, where the rule set judges times."""
        return tuple((event, "time-out-unclocked") for event in hand.unclocked)

    def view(self, hand: Hand, seat: int) -> dict[str, Json]:
        """What `seat` may see: its own cards, and what is open to all."""
        return seat_view.view(hand, seat)

    def narrator(self, hand: Hand) -> Narrator:
        """A narrator of a hand just dealt."""
        return Narrator(hand)

    def result_schema(self, seats: int) -> ValueSchema:
        """The schema of a result (RECORD.md, "Result"): keys, types and lengths; which values is for the audit."""
        return _result_schema_of(seats)


@lru_cache(maxsize=32)
def _result_schema_of(seats: int) -> ValueSchema:
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
