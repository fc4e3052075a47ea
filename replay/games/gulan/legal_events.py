"""Every legal event of a hand, found by asking the rules about each event that there is.

There is one source of legality, the rule book; this is a filter over its `fault`. It is slow, and runs
only at a fault or for a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.games.gulan.redeal import REASONS
from dealproof.replay.games.gulan.state import State
from dealproof.replay.record.events import event_json
from dealproof.verifier.encoding import Json

Fault = Callable[[State, Event], str | None]
"""Names the rule that an event breaks, or None where it is legal."""

CARD_ACTIONS: Final = ("conceal", "show_trump")
TRUMP_ACTIONS: Final = ("ask_trump", "reveal_trump")
PROMISE_ACTIONS: Final = (
    "claim_jodi",
    "claim_marujodi",
    "ask_jodi",
    "ask_marujodi",
    "decline_jodi",
    "decline_marujodi",
)


def legal(hand: State, fault: Fault) -> list[dict[str, Json]]:
    """Every event that `fault` accepts, as JSON: by action in the order of RECORD.md, then by seat, then by card in
    deck order; cuts and bids as ranges `from` … `to`, thani after the numbers."""
    others = (event_json(event) for event in _others(hand) if fault(hand, event) is None)
    return [*_numbers(hand, fault, "cut"), *_numbers(hand, fault, "bid"), *others]


def _numbers(hand: State, fault: Fault, action: str) -> Iterator[dict[str, Json]]:
    """The legal cuts or bids of each seat, as ranges."""
    top = hand.table.deck.size if action == "cut" else hand.table.rules.total
    for seat in range(hand.table.seats):
        legal_numbers = [number for number in range(top + 1) if fault(hand, Event(action, seat, number)) is None]
        for low, high in _ranges(legal_numbers):
            yield {"seat": seat, "do": action, "from": low, "to": high}
        if action == "bid" and fault(hand, Event(action, seat, THANI)) is None:
            yield {"seat": seat, "do": action, "value": "thani"}


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges


def _others(hand: State) -> Iterator[Event]:
    """Every event but cuts and bids."""
    seats = range(hand.table.seats)
    kinds = tuple(dict.fromkeys(hand.table.deck.kind_at))
    yield from (Event("pass", seat) for seat in seats)
    yield from (Event("redeal", NOBODY, word=reason) for reason in REASONS)
    for action in CARD_ACTIONS:
        yield from (Event(action, seat, kind) for seat in seats for kind in kinds)
    yield from (Event(action, seat) for action in TRUMP_ACTIONS for seat in seats)
    yield from (Event("play", seat, kind) for seat in seats for kind in kinds)
    yield from (Event(action, seat) for action in PROMISE_ACTIONS for seat in seats)
