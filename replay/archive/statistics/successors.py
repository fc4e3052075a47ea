"""Successor order: how many cards are followed directly by the next card of the canonical deck.

A fresh pack has n − 1 of them; an honest shuffle one on average. Too many mean that packets of the old order survive:
a shuffle that cuts, overhands or riffles a few times, sorting keys that depend on each other, a deck that was not
shuffled at all.

Of the n! permutations `C(n−1, k) · (D(n−k) + D(n−k−1))` have exactly k, where D counts derangements.
Source: David, Kendall and Barton, Symmetric Function and Allied Tables (1966), p. 263; OEIS A010027.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from operator import sub
from typing import Final

from dealproof.replay.archive.statistics.deck_statistic import number_a_deck
from dealproof.replay.archive.statistics.fixed_points import derangements


def successors(order: Sequence[int]) -> int:
    """The number of places whose card is one more than the card above it.

    >>> successors([5, 4, 1, 2, 3, 6, 7, 0])
    3
    """
    return [*map(sub, order[1:], order)].count(1)


@lru_cache
def weights(n: int) -> tuple[int, ...]:
    """How many permutations of n ≥ 1 cards have 0, 1, …, n successors.

    >>> weights(4)
    (11, 9, 3, 1, 0)
    """
    without = derangements(n + 1)
    rows = (comb(n - 1, k) * (without[n - k] + without[n - k - 1]) for k in range(n))
    return (*rows, 0)


SUCCESSORS: Final = number_a_deck("successors", successors, weights)
