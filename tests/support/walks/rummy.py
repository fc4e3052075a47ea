"""Hands of rummy (tests/reference/rummy). Only a time-out that is tried as the first event has a time, where the rule
set has a clock."""

from collections.abc import Iterator
from typing import Any

from tests.reference.rummy.game import Game
from tests.support.walks.whim import Json, Whim, of_a_kind

CALM = {"draw": 30, "discard": 60, "declare": 0, "drop": 0, "leave": 0, "timeout": 2}
MANNERS: tuple[dict[str, int], ...] = (
    CALM,
    CALM | {"declare": 6, "drop": 3, "leave": 1},
    CALM | {"drop": 30, "leave": 5},
    CALM | {"declare": 60, "timeout": 9},
)
LONG = 60
"""After so many events everybody drops."""


def start(base: str, options: Json, seats: int, dealer: None, order: Any, uniform: Any) -> Any:
    return Game(seats, order, uniform, options)


def choose(game: Any, legal: list[Json], whim: Whim, number: int) -> Json:
    """A legal event, its kind by the manner."""
    manner = MANNERS[number % len(MANNERS)] if game.count < LONG else CALM | {"drop": 900}
    chosen = of_a_kind([event for event in legal if "t" not in event], whim, manner)
    return chosen[whim.below(len(chosen))]


def legal(game: Any) -> list[Json]:
    untimed: list[Json] = game.legal()
    turn = game.options["turn_ms"]
    if turn is None or game.count:
        return untimed
    return untimed + [event | {"t": turn} for event in untimed if event["do"] == "timeout"]


def tries(game: Any) -> Iterator[Json]:
    """Both piles, cards held and not held, and words that stand alone, by every seat."""
    for seat in range(game.seats):
        yield from ({"seat": seat, "do": "draw", "from": pile} for pile in ("stock", "discards"))
        held = game.hands[seat] if seat == game.turn else game.hands[seat][:1]
        cards = [*held, *game.hands[game.turn][:1], *game.hands[(seat + 1) % game.seats][:1]]
        for do in ("discard", "declare"):
            yield from ({"seat": seat, "do": do, "card": card} for card in dict.fromkeys(cards))
        yield from ({"seat": seat, "do": do} for do in ("drop", "leave", "timeout"))
        if game.options["turn_ms"] is not None and not game.count:
            yield {"seat": seat, "do": "timeout", "t": game.options["turn_ms"] - 1}
