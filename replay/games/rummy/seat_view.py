"""What a seat may see of a hand in play: its own cards and what is open to all."""

from __future__ import annotations

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.games.rummy.deck import texts
from dealproof.replay.games.rummy.state import Hand, to_act
from dealproof.verifier.encoding import Json


def view(hand: Hand, seat: int) -> dict[str, Json]:
    """The view of `seat`. The discards are open, the top one last. The card just drawn is seen only by its drawer,
    or by all if it was taken from the discards."""
    own_turn = seat == hand.turn and hand.drawn >= 0
    return {
        "seat": seat,
        "hand": [*texts(hand.hands[seat])],
        "drawn": TEXTS[hand.drawn] if own_turn else None,
        "taken": TEXTS[hand.taken] if hand.taken >= 0 else None,
        "turned": TEXTS[hand.turned],
        "wild": hand.wild,
        "discards": [TEXTS[kind] for kind in hand.discards],
        "stock": len(hand.stock),
        "cards_held": [len(cards) for cards in hand.hands],
        "how": [how or None for how in hand.how],
        "missed": list(hand.missed),
        "to_act": list(to_act(hand)),
    }
