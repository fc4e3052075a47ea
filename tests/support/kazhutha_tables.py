"""Hands of Kazhutha set up by hand: what each seat holds and who leads; all other cards are discarded already."""

from types import SimpleNamespace

from dealproof.replay import rulesets
from dealproof.replay.core.cards import KINDS
from dealproof.replay.core.events import Event
from dealproof.replay.games.kazhutha.deck import ALL_CARDS
from tests.reference.kazhutha.game import PACK, Game, Round
from tests.support.in_play import InPlay

KAZHUTHA = rulesets.builtin("kazhutha")


def start(seats, first, deck, game=KAZHUTHA):
    """A hand dealt from `deck`, an order of the pack, the first card to the seat `first`."""
    source = SimpleNamespace(order=lambda n: list(deck), uniform=lambda m: first)
    return InPlay(game, game.start(["?"] * seats, None, lambda label: source))


def late(hands, leader=0, game=KAZHUTHA):
    """A hand in its middle: a text of cards a seat, `leader` to lead a new round at 0 ms."""
    hand = start(len(hands), 0, range(52), game)
    hand.hands = [sum(1 << KINDS[card] for card in cards.split()) for cards in hands]
    hand.discards = ALL_CARDS ^ sum(hand.hands)
    hand.done = 1
    hand._start_round(leader, hand.inside)
    return hand


def late_reference(hands, leader=0):
    """The same hand told by the slow reference."""
    game = Game(len(hands), 0, lambda label, n: range(n))
    game.hands = [cards.split() for cards in hands]
    game.discards = [card for card in PACK if not any(card in cards for cards in game.hands)]
    game.rounds = [Round(game.to_the_right(leader, range(len(hands))))]
    game.events = [{"t": 0}]
    return game


def play(hand, *cards):
    """Plays cards, each by the seat whose turn it is; "-" is a time-out. Every one must be legal."""
    for card in cards:
        event = Event("timeout", hand.turn) if card == "-" else Event("play", hand.turn, KINDS[card])
        assert hand.fault(event) is None, (card, hand.fault(event))
        hand.apply(event)
    return hand


def fault(hand, card, seat=None, t=-1):
    """The rule that a card, or "-" for a time-out, would break now."""
    seat = hand.turn if seat is None else seat
    return hand.fault(Event("timeout", seat, t=t) if card == "-" else Event("play", seat, KINDS[card], t=t))


def held(hand):
    """How many cards each seat holds."""
    return [cards.bit_count() for cards in hand.hands]
