"""Hands of the Gulan family (tests/reference/gulan)."""

from collections.abc import Iterator
from typing import Any

from tests.reference.gulan import auction
from tests.reference.gulan.game import Game
from tests.reference.gulan.walk import ALONE, REASONS
from tests.support.walks.whim import Json, Whim, of_a_kind

PASSIVE = {"cut": 0, "bid": 1, "pass": 9, "redeal": 1, "conceal": 1, "show_trump": 1, "play": 9}
MANNERS: tuple[dict[str, int], ...] = (
    PASSIVE,
    PASSIVE | {"ask_trump": 90, "reveal_trump": 90},
    PASSIVE | {"bid": 9, "pass": 5, "ask_trump": 20, "reveal_trump": 20},
    PASSIVE | {"claim_jodi": 3, "claim_marujodi": 3, "ask_jodi": 9, "ask_marujodi": 9},
    PASSIVE | {"decline_jodi": 9, "decline_marujodi": 9, "ask_jodi": 90, "ask_marujodi": 90},
    PASSIVE | {"bid": 9, "pass": 5, "cut": 9},
)
"""How often a kind of event is chosen where it is legal (1 where nothing is said), a manner of walking each."""


def start(base: str, options: Json, seats: int, dealer: int, order: Any, uniform: Any) -> Any:
    return Game(base, seats, dealer, order, options)


def choose(game: Any, legal: list[Json], whim: Whim, number: int) -> Json:
    """A legal event: its kind by the manner, a low bid or the highest of all, any card."""
    chosen = of_a_kind(legal, whim, MANNERS[number % len(MANNERS)])
    if chosen[0]["do"] == "bid":
        bids = [bid for bid in chosen if bid["seat"] == game.caller]
        at_honors = [bid for bid in bids if bid["value"] == "thani" or bid["value"] >= game.rules["honors"]]
        return (bids[0], bids[0], at_honors[0], bids[-1])[whim.below(4)]
    return chosen[whim.below(len(chosen))]


def legal(game: Any) -> list[Json]:
    found: list[Json] = game.legal()
    return found


def tries(game: Any) -> Iterator[Json]:
    """Events worth trying now: every word by every seat, numbers at their limits, cards held and not held."""
    yield from card_tries(game)
    for seat in range(game.seats):
        yield from ({"seat": seat, "do": "bid", "value": value} for value in bid_tries(game))
        yield from ({"seat": seat, "do": do} for do in ALONE)
        yield from ({"seat": seat, "do": "cut", "at": at} for at in (1, 0, len(game.pack)))
    yield from ({"do": "redeal", "reason": reason} for reason in REASONS)


def card_tries(game: Any) -> Iterator[Json]:
    acting = game.to_act[0] if game.to_act else 0
    for seat in range(game.seats):
        following = game.hands[(seat + 1) % game.seats]
        held = game.hands[seat] if seat == acting else game.hands[seat][:1]
        cards = [*held, *game.hands[acting][:1], *following[:1], *([game.concealed] if game.concealed else [])]
        for do in ("play", "conceal", "show_trump"):
            yield from ({"seat": seat, "do": do, "card": card} for card in dict.fromkeys(cards))


def bid_tries(game: Any) -> list[int | str]:
    rules, standing = game.rules, game.standing
    least = auction.least(rules, game.phase, game.seats, game.calls)
    values = {least - 1, least, rules["honors"] - 1, rules["honors"], rules["total"], rules["total"] + 1}
    if standing and standing[1] != "thani":
        values |= {standing[1], standing[1] + 1}
    return [*sorted(values), "thani"]
