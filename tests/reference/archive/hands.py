"""Hands, first cards and equal decks counted one by one. Imports nothing that it judges."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product


def scores(worth: tuple[int, ...], size: int) -> dict[int, int]:
    """How many hands of `size` cards are worth each sum."""
    hands = combinations(range(len(worth)), size)
    return dict(sorted(Counter(sum(worth[card] for card in hand) for hand in hands).items()))


def missing(n: int, hands: int) -> tuple[int, ...]:
    """How many sequences of top cards leave 0, 1, …, n of n cards out."""
    found = Counter(n - len({*sequence}) for sequence in product(range(n), repeat=hands))
    return tuple(found[value] for value in range(n + 1))


def chance_of_any_equal(decks: int, orders: int) -> Fraction:
    """The share of the sequences of `decks` orders in which two are equal."""
    sequences = [*product(range(orders), repeat=decks)]
    return Fraction(sum(len({*each}) < decks for each in sequences), len(sequences))


def deck(packs: int, jokers: int, ranks: int) -> list[tuple[int, int]]:
    """Cards as suit and rank: pack by pack, four suits each, then jokers, of suit 4."""
    return [
        (suit, rank) for _ in range(packs) for suit in range(4) for rank in range(ranks)
    ] + [(4, 0)] * jokers  # fmt: skip


def runs(ranks: int) -> Iterator[frozenset[int]]:
    """Every three ranks in a row; the ace, 0, also follows the last rank."""
    for low in range(ranks - 1):
        yield frozenset({low, low + 1, (low + 2) % ranks})


def suits_with_a_run(hand: tuple[tuple[int, int], ...], ranks: int) -> int:
    held = [{rank for suit, rank in hand if suit == each} for each in range(4)]
    return sum(any(run <= ranks_held for run in runs(ranks)) for ranks_held in held)


def hands_by_suits_with_a_run(packs: int, jokers: int, size: int, ranks: int) -> dict[int, int]:
    """How many hands have a run in 0, 1, … suits."""
    hands = combinations(deck(packs, jokers, ranks), size)
    return dict(sorted(Counter(suits_with_a_run(hand, ranks) for hand in hands).items()))
