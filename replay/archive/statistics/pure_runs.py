"""Pure runs: in how many suits a seat is dealt three cards of consecutive ranks.

A hand without any cannot be declared, so a favoured seat would have them too often. The ace is both the lowest rank and
the highest; suits have thirteen ranks, and a deck one or more packs with or without jokers.

Hands are counted exactly, suit by suit. A suit that holds the ranks R can do so in ∏ ((1+x)^packs − 1) ways, one
factor for each rank of R, where the power of x is the number of cards; summing over the sets R with a run and over
those without gives two polynomials, W and O. The coefficient of y^k x^size in (O + y W)^4 (1+x)^jokers counts the hands
with runs in k suits.
Source: generating functions as in Graham, Knuth and Patashnik, Concrete Mathematics, section 7.2; compared with all
hands of small packs in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb
from typing import Final

from dealproof.replay.archive.statistics.dealt import Scores

RANKS: Final = 13
SUITS: Final = 4
LENGTH: Final = 3
"""Cards of the shortest run."""


def suits_with_a_run(cards: Iterable[int], packs: int) -> int:
    """The number of suits with a run among `cards`, places in the canonical deck: pack by pack, in each four suits of
    thirteen ranks from the ace to the king, then the jokers.

    >>> suits_with_a_run([0, 1, 54, 24, 25, 13], packs=2)
    2
    """
    held = [0] * SUITS
    for card in cards:
        if card < RANKS * SUITS * packs:
            suit, rank = divmod(card % (RANKS * SUITS), RANKS)
            held[suit] |= 1 << rank
    return sum(map(has_run, held))


def has_run(ranks: int, count: int = RANKS) -> bool:
    """Whether a mask of `count` ranks from the ace up holds three in a row; the ace is also above the last."""
    row = ranks | (ranks & 1) << count
    return bool(row & row >> 1 & row >> 2)


@lru_cache
def scores(packs: int, jokers: int, size: int, ranks: int = RANKS) -> Scores:
    """The exact distribution of the number of suits with a run, of hands of `size` cards.

    >>> scores(packs=2, jokers=2, size=13).values
    (0, 1, 2, 3, 4)
    """
    without, having = _suit(packs, size, ranks)
    hands = [[comb(jokers, held) for held in range(size + 1)]]
    for _ in range(SUITS):
        fewer = [_times(each, without) for each in hands] + [[0] * (size + 1)]
        more = [[0] * (size + 1)] + [_times(each, having) for each in hands]
        hands = [[a + b for a, b in zip(one, other, strict=True)] for one, other in zip(fewer, more, strict=True)]
    counted = [(suits, each[size]) for suits, each in enumerate(hands) if each[size]]
    return Scores(tuple(suits for suits, _ in counted), tuple(ways for _, ways in counted))


def _suit(packs: int, size: int, ranks: int) -> tuple[list[int], list[int]]:
    """How many ways a suit has to hold 0, 1, …, `size` cards, without a run and with one."""
    sets = [[0] * (ranks + 1), [0] * (ranks + 1)]
    for held in range(1 << ranks):
        sets[has_run(held, ranks)][held.bit_count()] += 1
    one = [0, *(comb(packs, copies) for copies in range(1, size + 1))]
    power = [1] + [0] * size
    ways = [[0] * (size + 1), [0] * (size + 1)]
    for number in range(ranks + 1):
        for kind in (0, 1):
            ways[kind] = [sum_ + sets[kind][number] * each for sum_, each in zip(ways[kind], power, strict=True)]
        power = _times(power, one)
    return ways[0], ways[1]


def _times(one: list[int], other: list[int]) -> list[int]:
    """The product of two polynomials, up to their common length."""
    return [sum(one[i] * other[degree - i] for i in range(degree + 1)) for degree in range(len(one))]
