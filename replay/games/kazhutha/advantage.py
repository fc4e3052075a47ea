"""What the cards that a seat is dealt are worth to it: numbers for the statistics of an archive."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.cards import RANKS
from dealproof.replay.core.family import Advantage
from dealproof.replay.games.kazhutha.game import Kazhutha

ACE: Final = "A"


def height(game: Kazhutha, card: str) -> int:
    """The height of the card, 0 for a two: high cards take strikes, and are bad to have."""
    return RANKS.index(card[0])


def aces(game: Kazhutha, card: str) -> int:
    """One for an ace."""
    return int(card[0] == ACE)


ADVANTAGE: Final = Advantage({"height": height, "aces": aces})
