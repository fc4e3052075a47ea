"""What each event does to a hand: the deal, the auction and the trump card (gulan/RULES.md).

The events of the play are in `replay.games.gulan.play`. All of these take legal events only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.gulan import play, redeal, ruling_marks
from dealproof.replay.games.gulan.auction import Auction
from dealproof.replay.games.gulan.deck import SUIT_SIZE
from dealproof.replay.games.gulan.situations import CALLING, CHOOSING, REDEAL_OWED
from dealproof.replay.games.gulan.state import Deal, State, Trump

# The deal


def begin(state: State) -> None:
    """Deals the first stage, and calling begins."""
    _hand_out(state)
    _open_auction(state)


def cut(state: State, event: Event) -> None:
    """Cuts the pack and deals the first stage from it again."""
    order = state.deal.order
    state.deal = Deal(state.deal.number, order[event.arg :] + order[: event.arg], cut_open=False)
    state.clear()
    begin(state)
    state.touched.add("cutter-at-dealers-left")


def deal_again(state: State, event: Event) -> None:
    """Throws the deal in; the same dealer deals again."""
    state.touched.add("same-dealer-deals-again")
    if state.situation == CHOOSING:
        state.touched.add("redeal-before-trump")
    state.shuffle(state.deal.number + 1)
    state.clear()
    begin(state)


def _next_stage(state: State) -> None:
    _hand_out(state)
    state.touched.update(ruling_marks.SECOND_PHASE)
    state.auction = Auction(state.table.rules, state.deal.stage, state.eldest, state.bid, state.declarer)
    _open_auction(state)


def _hand_out(state: State) -> None:
    deal, hands, seats = state.deal, state.hands, state.table.seats
    deal.stage += 1
    order = deal.order
    for offset, positions in enumerate(state.table.plans[deal.stage], state.eldest):
        cards = 0
        for position in positions:
            cards |= 1 << order[position]
        hands[offset % seats] |= cards


def _open_auction(state: State) -> None:
    """Calling begins, unless a redeal must come first or the highest bid has been made in an earlier stage."""
    state.owed = tuple([each for each in state.table.owing[state.deal.stage] if redeal.REASONS[each](state)])
    if state.owed:
        state.situation = REDEAL_OWED
    elif state.auction.turn == NOBODY:
        _contract_stands(state)
    else:
        state.situation = CALLING


# The auction and the trump


def bid(state: State, event: Event) -> None:
    """A seat bids, for its partner where it is the partner's turn."""
    state.deal.cut_open = False
    ruling_marks.mark_bid(state, event)
    state.auction.bid(event.arg)
    _called(state)


def pass_(state: State, event: Event) -> None:
    """A seat passes."""
    state.deal.cut_open = False
    state.auction.pass_()
    _called(state)


def _called(state: State) -> None:
    if state.auction.round == 2:
        state.touched.update(ruling_marks.SECOND_ROUND)
    if state.auction.turn == NOBODY:
        _auction_over(state)


def _auction_over(state: State) -> None:
    ruling_marks.mark_auction_over(state)
    auction = state.auction
    if not auction.bids:
        _contract_stands(state)
        return
    if state.trump.suit != NO_SUIT:
        _take_back_trump(state)
    state.declarer, state.bid = auction.holder, auction.standing
    if state.bid == THANI:
        play.start(state)
    else:
        state.situation = CHOOSING


def _take_back_trump(state: State) -> None:
    """The old trump card goes back to its owner's hand."""
    state.hands[state.declarer] |= state.trump.concealed
    state.trump = Trump()


def conceal(state: State, event: Event) -> None:
    """The declarer lays its trump card face down."""
    hand = state.hands[event.seat]
    card = hand & state.table.copies[event.arg]
    state.trump.concealed = card & -card
    state.hands[event.seat] = hand ^ state.trump.concealed
    state.trump.suit = event.arg // SUIT_SIZE
    if state.deal.stage == 0:
        state.touched.add("trump-before-second-packets")
    _contract_stands(state)


def show_trump(state: State, event: Event) -> None:
    """The declarer shows a card of the trump suit and keeps it."""
    state.trump.suit, state.trump.open = event.arg // SUIT_SIZE, True
    _contract_stands(state)


def _contract_stands(state: State) -> None:
    """The next stage is dealt, or after the last the play begins, unless the hand must be dealt again."""
    if state.deal.stage + 1 < len(state.table.plans):
        _next_stage(state)
    elif state.table.rules.redeal.no_trump_against and redeal.no_trump_against(state):
        state.owed, state.situation = ("no-trump-against",), REDEAL_OWED
    else:
        play.start(state)


ACTIONS: Final[dict[str, Callable[[State, Event], None]]] = {
    "cut": cut,
    "bid": bid,
    "pass": pass_,
    "redeal": deal_again,
    "conceal": conceal,
    "show_trump": show_trump,
    "ask_trump": play.ask_trump,
    "reveal_trump": play.reveal_trump,
    "play": play.play_card,
    "claim_jodi": play.claim,
    "claim_marujodi": play.claim,
    "ask_jodi": play.question,
    "ask_marujodi": play.question,
    "decline_jodi": play.decline,
    "decline_marujodi": play.decline,
}
"""What each action does, in the order of RECORD.md, "Events"."""
