"""One trick, whatever the game: who is winning it and what lies on the table.

The caller says how strong each card is; a card that can win nothing (of another suit than the one led, without
trump power) has a strength below nought. Of equally strong cards the one played first wins.
"""

from __future__ import annotations

from typing import Final

NO_SUIT: Final = -1


class Trick:
    """A trick in progress: `led` is the suit led (`NO_SUIT` before the lead), `winner` the seat that is winning
    it, `best` the strength of its card, `stake` the card points on the table, `played` how many cards."""

    __slots__ = ("best", "leader", "led", "played", "stake", "winner")

    def __init__(self, leader: int) -> None:
        self.leader = self.winner = leader
        self.led = NO_SUIT
        self.best = -1
        self.stake = self.played = 0

    def add(self, seat: int, strength: int, points: int) -> None:
        """Lays a card to the trick."""
        self.played += 1
        self.stake += points
        if strength > self.best:
            self.best, self.winner = strength, seat
