"""The rules of the Gulan family, one function each (gulan/RULES.md).

A rule is called with the hand and an event, and says whether the event breaks it. Its name is the rule ID with
`_` for `-`; its docstring is the rule, with T where the source texts say so (G, K, C) and R where it is ruled.
`replay.games.gulan.rulebook` lists which rules apply to which word in which situation, and in which order. A rule may
rely on the ones before it having passed.
"""

from __future__ import annotations

from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.gulan import redeal
from dealproof.replay.games.gulan.deck import SUIT_SIZE
from dealproof.replay.games.gulan.state import State

# The whole hand


def play_after_end(hand: State, event: Event) -> bool:
    """Nothing is done in a hand that is over."""
    return True


def redeal_owed(hand: State, event: Event) -> bool:
    """Where a reason that must bring a redeal holds, the redeal is next; only a cut may come before it."""
    return event.do != "cut" or not hand.deal.cut_open


def redeal_without_cause(hand: State, event: Event) -> bool:
    """A redeal needs its reason to hold (R)."""
    if event.word == "no-points-in-hand" and hand.table.rules.redeal.no_points_in_hand:
        return not redeal.no_points_in_hand(hand)
    return event.word not in hand.owed


# The cut


def cut_wrong_seat(hand: State, event: Event) -> bool:
    """The dealer's left cuts (T: G, K; R: C)."""
    return event.seat != (hand.dealer - 1) % hand.table.seats


def cut_out_of_range(hand: State, event: Event) -> bool:
    """A cut lifts at least one card and leaves at least one (PROTOCOL.md, "The random stream")."""
    return not 1 <= event.arg < hand.table.deck.size


def cut_after_deal(hand: State, event: Event) -> bool:
    """The pack is cut once for each deal, before anything else (T: G, K; R: C)."""
    return not hand.deal.cut_open


# The auction


def call_out_of_turn(hand: State, event: Event) -> bool:
    """Calls are made in turn (T); with adoption a bid on the partner's turn binds the partner (T: G)."""
    turn = hand.auction.turn
    if event.do == "bid" and hand.table.rules.adoption:
        return (event.seat - turn) % 2 == 1
    return event.seat != turn


def bid_too_low(hand: State, event: Event) -> bool:
    """A bid reaches the least bid of its phase, or of its round (T)."""
    return event.arg < hand.auction.floor


def bid_not_higher(hand: State, event: Event) -> bool:
    """A bid is higher than the highest bid so far (T)."""
    return event.arg <= hand.auction.standing


def bid_over_partner_needs_honors(hand: State, event: Event) -> bool:
    """Over a partner's bid one bids honors or more (T)."""
    holder, seat = hand.auction.holder, hand.auction.turn
    return event.arg < hand.auction.honors and holder not in (NOBODY, seat) and holder % 2 == seat % 2


def bid_too_high(hand: State, event: Event) -> bool:
    """No bid but thani is above the value of all cards (T)."""
    return hand.table.rules.total < event.arg < THANI


def thani_not_yet(hand: State, event: Event) -> bool:
    """Thani is bid in the last phase only (R)."""
    return event.arg == THANI and not hand.auction.last


def eldest_must_bid(hand: State, event: Event) -> bool:
    """Eldest's first call may not be a pass (T)."""
    auction = hand.auction
    return auction.first and event.seat == auction.eldest and not auction.spoken >> event.seat & 1


def call_after_auction(hand: State, event: Event) -> bool:
    """No call is made once the auction is over (T)."""
    return True


# The trump card


def conceal_not_declarer(hand: State, event: Event) -> bool:
    """Only the winner of the auction chooses trump (T)."""
    return event.seat != hand.declarer and hand.trump.suit == NO_SUIT and hand.bid != THANI


def conceal_not_in_hand(hand: State, event: Event) -> bool:
    """The trump card is a card of the declarer's hand (T)."""
    return not hand.hands[event.seat] & hand.table.copies[event.arg]


def trump_already_chosen(hand: State, event: Event) -> bool:
    """Trump is chosen once for each auction won; a declarer of thani chooses none (T: G)."""
    return True


def trump_not_chosen(hand: State, event: Event) -> bool:
    """Before anything else the declarer chooses trump, in the way of its rule set (T)."""
    return True


# Turning the trump up


def ask_not_void(hand: State, event: Event) -> bool:
    """Only who holds no card of the suit led may ask (T)."""
    led = hand.trick.led
    return led != NO_SUIT and bool(hand.hands[event.seat] & hand.table.deck.suits[led])


def ask_when_leading(hand: State, event: Event) -> bool:
    """Who leads has nothing to ask for (T)."""
    return hand.trick.led == NO_SUIT


def trump_already_open(hand: State, event: Event) -> bool:
    """An open trump is not turned up again (T); under thani there never is one to turn up."""
    return hand.trump.open and hand.bid != THANI


def ask_by_declarer(hand: State, event: Event) -> bool:
    """The declarer knows the trump card and does not ask for it (T)."""
    return event.seat == hand.declarer


def no_trump_game(hand: State, event: Event) -> bool:
    """Under thani there is no trump to turn up (T: K, C; R: G)."""
    return hand.bid == THANI


def declarer_may_not_reveal_on_trump_lead(hand: State, event: Event) -> bool:
    """When another seat leads trump, the declarer may not turn the card up, except as its last card (T: K, C; R: G)."""
    return (
        event.seat == hand.declarer
        and not hand.trump.open
        and hand.trick.led != NO_SUIT
        and hand.trick.led == hand.trump.suit
        and bool(hand.hands[event.seat])
    )


def reveal_by_other(hand: State, event: Event) -> bool:
    """Only the declarer turns up its own card (T)."""
    return event.seat != hand.declarer


def reveal_when_leading(hand: State, event: Event) -> bool:
    """The card is turned up to ruff, not to lead, unless it is the last card (T)."""
    return hand.trick.led == NO_SUIT and (event.seat != hand.declarer or bool(hand.hands[event.seat]))


def reveal_not_void(hand: State, event: Event) -> bool:
    """The declarer turns the card up only when it holds no card of the suit led (T)."""
    return ask_not_void(hand, event)


# Playing a card


def play_out_of_turn(hand: State, event: Event) -> bool:
    """Cards are played in turn, once play has begun (T)."""
    return event.seat != hand.turn


def last_card_must_be_revealed(hand: State, event: Event) -> bool:
    """A concealed card that is the declarer's last is turned up before it is played (T: K; R: G, C)."""
    return (
        event.seat == hand.declarer
        and not hand.hands[event.seat]
        and bool(hand.trump.concealed & hand.table.copies[event.arg])
    )


def card_not_in_hand(hand: State, event: Event) -> bool:
    """A seat plays a card that it holds; the concealed card is not part of its hand (T)."""
    return not hand.hands[event.seat] & hand.table.copies[event.arg]


def must_follow_suit(hand: State, event: Event) -> bool:
    """Who holds a card of the suit led plays one (T)."""
    # Most legal cards are accepted by `Gulan.fault` before this is called.
    follow = hand.follow
    return hand.hands[event.seat] & follow != 0 and not hand.table.copies[event.arg] & follow


def declarer_may_not_lead_trump(hand: State, event: Event) -> bool:
    """While trump is concealed the declarer leads another suit if it can (T); in Cheettukali from honors up it
    need not (T)."""
    return (
        hand.trick.led == NO_SUIT
        and event.seat == hand.declarer
        and event.arg // SUIT_SIZE == hand.trump.suit
        and not hand.trump.open
        and hand.bid < hand.table.may_lead_from
        and hand.hands[event.seat] & ~hand.table.deck.suits[hand.trump.suit] != 0
    )


def declarer_may_not_discard_trump(hand: State, event: Event) -> bool:
    """While trump is concealed the declarer does not throw a trump on another suit (T: K)."""
    return (
        event.seat == hand.declarer
        and event.arg // SUIT_SIZE == hand.trump.suit
        and not hand.trump.open
        and hand.trick.led not in (NO_SUIT, hand.trump.suit)
    )


def no_jack_discard(hand: State, event: Event) -> bool:
    """The jack of a suit not led yet is not discarded while another card may be (K, an option). To ruff is not to
    discard, so an open trump is neither held back nor an alternative."""
    deck = hand.table.deck
    discards = hand.hands[event.seat] & ~hand.follow
    holds_trumps_back = event.seat == hand.declarer and not hand.table.rules.trump.declarer_discards_trump
    if hand.trump.open or holds_trumps_back:
        discards &= ~deck.suits[hand.trump.suit]
    fresh = sum(jack for suit, jack in enumerate(deck.jacks) if not hand.led_suits >> suit & 1)
    thrown = hand.table.copies[event.arg] & fresh & discards
    return hand.follow != 0 and thrown != 0 and discards & ~fresh != 0


def asker_must_trump(hand: State, event: Event) -> bool:
    """Who had the trump turned up plays a trump if it holds one (T: G, C; R: K)."""
    return (
        event.arg // SUIT_SIZE != hand.trump.suit
        and hand.hands[event.seat] & hand.table.deck.suits[hand.trump.suit] != 0
    )


def self_reveal_plays_concealed_card(hand: State, event: Event) -> bool:
    """A declarer that turns the card up plays that very card (T: K, C; an option in G)."""
    return event.arg != hand.trump.shown


def self_reveal_must_ruff(hand: State, event: Event) -> bool:
    """A declarer that turns the card up plays a trump (T: G)."""
    return event.arg // SUIT_SIZE != hand.trump.suit
