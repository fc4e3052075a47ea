"""Every legal event of a hand of rummy, found by asking the rules about each event that there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dealproof.replay.core.events import Event
from dealproof.replay.games.rummy.deck import IN_ORDER
from dealproof.replay.games.rummy.state import Hand
from dealproof.replay.record.events import PILES, event_json
from dealproof.verifier.encoding import Json


def legal(hand: Hand, t: int, fault: Callable[[Hand, Event], str | None]) -> list[dict[str, Json]]:
    """Every event that `fault` accepts at `t` as JSON: by action in the order of RECORD.md, then by seat, then by
    card in deck order."""
    return [event_json(event) for event in _every(hand, t) if fault(hand, event) is None]


def _every(hand: Hand, t: int) -> Iterator[Event]:
    seats = range(hand.seats)
    yield from (Event("draw", seat, word=pile) for seat in seats for pile in PILES)
    for action in ("discard", "declare"):
        yield from (Event(action, seat, kind) for seat in seats for kind in IN_ORDER)
    for action in ("drop", "leave", "timeout"):
        yield from (Event(action, seat, t=t) for seat in seats)
