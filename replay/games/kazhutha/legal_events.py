"""Every legal event of a hand, found by asking the rules about each: there is one source of legality."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dealproof.replay.core.events import Event
from dealproof.replay.games.kazhutha.deck import KIND_AT
from dealproof.replay.games.kazhutha.state import Hand, to_act
from dealproof.replay.record.events import event_json
from dealproof.verifier.encoding import Json


def legal(hand: Hand, t: int, fault: Callable[[Hand, Event], str | None]) -> list[dict[str, Json]]:
    """Every event that `fault` accepts at `t` ms (−1: whatever the time) as JSON: cards in deck order, then the
    time-out. Only the seat whose turn it is can act, so only that one is tried."""
    return [event_json(event) for seat in to_act(hand) for event in _events(seat, t) if fault(hand, event) is None]


def _events(seat: int, t: int) -> Iterator[Event]:
    yield from (Event("play", seat, kind, t=t) for kind in KIND_AT)
    yield Event("timeout", seat, t=t)
