"""How simulated hands of Kazhutha are played (`replay.simulation.play`).

A policy proposes what brings a hand nearer to its goal, first what it wants most. What is legal is not said here: what
is proposed may be refused. The players of a simulation see all the cards and work towards the goal together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dealproof.replay.core.events import Event
from dealproof.replay.core.policy import AnyDeal
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.games.kazhutha.deck import SUIT_MASKS, SUIT_SIZE, kinds
from dealproof.replay.games.kazhutha.game import Kazhutha
from dealproof.replay.games.kazhutha.state import FOLLOWING, Hand, to_act

LONG: Final = 900
"""After this number of events a hand has lasted long enough: seats no longer give each other cards."""

Order = Callable[[Hand, list[int]], list[int]]
Skips = Callable[[Hand], bool]


def never(hand: Hand) -> bool:
    """No seat lets time pass on purpose."""
    return False


def as_they_come(hand: Hand, cards: list[int]) -> list[int]:
    """One card is as good as another."""
    return cards


# Towards a strike


def for_a_strike(hand: Hand, cards: list[int]) -> list[int]:
    """The leader leads what the next seat cannot follow, above all where that seat strikes with its last card."""
    if hand.situation == FOLLOWING:
        return cards
    return sorted(cards, key=lambda kind: -voids(hand, kind // SUIT_SIZE))


def voids(hand: Hand, suit: int) -> int:
    """How many of the other playing seats hold no card of the suit; one with a single card counts three times."""
    others = [hand.hands[seat] for seat in hand.seats_in(hand.playing & ~(1 << hand.turn))]
    return sum(3 if cards.bit_count() == 1 else 1 for cards in others if not cards & SUIT_MASKS[suit])


# Towards an end without a donkey


def for_a_common_end(hand: Hand, cards: list[int]) -> list[int]:
    """Every seat keeps a card of one suit for the end, and until then leads what most others can follow."""
    kept = common_suit(hand)
    if hand.situation == FOLLOWING:
        return sorted(cards, key=lambda kind: kind // SUIT_SIZE == kept)
    return sorted(cards, key=lambda kind: (kind // SUIT_SIZE == kept, voids(hand, kind // SUIT_SIZE)))


def common_suit(hand: Hand) -> int:
    """The suit that most of those inside hold."""
    inside = hand.seats_in(hand.inside)
    return max(range(4), key=lambda suit: sum(hand.hands[seat] & SUIT_MASKS[suit] != 0 for seat in inside))


def waits_for_the_end(hand: Hand) -> bool:
    """Who would strike, or has but the card of the end while others have more, lets its time pass."""
    mine = hand.hands[hand.turn]
    if hand.situation == FOLLOWING:
        return not mine & SUIT_MASKS[hand.led]
    return mine.bit_count() == 1 and any(hand.hands[seat].bit_count() > 1 for seat in hand.seats_in(hand.inside))


# Towards a winner that is out


def lets_the_last_card_win(hand: Hand) -> bool:
    """If a last card leads the round, seats with more let their time pass: then no seat that played has cards left."""
    return hand.situation == FOLLOWING and not hand.hands[hand.winner] and hand.hands[hand.turn].bit_count() > 1


@dataclass(frozen=True, slots=True)
class Goal:
    """What a hand is steered to.

    `often` is its share; `order` how the seat in turn likes its cards; `skips` when it lets its time pass on purpose;
    in `asleep` of 100 turns, and `leader_asleep` of 100 leads, it does so for no reason.
    """

    often: int
    order: Order = as_they_come
    skips: Skips = never
    asleep: int = 0
    leader_asleep: int = 0


GOALS: Final[dict[str, Goal]] = {
    "donkey": Goal(30),
    "awake-mostly": Goal(20, asleep=3, leader_asleep=3),
    "struck": Goal(20, order=for_a_strike),
    "all-out": Goal(20, order=for_a_common_end, skips=waits_for_the_end),
    "lead-past-those-out": Goal(10, skips=lets_the_last_card_win),
    "leader-times-out": Goal(10, leader_asleep=30),
    "asleep": Goal(10, asleep=50, leader_asleep=50),
}
"""Goals of every number of seats."""


class KazhuthaPolicy(AnyDeal):
    """How simulated hands of one rule set are played."""

    goals: Mapping[str, int] = {name: goal.often for name, goal in GOALS.items()}

    def __init__(self, game: Kazhutha) -> None:
        self.turn_ms = game.rules.turn_ms
        self.latest = game.rules.latest

    def proposals(self, hand: Hand, goal: str, random: RandomSource) -> Iterator[Event]:
        """Events for the moment, most wanted first; none where the hand is over."""
        if not to_act(hand):
            return
        aim, seat = GOALS[goal], hand.turn
        drowsy = aim.asleep if hand.situation == FOLLOWING else aim.leader_asleep
        if random.uniform(100) < drowsy or aim.skips(hand):
            yield Event("timeout", seat)
        cards = list(kinds(hand.hands[seat]))
        start = random.uniform(len(cards))
        order = for_a_common_end if hand.done > LONG else aim.order
        for kind in order(hand, cards[start:] + cards[:start]):
            yield Event("play", seat, kind)

    def pace(self, do: str, spent: int, random: RandomSource) -> int | None:
        """A card in its time, now and then to the very end of it; a time-out when the time is up. One event in 60 has
        no time, so that what comes next cannot be measured."""
        if random.one_in(60):
            return None
        if self.turn_ms is None:
            return random.uniform(9_000)
        if do == "timeout":
            return self.turn_ms + random.pick((0, 1, random.uniform(9_000)))
        late = min(2_000, self.latest + 1)
        return self.latest - random.uniform(late) if random.one_in(8) else random.uniform(self.turn_ms)
