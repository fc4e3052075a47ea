"""A hand of the Gulan family in play: its state, and what changes it."""

from __future__ import annotations

from copy import copy

from dealproof.replay.core.engine import Draw
from dealproof.replay.core.events import Event
from dealproof.replay.games.gulan.state import State
from dealproof.replay.games.gulan.tables import Tables
from dealproof.replay.games.gulan.trace import ALWAYS
from dealproof.replay.games.gulan.transitions import ACTIONS, begin


class Hand(State):
    """One hand in play, driven by `apply`, which takes legal events only. What is legal is said in
    `replay.games.gulan.rules` and `replay.games.gulan.promises` and nowhere else."""

    __slots__ = ()

    def __init__(self, table: Tables, dealer: int, draw: Draw) -> None:
        super().__init__(table, dealer, draw)
        self.touched.update(ALWAYS)
        begin(self)

    def apply(self, event: Event) -> None:
        """Does what the legal `event` says."""
        ACTIONS[event.do](self, event)

    def copy(self) -> Hand:
        """A hand at the same point that changes on its own; the table and the draws are shared."""
        twin = copy(self)
        twin.deal, twin.auction = copy(self.deal), copy(self.auction)
        twin.trump, twin.promise = copy(self.trump), copy(self.promise)
        twin.hands, twin.touched = [*self.hands], {*self.touched}
        twin.tricks, twin.card_points = [*self.tricks], [*self.card_points]
        twin.trick = copy(self.trick)
        twin.trick.cards = [*self.trick.cards]
        return twin
