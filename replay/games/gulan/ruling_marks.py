"""Which rulings an event rests on: each function marks in `state.touched` the IDs of those that take part.

They run before the event is done, by the transitions. What the rulings say, and those behind a broken rule or a result,
is in `replay.games.gulan.rulings`. An ID that is no ruling of the rule set may be marked; it is left out in the end.
"""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.games.gulan.situations import REVEALED
from dealproof.replay.games.gulan.state import State

ALWAYS: Final = ("uniform-shuffle", "deal-from-eldest", "team-pass-order", "kerala-house-auction")
"""What takes part in every hand from its deal on."""
PROMISE: Final = ("promise-at-its-time", "promises-as-in-gulan")
SECOND_PHASE: Final = ("second-packets-singly", "second-phase-order", "second-phase-minimum")
"""What takes part once a second phase has begun."""
SECOND_ROUND: Final = ("second-round", "rounds-in-first-phase")
"""What takes part once a second round has begun."""


def mark_bid(state: State, event: Event) -> None:
    """Notes the rulings behind a bid."""
    auction, touched = state.auction, state.touched
    if event.seat != auction.turn:
        touched.add("adoption")
    if auction.passers >> auction.turn & 1:
        touched.add("bid-after-pass")
    if not auction.first and auction.turn == state.declarer:
        touched.add("declarer-raises-itself")
    if event.arg == THANI:
        touched.add("thani-in-last-phase")
        if auction.holder != NOBODY and auction.holder % 2 == auction.turn % 2:
            touched.add("thani-over-partner")


def mark_auction_over(state: State) -> None:
    """Notes the rulings behind the end of an auction."""
    auction, touched = state.auction, state.touched
    if auction.standing >= auction.ceiling and auction.bids:
        touched.add("auction-ends-at-highest")
    if auction.bids and state.trump.concealed:
        touched.add("conceal-anew")
    if auction.standing == THANI:
        touched.update(("thani-without-trump", "thani-leads", "thani-partners-play"))


def mark_turned_up(state: State) -> None:
    """Notes the rulings behind turning the trump up."""
    if state.turn != state.declarer:
        state.touched.add("asker-ruffs")
    elif not state.hands[state.declarer]:
        state.touched.add("last-card")
    elif holds_only_trumps(state):
        state.touched.add("only-trumps-reveals")


def holds_only_trumps(state: State) -> bool:
    """Whether the declarer's hand, without the concealed card, has only trumps."""
    return not state.hands[state.declarer] & ~state.table.deck.suits[state.trump.suit]


def mark_trump_lead(state: State, seat: int) -> None:
    """Notes the rulings behind a trick that `seat` leads in the trump suit; a last card just turned up has no
    choice."""
    state.touched.add("trump-lead-by-rank")
    if seat != state.declarer or state.situation == REVEALED:
        return
    if state.trump.open:
        state.touched.add("lead-ban-ends-when-open")
    elif state.bid < state.table.may_lead_from:
        state.touched.add("all-trumps-may-lead")


def mark_discard(state: State, seat: int, suit: int) -> None:
    """Notes the rulings behind a discard while trump is concealed; `suit` is the card's."""
    if state.trick.led == state.trump.suit:
        if seat == state.declarer:
            state.touched.add("no-reveal-on-trump-lead")
    elif suit == state.trump.suit:
        state.touched.add("no-power-before-reveal")


def mark_promise(state: State, event: Event) -> None:
    """Notes the rulings behind a claim or a question."""
    state.touched.update(PROMISE)
    if event.do == "ask_jodi" and state.trick.winner % 2 == event.seat % 2:
        state.touched.add("declarer-answers")
