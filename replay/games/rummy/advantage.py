"""What a seat gains by the cards that it is dealt, and by the hand: numbers for the statistics of an archive."""

from __future__ import annotations

from collections.abc import Mapping

from dealproof.replay.core.cards import JOKER, TEXTS
from dealproof.replay.games.rummy.game import Rummy
from dealproof.verifier.encoding import Json


def worth(game: Rummy, card: str) -> int:
    """One for a printed joker."""
    return int(card == TEXTS[JOKER])


def gains(result: Mapping[str, Json], seats: int) -> tuple[int, ...]:
    """Whole house tokens, before commission."""
    tokens = result["tokens"]
    assert isinstance(tokens, list)
    return tuple(tokens)
