"""Fixed points: how many cards lie at the place that they have in the canonical deck.

An honest shuffle has one on average, and none with chance 1/e. None ever means Sattolo's algorithm, the off-by-one
error in which no card may stay (twenty decks show it); many mean that part of a deck was left as it was.

Of the n! permutations `C(n, k) · D(n−k)` have exactly k (rencontres numbers), where D counts derangements.
Source: Graham, Knuth and Patashnik, Concrete Mathematics, section 5.3; Riordan, An Introduction to Combinatorial
Analysis (1958), chapter 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from operator import eq
from typing import Final

from dealproof.replay.archive.statistics.deck_statistic import number_a_deck


def fixed_points(order: Sequence[int]) -> int:
    """The number of places i whose card is i.

    >>> fixed_points([0, 2, 1, 3])
    2
    """
    return [*map(eq, order, range(len(order)))].count(True)


@lru_cache
def derangements(n: int) -> tuple[int, ...]:
    """The numbers of permutations of 0, 1, …, n things that leave none in its place: D(k) = k · D(k−1) + (−1)^k.

    >>> derangements(6)
    (1, 0, 1, 2, 9, 44, 265)
    """
    found = [1]
    for k in range(1, n + 1):
        found.append(k * found[-1] + (-1) ** k)
    return tuple(found)


@lru_cache
def weights(n: int) -> tuple[int, ...]:
    """How many permutations of n cards have 0, 1, …, n fixed points.

    >>> weights(4)
    (9, 8, 6, 0, 1)
    """
    without = derangements(n)
    return tuple(comb(n, k) * without[n - k] for k in range(n + 1))


FIXED_POINTS: Final = number_a_deck("fixed-points", fixed_points, weights)
