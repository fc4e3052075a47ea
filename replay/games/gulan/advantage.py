"""What a seat gains by the cards that it is dealt, and by the hand: numbers for the statistics of an archive."""

from __future__ import annotations

from collections.abc import Mapping

from dealproof.replay.core.cards import KINDS
from dealproof.replay.games.gulan.game import Gulan
from dealproof.verifier.encoding import Json


def worth(game: Gulan, card: str) -> int:
    """Card points."""
    return game.tables.deck.points[KINDS[card]]


def gains(result: Mapping[str, Json], seats: int) -> tuple[int, ...]:
    """Points, the same for all seats of a team and the opposite for the others; a flag counts as nothing."""
    score = result["score"]
    assert isinstance(score, dict)
    points = score["points"]
    if not isinstance(points, int):
        return (0,) * seats
    return tuple(points if seat % 2 == score["team"] else -points for seat in range(seats))
