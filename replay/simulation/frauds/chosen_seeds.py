"""The operator knows the player seeds before it commits to its own, tries two server seeds, and takes the one whose
cards are better for a seat. Every hand verifies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Final

from dealproof.replay.simulation.frauds.operator import OPERATOR_SEAT, Operator
from dealproof.replay.simulation.frauds.score import score
from dealproof.replay.simulation.records import NAMES, Json, Opening

ATTEMPTS: Final = 2
"""Server seeds that are tried."""

MARKED: Final = NAMES[0]
"""The account that gets better cards."""


def best_of_two(operator: Operator) -> Iterator[Json]:
    """The operator's seat gets the better of two hands."""
    return chosen(operator, lambda opening: OPERATOR_SEAT)


def marked_account(operator: Operator) -> Iterator[Json]:
    """One account gets the better of two hands in whatever seat it sits; hands without it are honest."""
    return chosen(operator, seat_of_marked)


def seat_of_marked(opening: Opening) -> int | None:
    """The seat of the marked account, None if it does not play."""
    seats = opening.header["seats"]
    return seats.index(MARKED) if MARKED in seats else None


def chosen(operator: Operator, favoured: Callable[[Opening], int | None]) -> Iterator[Json]:
    """Hands in which the favoured seat, if any, gets the better of two."""
    game = operator.game
    for played in count(1):
        opening = operator.opening(played, played)
        seat = favoured(opening)
        if seat is not None:
            others = [operator.opening(played, played, attempt) for attempt in range(1, ATTEMPTS)]
            opening = max(opening, *others, key=lambda each: score(game, each, seat))
        yield operator.record(opening, played)
