"""What the cards that a seat is dealt are worth to it: numbers for the statistics of an archive."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.cards import KINDS
from dealproof.replay.core.family import Advantage
from dealproof.replay.games.gulan.game import Gulan

JACK: Final = "J"


def points(game: Gulan, card: str) -> int:
    """Card points."""
    return game.tables.deck.points[KINDS[card]]


def jacks(game: Gulan, card: str) -> int:
    """One for a jack, the highest card of its suit."""
    return int(card[0] == JACK)


ADVANTAGE: Final = Advantage({"points": points, "jacks": jacks}, teams=2)
