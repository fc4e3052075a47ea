"""A rule set of Kazhutha prepared for play (`replay.core.engine.GameOf`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import BrokenRule, Draw, first_broken
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.ruleset import Matchless
from dealproof.replay.games.kazhutha import legal_events, scoring, seat_view
from dealproof.replay.games.kazhutha.deck import KIND_AT
from dealproof.replay.games.kazhutha.narrative import Narrator
from dealproof.replay.games.kazhutha.rulebook import Book, book
from dealproof.replay.games.kazhutha.ruleset import RuleSet
from dealproof.replay.games.kazhutha.rulings import RULINGS, part_taken
from dealproof.replay.games.kazhutha.state import ACTIONS, Hand, to_act
from dealproof.replay.json_schema.value_schema import Integer, ListOf, Nullable, Object, Text, ValueSchema
from dealproof.replay.record import events
from dealproof.verifier.encoding import Json

RESULT: Final = Object(
    {"rules": Text(), "ended": Text(), "places": ListOf(ListOf(Integer())), "donkey": Nullable(Integer())}
)
"""The schema of a result, for any number of seats."""


class Kazhutha(Matchless[RuleSet]):
    """One rule set: its rule book, its actions, the schema of its results."""

    family: Final = "kazhutha"
    has_dealer: Final = False
    draws_first_seat = True
    actions: Final = events.actions(*ACTIONS, timed=True)
    rulings: Final = RULINGS

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(rules)
        self.seats: Sequence[int] = range(rules.least_seats, rules.most_seats + 1)
        self.book: Book = book(rules)

    def deck(self, seats: int) -> tuple[str, ...]:
        """The canonical deck."""
        return tuple(TEXTS[kind] for kind in KIND_AT)

    def stages(
        self, seats: int, dealer: int | None, cards: Sequence[str], draw: Draw
    ) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The cards of every seat, dealt one by one in turn from the first seat, which is drawn (T)."""
        first = draw("first-seat").uniform(seats)
        return (tuple(tuple(cards[(seat - first) % seats :: seats]) for seat in range(seats)),)

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> Hand:
        """Deals a hand."""
        return Hand(self.rules, len(names), draw)

    def fault(self, hand: Hand, event: Event) -> str | None:
        """The ID of the first rule that `event` breaks, or None where it is legal."""
        return first_broken(self.book[hand.situation][event.do], hand, event)

    def legal(self, hand: Hand, t: int = NOBODY) -> list[dict[str, Json]]:
        """Every event that is legal at `t` ms (−1: whatever the time), as JSON."""
        return legal_events.legal(hand, t, self.fault)

    def to_act(self, hand: Hand) -> tuple[int, ...]:
        """The seat whose turn it is; none where the hand is over."""
        return to_act(hand)

    def outcome(self, hand: Hand, standing: Mapping[str, Json] | None) -> dict[str, Json] | None:
        """The result (RECORD.md, "Result"), or None while the hand is not over."""
        return scoring.result(hand)

    def rulings_of(
        self,
        hand: Hand,
        broken: BrokenRule | None = None,
        result: Mapping[str, Json] | None = None,
        standing: Mapping[str, Json] | None = None,
    ) -> tuple[str, ...]:
        """The IDs of the rulings that took part, with those behind a `broken` rule."""
        return part_taken(hand, broken)

    def remarks(self, hand: Hand) -> tuple[tuple[int | None, str], ...]:
        """A remark for every time-out whose turn cannot be measured."""
        return tuple(hand.noted)

    def view(self, hand: Hand, seat: int) -> dict[str, Json]:
        """What `seat` may see: its own cards, and what is open to all."""
        return seat_view.view(hand, seat)

    def narrator(self, hand: Hand) -> Narrator:
        """A narrator of a hand just dealt."""
        return Narrator(hand)

    def result_schema(self, seats: int) -> ValueSchema:
        """The schema of a result (RECORD.md, "Result")."""
        return RESULT
