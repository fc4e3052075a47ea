"""What a seat may see of a draw: what is dealt face up is open to all."""

from __future__ import annotations

from dealproof.replay.games.seating.state import Hand, SeatDraw
from dealproof.verifier.encoding import Json


def view(hand: Hand, seat: int) -> dict[str, Json]:
    """The view of `seat`: nothing while a cut is still possible, then all cards."""
    drawn = hand.drawn() if hand.was_cut else SeatDraw((), ((),) * len(hand.names))
    return {"seat": seat, "cards": [[*cards] for cards in drawn.cards], "aces": [*drawn.aces], "to_act": []}
