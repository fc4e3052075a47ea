"""The rules of Kazhutha, one function each (kazhutha/RULES.md).

A rule is called with the hand and an event, and says whether the event breaks it. Its name is the rule ID with
`_` for `-`; its docstring is the rule, with T where the source text says so and R where it is ruled.
`replay.games.kazhutha.rulebook` lists which rules apply in which situation, and in which order.
"""

from __future__ import annotations

from dealproof.replay.core.events import Event
from dealproof.replay.games.kazhutha.deck import ACE_OF_SPADES, SUIT_MASKS, SUIT_SIZE
from dealproof.replay.games.kazhutha.state import Hand


def play_after_end(hand: Hand, event: Event) -> bool:
    """Nothing is done in a hand that is over (RECORD.md, "Verdict")."""
    return True


def play_out_of_turn(hand: Hand, event: Event) -> bool:
    """Seats play in turn, anticlockwise (T); one that is out or sits out has no turn (T)."""
    return event.seat != hand.turn


def card_not_in_hand(hand: Hand, event: Event) -> bool:
    """One plays a card that one holds."""
    return not hand.hands[event.seat] >> event.arg & 1


def must_lead_ace_of_spades(hand: Hand, event: Event) -> bool:
    """With 2 to 5 seats the first card led is the ace of spades (T)."""
    return event.arg != ACE_OF_SPADES


def must_follow_suit(hand: Hand, event: Event) -> bool:
    """A seat that holds cards of the active suit plays one of them (T); only a seat without one may strike (T)."""
    return event.arg // SUIT_SIZE != hand.led and hand.hands[event.seat] & SUIT_MASKS[hand.led] != 0


def card_too_late(hand: Hand, event: Event) -> bool:
    """Who runs out of time plays nothing (T); a card has a little grace (R)."""
    return event.t > hand.since + hand.latest and hand.since >= 0


def timeout_out_of_turn(hand: Hand, event: Event) -> bool:
    """Only the time of the seat whose turn it is can run out (T)."""
    return event.seat != hand.turn


def timeout_too_early(hand: Hand, event: Event) -> bool:
    """A turn's whole time must have passed (T), counted from the event before, the first from the deal."""
    return event.t < hand.since + hand.turn_ends and hand.is_measured(event)
