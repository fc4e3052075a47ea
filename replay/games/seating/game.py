"""A rule set for seating prepared for play (`replay.core.engine.GameOf`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Draw, first_broken
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.ruleset import Matchless
from dealproof.replay.games.gulan.deck import Deck
from dealproof.replay.games.seating import scoring, seat_view
from dealproof.replay.games.seating.narrative import Narrator
from dealproof.replay.games.seating.rules import BOOK
from dealproof.replay.games.seating.ruleset import RuleSet
from dealproof.replay.games.seating.rulings import RULINGS
from dealproof.replay.games.seating.state import DRAW, Hand, deal
from dealproof.replay.json_schema.value_schema import Integer, ListOf, Object, Text, ValueSchema, per
from dealproof.replay.record import events
from dealproof.verifier.encoding import Json


class Seating(Matchless[RuleSet]):
    """One rule set: its pack, its one action, the schema of its results. It comes before a match and is not part of one
    (RECORD.md, "Match of a hand")."""

    family: Final = "seating"
    has_dealer: Final = True
    actions: Final = events.actions(*BOOK)
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
        """The cards of every seat, in one stage."""
        assert dealer is not None
        return (deal(cards, dealer, seats).cards,)

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> Hand:
        """Shuffles the pack for a draw."""
        assert dealer is not None
        return Hand(self.pack, names, dealer, draw)

    def fault(self, hand: Hand, event: Event) -> str | None:
        """The ID of the first rule that `event` breaks, or None where it is legal."""
        return first_broken(self.book[event.do], hand, event)

    def legal(self, hand: Hand, t: int = NOBODY) -> list[dict[str, Json]]:
        """The cut, as a range, while there may be one."""
        if hand.was_cut:
            return []
        return [{"seat": hand.cutter, "do": "cut", "from": 1, "to": self.pack.size - 1}]

    def to_act(self, hand: Hand) -> tuple[int, ...]:
        """None: the draw does not wait for a move; a cut is optional."""
        return ()

    def outcome(self, hand: Hand, standing: Mapping[str, Json] | None) -> dict[str, Json]:
        """The result (RECORD.md, "Result")."""
        return scoring.result(self.id, hand)

    def view(self, hand: Hand, seat: int) -> dict[str, Json]:
        """What `seat` may see: nothing while a cut is still possible, then all cards."""
        return seat_view.view(hand, seat)

    def narrator(self, hand: Hand) -> Narrator:
        """A narrator of a draw just made."""
        return Narrator(hand)

    def result_schema(self, seats: int) -> ValueSchema:
        """The schema of a result (RECORD.md, "Result")."""
        return _result_schema_of(seats)


@lru_cache(maxsize=32)
def _result_schema_of(seats: int) -> ValueSchema:
    return Object(
        {
            "rules": Text(),
            "ended": Text(),
            "aces": ListOf(Integer()),
            "seats": per(seats, Text()),
            "dealer": Integer(),
        }
    )
