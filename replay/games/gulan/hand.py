"""A hand of the Gulan family in play: its state, and what changes it."""

from __future__ import annotations

from copy import copy

from dealproof.replay.core.engine import Draw
from dealproof.replay.core.events import Event
from dealproof.replay.games.gulan.ruling_marks import ALWAYS
from dealproof.replay.games.gulan.state import FIELDS, State
from dealproof.replay.games.gulan.tables import Tables
from dealproof.replay.games.gulan.transitions import ACTIONS, begin


class Hand(State):
    """One hand in play, driven by `apply`, which takes legal events only. What is legal is said in
    `replay.games.gulan.rules` and `replay.games.gulan.promises` and nowhere else."""

    __slots__ = ()

    def apply(self, event: Event) -> None:
        """Changes the hand by the legal `event`."""
        ACTIONS[event.do](self, event)

    def copy(self) -> Hand:
        """A hand at the same point that changes independently; the table and the draws are shared."""
        twin = Hand(self.table, self.dealer, self.draw)
        for name in FIELDS:
            setattr(twin, name, getattr(self, name))
        twin.deal, twin.auction = copy(self.deal), copy(self.auction)
        twin.trump, twin.trick = copy(self.trump), copy(self.trick)
        twin.hands, twin.touched = [*self.hands], {*self.touched}
        twin.tricks, twin.card_points = [*self.tricks], [*self.card_points]
        return twin


def deal(table: Tables, dealer: int, draw: Draw) -> Hand:
    """A hand just dealt, as far as its first stage."""
    hand = Hand(table, dealer, draw)
    hand.touched.update(ALWAYS)
    begin(hand)
    return hand
