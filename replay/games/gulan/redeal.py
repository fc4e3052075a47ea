"""Reasons for a redeal (gulan/RULES.md, "Redeal"): each a function that says whether it holds now.

A *must* reason is checked at one moment and stays in `hand.owed` until the redeal. A *may* reason holds for as long as
its function returns true.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealproof.replay.games.gulan.state import State

Reason = Callable[[State], bool]


def eldest_no_points(hand: State) -> bool:
    """Eldest holds no card of any points (T: K, C)."""
    return not hand.hands[hand.eldest] & hand.table.deck.pointed


def four_jacks(hand: State) -> bool:
    """One seat holds all four jacks, the concealed card counted (T: K)."""
    deck = hand.table.deck
    for cards in hand.all_cards():
        if (cards & deck.all_jacks).bit_count() >= len(deck.jacks) and all(jack & cards for jack in deck.jacks):
            return True
    return False


def no_trump_against(hand: State) -> bool:
    """No seat of the other team holds a trump (T: K, C)."""
    trumps = hand.table.deck.suits[hand.trump.suit]
    against = range(1 - hand.declarer % 2, hand.table.seats, 2)
    return not any(hand.hands[seat] & trumps for seat in against)


def no_points_in_hand(hand: State) -> bool:
    """After the whole deal and before the first card is played, one seat holds no card of any points in all its
    cards (K, an option)."""
    if hand.deal.stage + 1 < len(hand.table.plans) or hand.led_suits:
        return False
    return not all(cards & hand.table.deck.pointed for cards in hand.all_cards())


REASONS: Final[dict[str, Reason]] = {
    "eldest-no-points": eldest_no_points,
    "four-jacks": four_jacks,
    "no-trump-against": no_trump_against,
    "no-points-in-hand": no_points_in_hand,
}
"""Every reason by the name that a `redeal` event gives, in the order of gulan/RULES.md."""
