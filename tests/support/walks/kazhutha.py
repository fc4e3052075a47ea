"""Hands of Kazhutha (tests/reference/kazhutha). Only what is tried as the first event has a time: from the deal on the
clock runs, and what comes later may leave times out."""

from collections.abc import Iterator
from typing import Any

from tests.reference.kazhutha.game import GRACE, TURN, Game
from tests.support.walks.whim import Json, Whim, of_a_kind

MANNERS: tuple[dict[str, int], ...] = ({"timeout": 0}, {"play": 9}, {"play": 3})
LIMITS = (TURN - 1, TURN, TURN + GRACE, TURN + GRACE + 1)
LONG = 300


def start(base: str, options: Json, seats: int, dealer: None, order: Any, uniform: Any) -> Any:
    return Game(seats, uniform("first-seat", seats), order)


def choose(game: Any, legal: list[Json], whim: Whim, number: int) -> Json:
    """A card or a time-out by the manner, without a time; where the hand takes too long, a card."""
    manner = MANNERS[number % len(MANNERS) if len(game.events) < LONG else 0]
    chosen = of_a_kind([event for event in legal if "t" not in event], whim, manner)
    return chosen[whim.below(len(chosen))]


def legal(game: Any) -> list[Json]:
    timed = [event | {"t": t} for t in LIMITS for event in game.legal(t)] if not game.events else []
    return [*game.legal(), *timed]


def tries(game: Any) -> Iterator[Json]:
    """Cards held and not held, and time-outs, by every seat."""
    events = list(untimed(game))
    yield from events
    if not game.events:
        yield from (event | {"t": t} for t in LIMITS for event in events)


def untimed(game: Any) -> Iterator[Json]:
    acting = game.turn or 0
    for seat in range(game.seats):
        held = game.hands[seat] if seat == acting else game.hands[seat][:1]
        cards = [*held, *game.hands[acting][:1], *game.hands[(seat + 1) % game.seats][:1]]
        yield from ({"seat": seat, "do": "play", "card": card} for card in dict.fromkeys(cards))
        yield {"seat": seat, "do": "timeout"}
