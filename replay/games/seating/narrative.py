"""A draw for the seats described for people (`replay.core.narrative`): one deal, and the cut where there was one."""

from __future__ import annotations

from collections.abc import Mapping

from dealproof.replay.core.events import Event
from dealproof.replay.core.narrative import Deal, Narrative
from dealproof.replay.games.seating.state import DRAW, Hand
from dealproof.verifier.encoding import Json


class Narrator:
    """Follows a draw. In its one deal each seat's cards are in the order in which they fell."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.cut: int | None = None
        self.cut_event: int | None = None

    def follow(self, index: int, event: Event) -> None:
        """Plays the cut."""
        self.hand.apply(event)
        self.cut, self.cut_event = event.arg, index

    def trick_with(self, index: int, event: Event) -> None:
        """None: there are no tricks."""

    def narrative(self, standing: Mapping[str, Json] | None) -> Narrative:
        """The cards of every seat."""
        hand = self.hand
        deal = Deal(DRAW, self.cut, (hand.drawn().cards,), None, self.cut_event)
        return Narrative(deals=(deal,), hands=((),) * len(hand.names), to_act=())
