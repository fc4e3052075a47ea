"""What the cards that a seat is dealt are worth to it: numbers for the statistics of an archive."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.cards import JOKER, TEXTS
from dealproof.replay.core.family import Advantage
from dealproof.replay.games.rummy.game import Rummy


def jokers(game: Rummy, card: str) -> int:
    """One for a printed joker."""
    return int(card == TEXTS[JOKER])


ADVANTAGE: Final = Advantage({"jokers": jokers}, pure_runs=True)
