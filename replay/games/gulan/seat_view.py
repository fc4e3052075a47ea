"""What a seat may see of a hand in play: its own cards and what is open to all.

`table` are the cards of the trick in progress, the leader's first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealproof.replay.core.cards import SUITS, TEXTS
from dealproof.replay.core.events import NOBODY, THANI
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.verifier.encoding import Json

if TYPE_CHECKING:
    from dealproof.replay.games.gulan.state import Hand


def view(hand: Hand, seat: int) -> dict[str, Json]:
    """The view of `seat`. The concealed card is seen by its declarer alone, its suit by all once it is open."""
    deck = hand.table.deck
    own_trump = seat == hand.declarer and hand.concealed != 0
    knows_trump = hand.trump != NO_SUIT and (hand.open or seat == hand.declarer)
    return {
        "seat": seat,
        "hand": list(deck.texts(hand.hands[seat])),
        "concealed": deck.texts(hand.concealed)[0] if own_trump else None,
        "trump": SUITS[hand.trump] if knows_trump else None,
        "trump_open": hand.open,
        "declarer": _seat(hand.declarer),
        "bid": "thani" if hand.bid == THANI else hand.bid or None,
        "standing_bid": "thani" if hand.auction.standing == THANI else max(hand.auction.standing, 0) or None,
        "cards_held": [cards.bit_count() for cards in hand.hands],
        "leader": hand.trick.leader if hand.turn != NOBODY else None,
        "table": [TEXTS[kind] for kind in hand.trick.cards],
        "tricks": list(hand.tricks),
        "card_points": list(hand.card_points),
        "to_act": list(hand.to_act()),
    }


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat
