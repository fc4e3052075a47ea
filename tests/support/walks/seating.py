"""Draws for the seats (tests/reference/gulan/seating.py)."""

from collections.abc import Iterator
from typing import Any

from tests.reference.gulan.seating import Seating
from tests.support.walks.whim import Json, Whim


def start(base: str, options: Json, seats: int, dealer: int, order: Any, uniform: Any) -> Any:
    return Seating(base, seats, dealer, order)


def choose(game: Any, legal: list[Json], whim: Whim, number: int) -> Json:
    """Any cut."""
    return legal[whim.below(len(legal))]


def legal(game: Any) -> list[Json]:
    found: list[Json] = game.legal()
    return found


def tries(game: Any) -> Iterator[Json]:
    """Cuts by every seat, at the limits and beyond them."""
    for seat in range(game.seats):
        yield from ({"seat": seat, "do": "cut", "at": at} for at in (1, 0, len(game.deck)))
