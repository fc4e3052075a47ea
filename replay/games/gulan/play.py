"""What the events of the play do: cards, turning the trump up, promises (gulan/RULES.md, "Play")."""

from __future__ import annotations

from dataclasses import replace

from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.core.tricks import NO_SUIT, Trick
from dealproof.replay.games.gulan import endings, ruling_marks
from dealproof.replay.games.gulan.deck import SUIT_SIZE
from dealproof.replay.games.gulan.situations import ASKED, GUARDED, OVER, PLAYING, QUESTIONED, REVEALED
from dealproof.replay.games.gulan.state import State


def start(state: State) -> None:
    """Begins the play: eldest leads, or the declarer of a thani."""
    leader = state.eldest
    if state.bid != THANI:
        state.touched.add("eldest-leads")
    else:
        leader = state.declarer
        if state.table.rules.thani.partners == "sit-out":
            state.following = state.table.alone[leader]
    state.guarded = state.declarer if state.trump.concealed else NOBODY
    state.trick = Trick(leader)
    _pass_turn(state, leader)


def _pass_turn(state: State, seat: int) -> None:
    state.turn = seat
    state.situation = GUARDED if seat == state.guarded else PLAYING


# The trump is turned up


def ask_trump(state: State, event: Event) -> None:
    """A seat that cannot follow suit has the trump turned up."""
    _turn_up(state)
    state.situation = ASKED


def reveal_trump(state: State, event: Event) -> None:
    """The declarer turns its trump up."""
    _turn_up(state)
    state.situation = REVEALED


def _turn_up(state: State) -> None:
    trump = state.trump
    state.may_stop = False
    trump.shown = next(state.table.deck.kinds(trump.concealed))
    ruling_marks.mark_turned_up(state)
    state.hands[state.declarer] |= trump.concealed
    trump.concealed, trump.open, state.guarded = 0, True, NOBODY
    if state.follow:
        state.force = state.table.forces[state.trick.led][trump.suit]


# Cards


def play_card(state: State, event: Event) -> None:
    """A seat plays a card to the trick, leads it or closes it."""
    seat, kind, table = event.seat, event.arg, state.table
    hand = state.hands[seat]
    card = hand & table.copies[kind]
    state.hands[seat] = hand ^ (card & -card)
    if not state.follow:
        _lead(state, seat, kind // SUIT_SIZE)
    strength, trick = state.force[kind], state.trick
    trick.cards.append(kind)
    trick.stake += table.points[kind]
    if strength > trick.best:
        trick.best, trick.winner = strength, seat
    elif strength < 0 and state.trump.concealed:
        ruling_marks.mark_discard(state, seat, kind // SUIT_SIZE)
    following = state.following[seat]
    if following == trick.leader:
        _close_trick(state)
    else:
        state.turn = following
        state.situation = GUARDED if following == state.guarded else PLAYING


def _lead(state: State, seat: int, suit: int) -> None:
    trump, table = state.trump, state.table
    state.may_stop = False
    state.trick.led = suit
    state.follow = table.deck.suits[suit]
    state.led_suits |= 1 << suit
    if state.bid == THANI and trump.suit == NO_SUIT and table.rules.thani.trump == "first-led":
        trump.suit, trump.open = suit, True
    state.force = table.forces[suit][trump.suit if trump.open else NO_SUIT]
    if suit == trump.suit:
        ruling_marks.mark_trump_lead(state, seat)


def _close_trick(state: State) -> None:
    winner = state.trick.winner
    team = winner % 2
    state.tricks[team] += 1
    state.card_points[team] += state.trick.stake
    state.trick, state.follow = Trick(winner), 0
    _pass_turn(state, winner)
    endings.close(state, winner)
    if state.ended:
        state.situation, state.turn = OVER, NOBODY


# Promises


def claim(state: State, event: Event) -> None:
    """A seat promises all tricks or none, on its own or as an answer; play goes on."""
    ruling_marks.mark_promise(state, event)
    state.promise = replace(state.promise, made=event.do.removeprefix("claim_"), asked=NOBODY)
    state.may_stop = False
    _pass_turn(state, state.turn)


def question(state: State, event: Event) -> None:
    """A seat asks the other side for a promise; the seat asked must answer."""
    ruling_marks.mark_promise(state, event)
    asked = state.who_is_asked(event)
    state.promise = replace(state.promise, question=event.do.removeprefix("ask_"), asked=asked)
    state.situation, state.may_stop = QUESTIONED, False


def decline(state: State, event: Event) -> None:
    """The seat asked does not promise, which ends the hand."""
    state.ended = event.do.removeprefix("decline_") + "-declined"
    state.situation, state.turn = OVER, NOBODY
