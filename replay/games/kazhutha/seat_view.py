"""What a seat may see of a hand in play: its own cards and what is open to all (T)."""

from __future__ import annotations

from dealproof.replay.core.cards import SUITS, TEXTS
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.kazhutha.deck import texts
from dealproof.replay.games.kazhutha.state import Hand, to_act
from dealproof.verifier.encoding import Json


def view(hand: Hand, seat: int) -> dict[str, Json]:
    """The view of `seat`: `table` are the cards of this round in order, `sits_out` the seats with cards that do not
    play in it."""
    return {
        "seat": seat,
        "hand": list(texts(hand.hands[seat])),
        "cards_held": [cards.bit_count() for cards in hand.hands],
        "led": SUITS[hand.led] if hand.led != NO_SUIT else None,
        "table": [{"seat": player, "card": TEXTS[kind]} for kind, player in hand.laid],
        "sits_out": list(hand.seats_in(hand.inside & ~hand.playing)),
        "timed_out": list(hand.seats_in(hand.missed)),
        "discards": hand.discards.bit_count(),
        "places": [[*place] for place in hand.places],
        "to_act": list(to_act(hand)),
    }
