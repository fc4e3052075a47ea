"""The rules of rummy, one function each (rummy/RULES.md).

A rule is called with the hand and an event, and says whether the event breaks it. Its name is the rule ID with `_`
for `-`; its docstring is the rule, with T where the source text says so and R where it is ruled.
`replay.games.rummy.rulebook` lists which rules apply to which word in which situation, and in which order. A rule may
rely on the ones before it having passed.
"""

from __future__ import annotations

from dealproof.replay.core.events import Event
from dealproof.replay.games.rummy.state import UNKNOWN, Hand


def play_after_end(hand: Hand, event: Event) -> bool:
    """Nothing is done in a hand that is over."""
    return True


# A turn


def play_out_of_turn(hand: Hand, event: Event) -> bool:
    """Turns go from seat to seat, over those that are out (T)."""
    return event.seat != hand.turn


def must_draw_first(hand: Hand, event: Event) -> bool:
    """A seat draws before it throws a card or declares (T)."""
    return True


def already_drawn(hand: Hand, event: Event) -> bool:
    """A seat draws one card a turn (T)."""
    return True


def discards_empty(hand: Hand, event: Event) -> bool:
    """The discards are empty, so there is no card to take (T)."""
    return event.word == "discards" and not hand.discards


def wild_not_from_discards(hand: Hand, event: Event) -> bool:
    """A wild card is not taken from the discards (an option; R: it may be)."""
    return event.word == "discards" and hand.is_wild(hand.discards[-1])


def stock_empty(hand: Hand, event: Event) -> bool:
    """An empty stock is replaced by all discards except the top one, which takes at least two discards (R).

    The table draws from the stock too, except at a time-out that drops the seat (R).
    """
    if event.word == "discards" or (event.do == "timeout" and hand.misses_last(event.seat)):
        return False
    return not hand.stock and len(hand.discards) < 2


def card_not_in_hand(hand: Hand, event: Event) -> bool:
    """A seat throws or lays down a card that it holds (T)."""
    return event.arg not in hand.hands[event.seat]


def taken_card_returned(hand: Hand, event: Event) -> bool:
    """A card just taken from the discards is not thrown back, another copy of it may be (an option; R: it may)."""
    return event.arg == hand.taken and hand.hands[event.seat].count(event.arg) == 1


# Dropping and leaving


def drop_out_of_turn(hand: Hand, event: Event) -> bool:
    """A seat drops on its turn (R)."""
    return event.seat != hand.turn


def drop_after_draw(hand: Hand, event: Event) -> bool:
    """A seat drops before it draws (R)."""
    return True


def not_in_hand(hand: Hand, event: Event) -> bool:
    """A seat that is out of the hand cannot leave it (T)."""
    return hand.how[event.seat] != ""


# Time


def timeout_out_of_turn(hand: Hand, event: Event) -> bool:
    """Only the seat in turn can run out of time (T)."""
    return event.seat != hand.turn


def timeout_too_early(hand: Hand, event: Event) -> bool:
    """A turn's whole time must have passed since the event that gave the seat its turn, the first turn's since the deal
    (T: a clock runs; its length is an option). A seat's own draw or another seat's leaving starts no new clock (R)."""
    turn_ms = hand.rules.turn_ms
    return turn_ms is not None and UNKNOWN not in (event.t, hand.since) and event.t - hand.since < turn_ms
