"""What a seat gains by the cards that it is dealt, and by the hand: numbers for the statistics of an archive."""

from __future__ import annotations

from collections.abc import Mapping

from dealproof.replay.core.cards import RANKS
from dealproof.replay.games.kazhutha.game import Kazhutha
from dealproof.verifier.encoding import Json


def worth(game: Kazhutha, card: str) -> int:
    """The height of the card, 0 for a two: high cards take strikes, and are bad to have."""
    return RANKS.index(card[0])


def gains(result: Mapping[str, Json], seats: int) -> tuple[int, ...]:
    """One less than the number of seats lost by the donkey, one won by each of the others."""
    donkey = result["donkey"]
    if donkey is None:
        return (0,) * seats
    return tuple(1 - seats if seat == donkey else 1 for seat in range(seats))
