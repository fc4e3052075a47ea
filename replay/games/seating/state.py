"""A draw for the seats: the pack, the cut, and what falls to whom (seating/RULES.md, "Seating by aces")."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import cycle
from typing import Final, NamedTuple

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Draw
from dealproof.replay.core.events import Event
from dealproof.replay.games.gulan.deck import Deck
from dealproof.replay.games.seating.ruleset import ACE

DRAW: Final = "seating"
"""The label of the draw (PROTOCOL.md, "The random stream")."""


class SeatDraw(NamedTuple):
    """What was dealt face up: the seats that got an ace, in that order, and the cards of each seat as text."""

    aces: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]


def deal(pack: Sequence[str], dealer: int, seats: int) -> SeatDraw:
    """The pack dealt one by one beginning with the dealer, to seats without an ace, until half have one."""
    cards: list[list[str]] = [[] for _ in range(seats)]
    aces: list[int] = []
    from_top = iter(pack)
    for step in cycle(range(seats)):
        seat = (dealer + step) % seats
        if seat in aces:
            continue
        card = next(from_top)
        cards[seat].append(card)
        if card[0] == ACE:
            aces.append(seat)
        if len(aces) == seats // 2:
            break
    return SeatDraw(tuple(aces), tuple(map(tuple, cards)))


class Hand:
    """One draw. `names` are the players in their old order; `order` is the pack from the top, as places in the
    canonical deck; `was_cut` says whether the cut was made. The draw is always complete: a cut is optional."""

    __slots__ = ("cutter", "dealer", "names", "order", "pack", "was_cut")

    def __init__(self, pack: Deck, names: Sequence[str], dealer: int, draw: Draw) -> None:
        self.pack, self.names, self.dealer = pack, names, dealer
        self.cutter = (dealer + 1) % len(names)
        self.order = draw(DRAW).order(pack.size)
        self.was_cut = False

    def apply(self, event: Event) -> None:
        """Cuts."""
        self.order = self.order[event.arg :] + self.order[: event.arg]
        self.was_cut = True

    def copy(self) -> Hand:
        """A draw at the same point that changes independently; an order of cards is replaced, never changed."""
        return copy(self)

    def drawn(self) -> SeatDraw:
        """The cards of every seat from the pack in its present order."""
        cards = [TEXTS[self.pack.kind_at[place]] for place in self.order]
        return deal(cards, self.dealer, len(self.names))
