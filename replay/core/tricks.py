"""One trick of any game: who is winning it, and which cards are on the table.

A table gives the strength of each kind of card in the trick. A card that cannot win (of another suit than the one led,
without trump power) has a negative strength. Of equally strong cards, the one played first wins.
"""

from __future__ import annotations

from typing import Final

NO_SUIT: Final = -1
LOSES: Final = -1
"""The strength of a card that cannot win."""


class Trick:
    """A trick in progress: `led` is the suit led (`NO_SUIT` before the lead), `winner` the seat that is winning it,
    `best` the strength of its card, `stake` the card points on the table, `cards` the kinds played, in order."""

    __slots__ = ("best", "cards", "leader", "led", "stake", "winner")

    def __init__(self, leader: int) -> None:
        self.leader = self.winner = leader
        self.led = NO_SUIT
        self.best = LOSES
        self.stake = 0
        self.cards: list[int] = []

    def __copy__(self) -> Trick:
        twin = Trick(self.leader)
        twin.led, twin.winner, twin.best, twin.stake = self.led, self.winner, self.best, self.stake
        twin.cards = [*self.cards]
        return twin


def forces(strength: tuple[int, ...], suits: int, size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables of strength by suit led, then by suit with trump power (`NO_SUIT`, the last entry: none).

    `strength` has one entry a kind of card, `size` kinds a suit; a card with trump power beats all without.
    """
    power = max(strength) + 1

    def force(kind: int, led: int, trump: int) -> int:
        suit = kind // size
        if suit == trump:
            return strength[kind] + power
        return strength[kind] if suit == led else LOSES

    kinds = range(len(strength))
    return tuple(
        tuple(tuple(force(kind, led, trump) for kind in kinds) for trump in (*range(suits), NO_SUIT))
        for led in range(suits)
    )
