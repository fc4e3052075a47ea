"""The rules of a seating, one function each (seating/RULES.md, "Seating by aces").

A rule is called with the draw and a cut, and says whether the cut breaks it. Its name is the rule ID with `_` for
`-`; its docstring is the rule, with T where the source text says so and R where it is ruled.
"""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.events import Event
from dealproof.replay.games.seating.state import Hand


def cut_after_deal(hand: Hand, event: Event) -> bool:
    """The pack is cut once, before a card is dealt (T)."""
    return hand.was_cut


def cut_wrong_seat(hand: Hand, event: Event) -> bool:
    """The seat at the dealer's right cuts (T), not the left one as before a hand."""
    return event.seat != hand.cutter


def cut_out_of_range(hand: Hand, event: Event) -> bool:
    """A cut lifts at least one card and leaves at least one (PROTOCOL.md, "The random stream")."""
    return not 1 <= event.arg < hand.pack.size


BOOK: Final = {"cut": (cut_after_deal, cut_wrong_seat, cut_out_of_range)}
"""The rules of the one action, in the order in which they are checked."""
