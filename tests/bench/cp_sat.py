"""The least points of a rummy hand by OR-tools' CP-SAT: the peer of `best_arrangement`.

Every group that the cards can form stands for itself: the kinds in their own place, and how many wild cards it takes.
The solver chooses groups that use each kind no more often than it is held, at least two of them sequences and one pure,
so that the loose cards count least. Where no such choice is, the hand keeps its dearest pure run, or nothing.
Only the points are found: no groups, no tie-break. (rummy/RULES.md, "Groups", "Count")
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from dealproof.replay.games.rummy.deck import is_wild

ROW = "A23456789TJQKA"
SUITS = "shdc"


class Group(NamedTuple):
    """A group: the cards that stand in their own place, the wild cards it takes, and what it is."""

    own: tuple[str, ...]
    wilds: int
    sequence: bool
    pure: bool


def least_points(hand: dict[str, Any]) -> int:
    """The points that the hand counts."""
    cards, wild = Counter(hand["cards"]), hand["wild"]
    jokers = sum(count for card, count in cards.items() if is_wild(card, wild))
    every = sum(worth(card, wild) * count for card, count in cards.items())
    found = list(groups(cards, jokers))
    solved = solve(cards, wild, jokers, found)
    if solved is not None:
        return solved
    pure = [sum(worth(card, wild) for card in group.own) for group in found if group.pure]
    return every - max(pure, default=0)


def worth(card: str, wild: str) -> int:
    """The points of a loose card."""
    if is_wild(card, wild):
        return 0
    return int(card[0]) if card[0].isdigit() else 10


def groups(cards: Counter[str], jokers: int) -> set[Group]:
    """Every group: sequences by suit, first and last place, and which places are their own; sets likewise."""
    found: set[Group] = set()
    for suit in SUITS:
        for first in range(len(ROW) - 2):
            for last in range(first + 2, min(len(ROW), first + 13)):
                places = [rank + suit for rank in ROW[first : last + 1]]
                found.update(filled(places, cards, jokers, sequence=True))
    for rank in dict.fromkeys(ROW):
        for size in (3, 4):
            for suits in combinations(SUITS, size):
                found.update(filled([rank + suit for suit in suits], cards, jokers, sequence=False))
    return found


def filled(places: list[str], cards: Counter[str], jokers: int, *, sequence: bool) -> set[Group]:
    """The ways to fill the places of one group, at least one of them by its own card."""
    held = [card for card in places if cards[card]]
    least = max(1, len(places) - jokers)
    return {
        Group(tuple(sorted(own)), len(places) - size, sequence, sequence and size == len(places))
        for size in range(least, len(held) + 1)
        for own in combinations(held, size)
    }


def solve(cards: Counter[str], wild: str, jokers: int, found: list[Group]) -> int | None:
    """The least loose points with two sequences, one of them pure; None where there is no such choice."""
    model = cp_model.CpModel()
    taken = [model.new_int_var(0, 2, "") for _ in found]
    wild_kinds = [card for card in cards if is_wild(card, wild)]
    placed = {card: sum(taken[index] for index, group in enumerate(found) if card in group.own) for card in cards}
    for card, count in cards.items():
        model.add(placed[card] <= count)
    stand_ins = sum(taken[index] * group.wilds for index, group in enumerate(found) if group.wilds)
    model.add(stand_ins + sum(placed[card] for card in wild_kinds) <= jokers)
    model.add(sum(taken[index] for index, group in enumerate(found) if group.sequence) >= 2)
    model.add(sum(taken[index] for index, group in enumerate(found) if group.pure) >= 1)
    loose = sum(worth(card, wild) * (count - placed[card]) for card, count in cards.items() if worth(card, wild))
    model.minimize(loose)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None
