"""The policy of a plain game (`replay.core.plain_game`): any legal event, each as likely as the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from dealproof.replay.core.events import Event
from dealproof.replay.core.plain_game import PlainGame, PlainHand
from dealproof.replay.core.policy import AnyDeal
from dealproof.replay.core.random_source import RandomSource

LONGEST_PAUSE: Final = 5_000
"""In ms."""


class AnyLegal(AnyDeal):
    """Plays random legal events until there are none. It steers to no ending: its one goal is "any"."""

    goals: Mapping[str, int] = {"any": 1}

    def __init__(self, game: PlainGame[Any, Any]) -> None:
        self.game = game

    def proposals(self, hand: PlainHand, goal: str, random: RandomSource) -> Iterator[Event]:
        """One legal event, or none."""
        legal = [event for event in self.game.candidates(hand) if self.game.fault(hand, event) is None]
        if legal:
            yield random.pick(legal)

    def pace(self, do: str, spent: int, random: RandomSource) -> int:
        """Up to `LONGEST_PAUSE` ms after the event before."""
        return random.uniform(LONGEST_PAUSE + 1)
