"""What a seat may see of a hand in play: its own cards and what is open to all.

`table` are the cards of the trick in progress, the leader's first."""

from __future__ import annotations

from dealproof.replay.core.cards import SUITS, TEXTS
from dealproof.replay.core.events import NOBODY, THANI
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.gulan.state import State, to_act
from dealproof.verifier.encoding import Json


def view(hand: State, seat: int) -> dict[str, Json]:
    """The view of `seat`. The concealed card is seen by its declarer alone, its suit by all once it is open."""
    deck, trump = hand.table.deck, hand.trump
    own_trump = seat == hand.declarer and trump.concealed != 0
    knows_trump = trump.suit != NO_SUIT and (trump.open or seat == hand.declarer)
    return {
        "seat": seat,
        "hand": list(deck.texts(hand.hands[seat])),
        "concealed": deck.texts(trump.concealed)[0] if own_trump else None,
        "trump": SUITS[trump.suit] if knows_trump else None,
        "trump_open": trump.open,
        "declarer": _seat(hand.declarer),
        "bid": "thani" if hand.bid == THANI else hand.bid or None,
        "standing_bid": "thani" if hand.auction.standing == THANI else max(hand.auction.standing, 0) or None,
        "cards_held": [cards.bit_count() for cards in hand.hands],
        "leader": hand.trick.leader if hand.turn != NOBODY else None,
        "table": [TEXTS[kind] for kind in hand.trick.cards],
        "tricks": list(hand.tricks),
        "card_points": list(hand.card_points),
        "to_act": list(to_act(hand)),
    }


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat
