"""How simulated hands of the Gulan family are played (`replay.simulation.play`).

A policy proposes what brings a hand nearer to its goal (`replay.games.gulan.goals`), first what it wants most. What is
legal is not said here: what is proposed may be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.gulan import match
from dealproof.replay.games.gulan.deck import SUIT_SIZE
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.goals import Goal, anyone, goals_of, suit_with_a_team, suits_of_team
from dealproof.replay.games.gulan.hand import Hand
from dealproof.replay.games.gulan.ruleset import RuleSet
from dealproof.replay.games.gulan.situations import ASKED, CALLING, CHOOSING, OVER, QUESTIONED, REDEAL_OWED, REVEALED
from dealproof.verifier.encoding import Json

WEIGHTS: Final[dict[str, dict[str, int]]] = {
    "call": {"cut": 1, "bid": 3, "pass": 5, "redeal": 0},
    "move": {
        "play": 12,
        "ask_trump": 4,
        "reveal_trump": 4,
        **dict.fromkeys(("claim_jodi", "ask_jodi", "claim_marujodi", "ask_marujodi"), 0),
    },
    "answer": {"claim": 1, "decline": 1},
    "": {"": 1},
}
"""How often an action is tried first, by weight, among those possible together; a goal replaces some weights."""


class GulanPolicy:
    """How simulated hands of one rule set of the family are played."""

    def __init__(self, game: Gulan) -> None:
        self.rules = game.rules
        self.table = goals_of(game.rules)
        self.goals: Mapping[str, int] = {name: goal.often for name, goal in self.table.items()}
        self._actions = {name: weighted(goal.weights) for name, goal in self.table.items()}

    def suits(self, hand: Hand, goal: str) -> bool:
        """Whether a fresh deal can reach the goal."""
        return self.table[goal].deal(hand)

    def tries(self, goal: str) -> int:
        """How many deals are looked at for one that suits."""
        return self.table[goal].tries

    def pace(self, do: str, spent: int, random: RandomSource) -> int:
        """Up to 9 s; no clock runs."""
        return random.uniform(9_000)

    def first(self) -> dict[str, Json]:
        """The standing before the first hand of a match."""
        return match.start(self.rules)

    def standing(self, random: RandomSource) -> dict[str, Json]:
        """A standing that hands may have led to, at random."""
        return standing(self.rules, random)

    def proposals(self, hand: Hand, goal: str, random: RandomSource) -> Iterator[Event]:
        """Events for the moment, most wanted first; none where the log is to end."""
        aim = self.table[goal]
        if hand.situation == OVER or (hand.may_stop and random.uniform(100) < aim.stops):
            return iter(())
        propose, kind = PROPOSALS.get(hand.situation, (_moves, "move"))
        actions = self._actions[goal][kind]
        return propose(hand, aim, actions[random.uniform(len(actions))], random)


def weighted(own: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Each action as many times as its weight."""
    return {
        kind: tuple(action for action, weight in actions.items() for _ in range(own.get(action, weight)))
        for kind, actions in WEIGHTS.items()
    }


# What is proposed in each situation: first the action, then what is also accepted.


def _calls(hand: Hand, aim: Goal, action: str, random: RandomSource) -> Iterator[Event]:
    if action == "cut":
        yield _cut(hand, random)
    if action == "redeal":
        yield Event("redeal", NOBODY, word="no-points-in-hand")
    turn = hand.auction.turn
    if action == "bid":
        seat = turn
        if hand.table.rules.adoption and random.one_in(6):
            seat = (turn + 2 * random.uniform(hand.table.seats // 2)) % hand.table.seats
        yield from _bids(hand, seat, aim, random)
    yield Event("pass", turn)
    yield from _bids(hand, turn, aim, random)


def _bids(hand: Hand, seat: int, aim: Goal, random: RandomSource) -> Iterator[Event]:
    """Bids of a seat: thani where it is the goal, a number near the least that will do, or any."""
    auction, total = hand.auction, hand.table.rules.total
    if aim.bids == "thani" and auction.last and seat == _strongest(hand):
        yield Event("bid", seat, THANI)
    least = max(auction.floor, auction.standing + 1)
    if aim.bids == "any" and least < total:
        yield Event("bid", seat, least + random.uniform(total + 1 - least))
        if auction.last and random.one_in(20):
            yield Event("bid", seat, THANI)
    yield Event("bid", seat, least + random.uniform(3))
    yield Event("bid", seat, least)
    yield Event("bid", seat, max(least, hand.table.rules.honors))


def _strongest(hand: Hand) -> int:
    """The seat that holds most cards of points."""
    pointed = hand.table.deck.pointed
    return max(range(hand.table.seats), key=lambda seat: (hand.hands[seat] & pointed).bit_count())


def _cut(hand: Hand, random: RandomSource) -> Event:
    return Event("cut", (hand.dealer - 1) % hand.table.seats, 1 + random.uniform(hand.table.deck.size - 1))


def _choices(hand: Hand, aim: Goal, action: str, random: RandomSource) -> Iterator[Event]:
    do = "show_trump" if hand.table.rules.trump.choice == "shown" else "conceal"
    held = hand.hands[hand.declarer]
    suits = suits_of_team(hand, hand.declarer % 2) if aim.deal is suit_with_a_team else []
    wanted = held & sum(hand.table.deck.suits[suit] for suit in suits) or held
    yield Event(do, hand.declarer, random.pick(tuple(hand.table.deck.kinds(wanted))))


def _moves(hand: Hand, aim: Goal, action: str, random: RandomSource) -> Iterator[Event]:
    seat = hand.turn
    if action != "play":
        yield Event(action, seat)
    yield from _cards(hand, aim, action, random)
    yield Event("reveal_trump", seat)


def _cards(hand: Hand, aim: Goal, action: str, random: RandomSource) -> Iterator[Event]:
    """The cards of the seat on turn, in the order in which the goal likes them."""
    seat = hand.turn
    kinds = list(hand.table.deck.kinds(hand.hands[seat]))
    if aim.wins is None or random.one_in(16):
        start = random.uniform(len(kinds) or 1)
        kinds = kinds[start:] + kinds[:start]
    else:
        kinds.sort(key=_by_leading(hand, aim.wins) if hand.trick.led == NO_SUIT else _by_following(hand, aim.wins))
    for kind in kinds:
        yield Event("play", seat, kind)


def _by_leading(hand: Hand, wins: Callable[[Hand, int], bool]) -> Callable[[int], tuple[bool, int]]:
    """A seat that should win leads what the others cannot beat, the strongest first; another its weakest card."""
    deck = hand.table.deck
    if not wins(hand, hand.turn):
        return lambda kind: (False, deck.strength[kind])
    best = [-1, -1, -1, -1]
    for seat, cards in enumerate(hand.hands):
        if not wins(hand, seat):
            for kind in deck.kinds(cards):
                best[kind // SUIT_SIZE] = max(best[kind // SUIT_SIZE], deck.strength[kind])
    return lambda kind: (deck.strength[kind] < best[kind // SUIT_SIZE], -deck.strength[kind])


def _by_following(hand: Hand, wins: Callable[[Hand, int], bool]) -> Callable[[int], tuple[bool, int]]:
    """A seat that should win beats the trick, unless a friend is winning it; another plays below it."""
    trick, worth = hand.trick, hand.force
    beats = wins(hand, hand.turn) and (wins is anyone or not wins(hand, trick.winner))

    if beats:
        return lambda kind: (worth[kind] <= trick.best, -worth[kind])
    if wins(hand, hand.turn):
        return lambda kind: (False, worth[kind])
    strength = hand.table.deck.strength
    return lambda kind: (worth[kind] > trick.best, -strength[kind])


def _answers(hand: Hand, aim: Goal, action: str, random: RandomSource) -> Iterator[Event]:
    yield Event(f"{action}_{hand.promise.question}", hand.promise.asked)


def _redeals(hand: Hand, aim: Goal, action: str, random: RandomSource) -> Iterator[Event]:
    if hand.deal.cut_open and random.one_in(8):
        yield _cut(hand, random)
    yield Event("redeal", NOBODY, word=random.pick(hand.owed))


Propose = Callable[[Hand, Goal, str, RandomSource], Iterator[Event]]

PROPOSALS: Final[dict[int, tuple[Propose, str]]] = {
    CALLING: (_calls, "call"),
    CHOOSING: (_choices, ""),
    ASKED: (_cards, ""),
    REVEALED: (_cards, ""),
    QUESTIONED: (_answers, "answer"),
    REDEAL_OWED: (_redeals, ""),
}
"""What is proposed in each situation, and which actions may come up first; in all others cards are played."""


def standing(rules: RuleSet, random: RandomSource) -> dict[str, Json]:
    """A match's standing that hands may have led to (gulan/RULES.md, "The match")."""
    stock = rules.match.stock
    fresh = (None, 0, 1)[random.uniform(3)]
    kunukku: dict[str, Json] = {
        "slams": [random.uniform(3), random.uniform(3)],
        "kunukku": [random.one_in(2) or seat % 2 == fresh for seat in range(rules.seats)],
        "fresh": fresh,
    }
    ours, side = random.uniform(2 * stock + 1), random.uniform(2)
    debts = [0, 0]
    debts[side] = random.uniform(rules.match.flag_at)
    standings: dict[str, dict[str, Json]] = {
        "points": {"totals": [random.uniform(41) - 20, random.uniform(41) - 20]},
        "kooli-exchange": {"kooli": [ours, 2 * stock - ours], **kunukku},
        "box": {"net": ours - stock, **kunukku},
        "kooli-return": {"kooli": debts, "flags": [random.uniform(3), random.uniform(3)]},
    }
    return standings[rules.match.method]
