"""The result of a hand of Kazhutha: who went out when, and who is the donkey (RECORD.md, "Result")."""

from __future__ import annotations

from dealproof.replay.games.kazhutha.state import OVER, Hand
from dealproof.verifier.encoding import Json


def result(hand: Hand) -> dict[str, Json] | None:
    """The result, or None while the hand is not over."""
    if hand.situation != OVER:
        return None
    donkey = hand.inside.bit_length() - 1 if hand.inside else None
    return {
        "rules": hand.rules.id,
        "ended": "all-out" if donkey is None else "donkey",
        "places": [[*place] for place in hand.places],
        "donkey": donkey,
    }
