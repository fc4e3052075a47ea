"""How simulated hands of the Gulan family are played (`replay.simulation`).

Every goal is a line of `GOALS`. The players here see all the cards, and all of them together work towards the goal,
since some endings hardly come about otherwise. What is legal is not said here: what is proposed may be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from replay.chance import Chance
from replay.events import NOBODY, THANI, Event
from replay.gulan import match
from replay.gulan.game import Gulan
from replay.gulan.ruleset import RuleSet
from replay.gulan.state import (
    ASKED,
    CALLING,
    CHOOSING,
    OVER,
    POWER,
    QUESTIONED,
    REDEAL_OWED,
    REVEALED,
    SUIT_SIZE,
    Hand,
)
from replay.tricks import NO_SUIT
from verifier.encoding import Json

WORDS: Final[dict[str, dict[str, int]]] = {
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
"""How often a word is tried first, by weight, among those that may come up together; a goal lays its own weights over
these. Where only one word can be said there is nothing to choose."""


def anyone(hand: Hand, seat: int) -> bool:
    """Every seat for itself."""
    return True


def declarer(hand: Hand, seat: int) -> bool:
    """The tricks shall be the declarer's."""
    return seat == hand.declarer


def team(hand: Hand, seat: int) -> bool:
    """The tricks shall be the declarer's team's."""
    return seat % 2 == hand.declarer % 2


def others(hand: Hand, seat: int) -> bool:
    """The tricks shall be the other team's."""
    return seat % 2 != hand.declarer % 2


def any_deal(hand: Hand) -> bool:
    """Every deal will do."""
    return True


def eldest_no_points(hand: Hand) -> bool:
    """Eldest has got no card of any points."""
    return "eldest-no-points" in hand.owed


def four_jacks(hand: Hand) -> bool:
    """A seat has got all four jacks."""
    return "four-jacks" in hand.owed


def suit_with_a_team(hand: Hand) -> bool:
    """A suit lies with one team, and no redeal is owed for anything else."""
    return not hand.owed and bool(suits_of_team(hand, 0) or suits_of_team(hand, 1))


def suits_of_team(hand: Hand, side: int) -> list[int]:
    """The suits of which the other team gets no card in all stages of the deal."""
    against = 0
    for stage in hand.table.plans:
        for offset, places in enumerate(stage, hand.eldest):
            if offset % hand.table.seats % 2 != side:
                against |= sum(1 << hand.order[place] for place in places)
    return [suit for suit, cards in enumerate(hand.table.deck.suits) if not cards & against]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a hand is steered to.

    `often` is its share; `words` are weights for what is tried first; `wins` says whether a seat is to win tricks
    (None: nobody minds); `bids` how high seats bid; `stops` in how many of 100 hands that may stop as decided the log
    stops; `deal` which deals suit it, of so many `tries`.
    """

    often: int
    words: Mapping[str, int] = field(default_factory=dict)
    wins: Callable[[Hand, int], bool] | None = None
    bids: Literal["low", "any", "thani"] = "low"
    stops: int = 10
    deal: Callable[[Hand], bool] = any_deal
    tries: int = 1


UNOPENED: Final = {"ask_trump": 0, "reveal_trump": 0}
UNCUT: Final = {"cut": 0}

GOALS: Final[dict[str, Goal]] = {
    "played": Goal(40),
    "decided": Goal(30, wins=anyone, stops=100),
    "raised": Goal(30, {"bid": 12, "pass": 1}, bids="any"),
    "last-card": Goal(20, UNOPENED),
    "opened": Goal(20, {"ask_trump": 90, "reveal_trump": 90}),
    "made": Goal(20, {"bid": 6}, wins=team, bids="any", stops=50),
    "failed": Goal(20, {"bid": 6}, wins=others, bids="any", stops=50),
    "thani": Goal(20, {"bid": 8}, wins=declarer, bids="thani"),
    "thani-lost": Goal(10, {"bid": 8}, bids="thani"),
}
"""Goals that every rule set has."""

JODI: Final[dict[str, Goal]] = {
    "jodi": Goal(20, {"claim_jodi": 2}, wins=team),
    "jodi-at-once": Goal(8, {"claim_jodi": 60}, wins=team),
    "jodi-lost": Goal(8, {"claim_jodi": 60}),
    "jodi-asked": Goal(8, {"ask_jodi": 60, "claim": 4, "decline": 1}, wins=team),
    "jodi-declined": Goal(8, {"ask_jodi": 6, "claim": 0}, wins=team),
}
"""Goals of a rule set that knows jodi."""

MARUJODI: Final[dict[str, Goal]] = {
    "marujodi": Goal(20, {"claim_marujodi": 2}, wins=others),
    "marujodi-lost": Goal(8, {"claim_marujodi": 60}),
    "marujodi-asked": Goal(8, {"ask_marujodi": 60, "claim": 4, "decline": 1}, wins=others),
    "marujodi-declined": Goal(8, {"ask_marujodi": 6, "claim": 0}, wins=others),
}
"""Goals of a rule set that knows marujodi."""

REDEALS: Final[dict[str, Goal]] = {
    "eldest-no-points": Goal(6, deal=eldest_no_points, tries=60),
    "four-jacks": Goal(1, UNCUT, deal=four_jacks, tries=4000),
    "no-trump-against": Goal(6, UNCUT, deal=suit_with_a_team, tries=400),
    "no-points-in-hand": Goal(10, {"redeal": 60}),
}
"""A goal for each reason for a redeal."""


class GulanPolicy:
    """How simulated hands of one rule set of the family are played."""

    def __init__(self, game: Gulan) -> None:
        self.rules = game.rules
        self.table = goals_of(game.rules)
        self.goals = {name: goal.often for name, goal in self.table.items()}
        self._words = {name: weighted(goal.words) for name, goal in self.table.items()}

    def suits(self, hand: Hand, goal: str) -> bool:
        """Whether a fresh deal can reach the goal."""
        return self.table[goal].deal(hand)

    def tries(self, goal: str) -> int:
        """How many deals are looked at for one that suits."""
        return self.table[goal].tries

    def first(self) -> dict[str, Json]:
        """The standing before the first hand of a match."""
        return match.start(self.rules)

    def standing(self, chance: Chance) -> dict[str, Json]:
        """A standing that hands may have led to, at random."""
        return standing(self.rules, chance)

    def proposals(self, hand: Hand, goal: str, chance: Chance) -> Iterator[Event]:
        """Events for the moment, most wanted first; none where the log is to end."""
        aim = self.table[goal]
        if hand.situation == OVER or (hand.may_stop and chance.uniform(100) < aim.stops):
            return iter(())
        propose, kind = PROPOSALS.get(hand.situation, (_moves, "move"))
        words = self._words[goal][kind]
        return propose(hand, aim, words[chance.uniform(len(words))], chance)


def goals_of(rules: RuleSet) -> dict[str, Goal]:
    """The goals that a rule set has."""
    goals = dict(GOALS)
    if rules.trump.choice == "shown":
        del goals["last-card"], goals["opened"]
    if rules.jodi.enabled:
        goals |= JODI
    if rules.jodi.enabled and rules.jodi.marujodi:
        goals |= MARUJODI
    reasons = {name for name in REDEALS if getattr(rules.redeal, name.replace("-", "_"))}
    return goals | {name: goal for name, goal in REDEALS.items() if name in reasons}


def weighted(own: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Each word as many times as its weight says."""
    return {
        kind: tuple(word for word, weight in words.items() for _ in range(own.get(word, weight)))
        for kind, words in WORDS.items()
    }


# What is proposed in each situation: first what the word says, then what will do.


def _calls(hand: Hand, aim: Goal, word: str, chance: Chance) -> Iterator[Event]:
    if word == "cut":
        yield _cut(hand, chance)
    if word == "redeal":
        yield Event("redeal", NOBODY, word="no-points-in-hand")
    turn = hand.auction.turn
    if word == "bid":
        seat = turn
        if hand.table.rules.adoption and chance.one_in(6):
            seat = (turn + 2 * chance.uniform(hand.table.seats // 2)) % hand.table.seats
        yield from _bids(hand, seat, aim, chance)
    yield Event("pass", turn)
    yield from _bids(hand, turn, aim, chance)


def _bids(hand: Hand, seat: int, aim: Goal, chance: Chance) -> Iterator[Event]:
    """Bids of a seat: thani where it is the goal, a number near the least that will do, or any."""
    auction, total = hand.auction, hand.table.rules.total
    if aim.bids == "thani" and auction.last and seat == _strongest(hand):
        yield Event("bid", seat, THANI)
    least = max(auction.floor, auction.standing + 1)
    if aim.bids == "any" and least < total:
        yield Event("bid", seat, least + chance.uniform(total + 1 - least))
        if auction.last and chance.one_in(20):
            yield Event("bid", seat, THANI)
    yield Event("bid", seat, least + chance.uniform(3))
    yield Event("bid", seat, least)
    yield Event("bid", seat, max(least, hand.table.rules.honors))


def _strongest(hand: Hand) -> int:
    """The seat that holds most cards of points."""
    pointed = hand.table.deck.pointed
    return max(range(hand.table.seats), key=lambda seat: (hand.hands[seat] & pointed).bit_count())


def _cut(hand: Hand, chance: Chance) -> Event:
    return Event("cut", (hand.dealer - 1) % hand.table.seats, 1 + chance.uniform(hand.table.deck.size - 1))


def _choices(hand: Hand, aim: Goal, word: str, chance: Chance) -> Iterator[Event]:
    do = "show_trump" if hand.table.rules.trump.choice == "shown" else "conceal"
    held = hand.hands[hand.declarer]
    suits = suits_of_team(hand, hand.declarer % 2) if aim.deal is suit_with_a_team else []
    wanted = held & sum(hand.table.deck.suits[suit] for suit in suits) or held
    yield Event(do, hand.declarer, chance.pick(tuple(hand.table.deck.kinds(wanted))))


def _moves(hand: Hand, aim: Goal, word: str, chance: Chance) -> Iterator[Event]:
    seat = hand.turn
    if word != "play":
        yield Event(word, seat)
    yield from _cards(hand, aim, word, chance)
    yield Event("reveal_trump", seat)


def _cards(hand: Hand, aim: Goal, word: str, chance: Chance) -> Iterator[Event]:
    """The cards of the seat on turn, in the order in which the goal likes them."""
    seat = hand.turn
    kinds = list(hand.table.deck.kinds(hand.hands[seat]))
    if aim.wins is None or chance.one_in(16):
        start = chance.uniform(len(kinds) or 1)
        kinds = kinds[start:] + kinds[:start]
    else:
        kinds.sort(key=_by_leading(hand, aim.wins) if hand.trick.led == NO_SUIT else _by_following(hand, aim.wins))
    for kind in kinds:
        yield Event("play", seat, kind)


def _by_leading(hand: Hand, wins: Callable[[Hand, int], bool]) -> Callable[[int], tuple[bool, int]]:
    """Who is to win leads what the others cannot beat, the strongest first; who is not leads its weakest card."""
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
    """Who is to win beats the trick, unless a friend is winning it; who is not keeps below it."""
    deck, trick = hand.table.deck, hand.trick
    beats = wins(hand, hand.turn) and (wins is anyone or not wins(hand, trick.winner))

    def worth(kind: int) -> int:
        if hand.open and kind // SUIT_SIZE == hand.trump:
            return deck.strength[kind] + POWER
        return deck.strength[kind] if kind // SUIT_SIZE == trick.led else -1

    if beats:
        return lambda kind: (worth(kind) <= trick.best, -worth(kind))
    if wins(hand, hand.turn):
        return lambda kind: (False, worth(kind))
    return lambda kind: (worth(kind) > trick.best, -deck.strength[kind])


def _answers(hand: Hand, aim: Goal, word: str, chance: Chance) -> Iterator[Event]:
    yield Event(f"{word}_{hand.question}", hand.asked)


def _redeals(hand: Hand, aim: Goal, word: str, chance: Chance) -> Iterator[Event]:
    if hand.cut_open and chance.one_in(8):
        yield _cut(hand, chance)
    yield Event("redeal", NOBODY, word=chance.pick(hand.owed))


Propose = Callable[[Hand, Goal, str, Chance], Iterator[Event]]

PROPOSALS: Final[dict[int, tuple[Propose, str]]] = {
    CALLING: (_calls, "call"),
    CHOOSING: (_choices, ""),
    ASKED: (_cards, ""),
    REVEALED: (_cards, ""),
    QUESTIONED: (_answers, "answer"),
    REDEAL_OWED: (_redeals, ""),
}
"""What is proposed in each situation, and which words may come up first; in all others cards are played."""


def standing(rules: RuleSet, chance: Chance) -> dict[str, Json]:
    """A match's standing that hands may have led to (rules/gulan.md, "The match")."""
    stock = rules.match.stock
    fresh = (None, 0, 1)[chance.uniform(3)]
    kunukku: dict[str, Json] = {
        "slams": [chance.uniform(3), chance.uniform(3)],
        "kunukku": [chance.one_in(2) or seat % 2 == fresh for seat in range(rules.seats)],
        "fresh": fresh,
    }
    ours, side = chance.uniform(2 * stock + 1), chance.uniform(2)
    debts = [0, 0]
    debts[side] = chance.uniform(rules.match.flag_at)
    standings: dict[str, dict[str, Json]] = {
        "points": {"totals": [chance.uniform(41) - 20, chance.uniform(41) - 20]},
        "kooli-exchange": {"kooli": [ours, 2 * stock - ours], **kunukku},
        "box": {"net": ours - stock, **kunukku},
        "kooli-return": {"kooli": debts, "flags": [chance.uniform(3), chance.uniform(3)]},
    }
    return standings[rules.match.method]
