"""The result of a draw: who sits where, and who deals first (RECORD.md, "Result")."""

from __future__ import annotations

from dealproof.replay.games.seating.state import Hand
from dealproof.verifier.encoding import Json


def result(id: str, hand: Hand) -> dict[str, Json]:
    """The result under the rule set `id`: teams sit alternately from eldest, the last one deals first."""
    aces = hand.drawn().aces
    seats = len(hand.names)
    from_eldest = [(aces[0] + step) % seats for step in range(seats)]
    with_ace = [hand.names[seat] for seat in from_eldest if seat in aces]
    without = [hand.names[seat] for seat in from_eldest if seat not in aces]
    seated = [name for pair in zip(with_ace, without, strict=True) for name in pair]
    return {"rules": id, "ended": "seated", "aces": [*aces], "seats": [*seated], "dealer": seats - 1}
