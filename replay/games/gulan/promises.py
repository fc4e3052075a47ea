"""The rules of jodi and marujodi, the promises of all tricks or of none (gulan/RULES.md, "Jodi and marujodi").

As in `replay.games.gulan.rules`: a rule says whether an event breaks it, and its name is its ID. A *claim* makes a
promise, a *question* asks the other side whether it makes one, an *answer* is the claim or a `decline_…`.
"""

from __future__ import annotations

from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.games.gulan.situations import GUARDED, PLAYING
from dealproof.replay.games.gulan.state import State


def jodi_not_in_these_rules(hand: State, event: Event) -> bool:
    """The rule set does not have this promise (K: an option; C: no marujodi)."""
    return True


def jodi_answer_owed(hand: State, event: Event) -> bool:
    """The seat that was asked answers at once, yes or no, before anything else (R)."""
    promise = hand.promise
    return event.seat != promise.asked or event.do not in ("claim_" + promise.question, "decline_" + promise.question)


def jodi_no_question(hand: State, event: Event) -> bool:
    """An answer needs a question (R)."""
    return True


def jodi_not_now(hand: State, event: Event) -> bool:
    """A seat promises or asks on its own turn, before its card, never between turning the trump up and the card that
    must follow (R); only up to the trick (T: C) and with the number of cards in the promising hand (G, an option)
    that the rule set gives."""
    jodi = hand.table.rules.jodi
    if hand.situation not in (PLAYING, GUARDED) or event.seat != hand.turn:
        return True
    if jodi.last_trick is not None and sum(hand.tricks) >= jodi.last_trick:
        return True
    promiser = event.seat if event.do.startswith("claim_") else hand.who_is_asked(event)
    return promiser != NOBODY and _cards_held(hand, promiser) < jodi.min_cards


def _cards_held(hand: State, seat: int) -> int:
    return hand.hands[seat].bit_count() + (1 if hand.trump.concealed and seat == hand.declarer else 0)


def jodi_trick_lost(hand: State, event: Event) -> bool:
    """All tricks are promised only while none has gone to the other side; none, while none has been won (T)."""
    losing_team = hand.declarer % 2 if event.do.endswith("marujodi") else 1 - hand.declarer % 2
    return hand.tricks[losing_team] > 0


def jodi_not_allowed_at_this_bid(hand: State, event: Event) -> bool:
    """No promise under thani (T); below honors only where the rule set says so (T: C; G, an option)."""
    if hand.table.rules.jodi.bids == "below-honors":
        return hand.bid >= hand.table.rules.honors
    return hand.bid == THANI


def jodi_already(hand: State, event: Event) -> bool:
    """One promise a hand, of either kind (R)."""
    return hand.promise.made != ""


def jodi_wrong_team(hand: State, event: Event) -> bool:
    """The declarer's team promises all tricks and the other team asks; with marujodi it is the reverse (T)."""
    own_team = event.seat % 2 == hand.declarer % 2
    return own_team == (event.do in ("claim_marujodi", "ask_jodi"))


def ask_jodi_nobody(hand: State, event: Event) -> bool:
    """A question goes to the seat that is winning the trick for the other side. Without such a seat, it cannot be
    asked (R: G)."""
    return hand.who_is_asked(event) == NOBODY
