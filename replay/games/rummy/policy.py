"""How simulated hands of rummy are played (`replay.simulation.play`).

A policy proposes what brings a hand nearer to its goal, first what it wants most. What is legal is not said here: what
is proposed may be refused. Players are sensible: they keep what is in a group or near one, and declare what may be
declared, unless the goal is another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dealproof.replay.core.cards import JOKER, KINDS, TEXTS
from dealproof.replay.core.events import Event
from dealproof.replay.core.policy import AnyDeal
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.games.rummy.arrangement import Arrangement, best_arrangement, declarations
from dealproof.replay.games.rummy.deck import SUIT_SIZE
from dealproof.replay.games.rummy.game import Rummy
from dealproof.replay.games.rummy.state import DRAWING, Hand, to_act

LONG: Final = 450
"""After this number of events the seat that should draw drops."""
NEAR: Final = 6
"""How near to the others a card of the discards must be to be taken."""
LAST_CARD: Final = 10
"""A hand of 14 that counts more than one card can has no 13 that are arranged."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal that hands are steered to.

    `often` is its weight. These numbers of 1000 moments are spent on unusual moves: `drop` before a draw, `leave` at
    any time by anyone, `timeout` in any turn, `wrong` on a declaration of anything. `patience` is how many
    new stocks are made before any seat declares; with `whole`, no seat declares while one of the 14 cards is loose.
    """

    often: int
    drop: int = 2
    leave: int = 1
    timeout: int = 5
    wrong: int = 0
    patience: int = 0
    whole: bool = False


GOALS: Final[dict[str, Goal]] = {
    "declared": Goal(40, drop=0, leave=0, timeout=0),
    "busy": Goal(20, drop=5, leave=3, timeout=20, wrong=5),
    "fourteen": Goal(10, drop=0, leave=0, whole=True),
    "stock-made-anew": Goal(10, drop=0, leave=0, patience=1),
    "wrong-declare": Goal(10, wrong=60),
    "timed-out": Goal(10, timeout=600),
    "last-seat": Goal(10, drop=150, leave=40),
}
"""Goals of every number of seats."""


class RummyPolicy(AnyDeal):
    """How simulated hands of one rule set are played."""

    goals: Mapping[str, int] = {name: goal.often for name, goal in GOALS.items()}

    def __init__(self, game: Rummy) -> None:
        self.turn_ms = game.rules.turn_ms

    def proposals(self, hand: Hand, goal: str, random: RandomSource) -> Iterator[Event]:
        """Events for the moment, most wanted first; none where the hand is over."""
        if not to_act(hand):
            return
        aim = GOALS[goal]
        yield from _whims(hand, aim, random)
        yield from _drawing(hand) if hand.situation == DRAWING else _holding(hand, aim)

    def pace(self, do: str, spent: int, random: RandomSource) -> int | None:
        """Up to 9 s, a time-out when the time of its turn is up where there is one, now and then to the ms. One event
        in 60 has no time."""
        if random.one_in(60):
            return None
        if do != "timeout" or self.turn_ms is None:
            return random.uniform(9_000)
        return max(0, self.turn_ms - spent) + random.pick((0, 1, random.uniform(9_000)))


def _whims(hand: Hand, aim: Goal, random: RandomSource) -> Iterator[Event]:
    """What is done for no reason."""
    seat = hand.turn
    if hand.situation == DRAWING and (random.uniform(1000) < aim.drop or hand.events > LONG):
        yield Event("drop", seat)
    if random.uniform(1000) < aim.leave:
        yield Event("leave", random.uniform(hand.seats))
    if random.uniform(1000) < aim.timeout:
        yield Event("timeout", seat)
    if random.uniform(1000) < aim.wrong:
        yield Event("declare", seat, random.pick(hand.hands[seat]))


def _drawing(hand: Hand) -> Iterator[Event]:
    """From the discards what is wild or near to the others, else from the stock; where there is neither, nothing is
    left but to drop."""
    seat = hand.turn
    if hand.discards:
        top = hand.discards[-1]
        if hand.is_wild(top) or nearness(top, hand.hands[seat]) >= NEAR:
            yield Event("draw", seat, word="discards")
    yield Event("draw", seat, word="stock")
    yield Event("draw", seat, word="discards")
    yield Event("drop", seat)


def _holding(hand: Hand, aim: Goal) -> Iterator[Event]:
    """A declaration where there is one and the goal wants it; else the cards that are least worth keeping first."""
    seat = hand.turn
    naturals, cards = hand.rules.min_naturals, [TEXTS[kind] for kind in hand.hands[seat]]
    best = best_arrangement(cards, hand.wild, naturals)
    if best.points <= LAST_CARD and hand.anew >= aim.patience and not (aim.whole and best.loose):
        yield from (Event("declare", seat, KINDS[card]) for card in declarations(cards, hand.wild, naturals)[:1])
    yield from (Event("discard", seat, kind) for kind in _least_worth(hand, best))


def _least_worth(hand: Hand, best: Arrangement) -> list[int]:
    """The cards of the seat in turn: loose ones far from all others first, wild ones last."""
    held = hand.hands[hand.turn]
    loose = {KINDS[card] for card in best.loose}
    return sorted(held, key=lambda kind: (hand.is_wild(kind), kind not in loose, nearness(kind, held), kind))


def nearness(kind: int, cards: list[int]) -> int:
    """How near a card is to others: four for each neighbour in its suit, two for each card two places off and for each
    card of its rank in another suit."""
    if kind == JOKER:
        return 0
    suit, height = divmod(kind, SUIT_SIZE)
    near = 0
    for other in cards:
        if other in (JOKER, kind):
            continue
        other_suit, other_height = divmod(other, SUIT_SIZE)
        if other_suit != suit:
            near += 2 * (other_height == height)
            continue
        # The ace is both below the two and above the king.
        apart = abs(height - other_height)
        apart = min(apart, SUIT_SIZE - apart)
        near += {1: 4, 2: 2}.get(apart, 0)
    return near
