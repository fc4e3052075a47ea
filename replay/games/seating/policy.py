"""How simulated seatings go (`replay.simulation.play`): with a cut or without."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from dealproof.replay.core.events import Event
from dealproof.replay.core.policy import AnyDeal
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.games.seating.game import Seating
from dealproof.replay.games.seating.state import Hand

CUT: Final = "cut"
UNCUT: Final = "uncut"


class SeatingPolicy(AnyDeal):
    """How simulated seatings of one rule set go."""

    goals: Mapping[str, int] = {CUT: 2, UNCUT: 1}

    def __init__(self, game: Seating) -> None:
        self.size = game.pack.size

    def proposals(self, hand: Hand, goal: str, random: RandomSource) -> Iterator[Event]:
        """The cut, once; its edges more often than anything between them."""
        if goal == CUT and not hand.was_cut:
            last = self.size - 1
            yield Event("cut", hand.cutter, random.pick((1, last, 1 + random.uniform(last), 1 + random.uniform(last))))

    def pace(self, do: str, spent: int, random: RandomSource) -> int:
        """Up to 9 s; no clock runs."""
        return random.uniform(9_000)
