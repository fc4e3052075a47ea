"""Cycles: into how many cycles the permutation from the canonical deck falls.

An honest shuffle has 1 + 1/2 + … + 1/n on average. One cycle always means Sattolo's algorithm; too many mean that cards
change places in pairs or stay, too few that they are swapped too often in one direction.

Of the n! permutations c(n, k) have k cycles: Stirling numbers of the first kind, unsigned.
Source: Graham, Knuth and Patashnik, Concrete Mathematics, section 6.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from dealproof.replay.archive.statistics.deck_statistic import number_a_deck


def cycles(order: Sequence[int]) -> int:
    """The number of cycles, fixed points among them.

    >>> cycles([0, 2, 1, 4, 5, 3])
    3
    """
    left = [*order]
    found = 0
    for card in order:
        found += left[card] >= 0
        while (following := left[card]) >= 0:
            left[card] = -1
            card = following
    return found


@lru_cache
def weights(n: int) -> tuple[int, ...]:
    """How many permutations of n cards have 0, 1, …, n cycles: c(m, k) = (m − 1) · c(m−1, k) + c(m−1, k−1).

    >>> weights(4)
    (0, 6, 11, 6, 1)
    """
    row = [1]
    for m in range(n):
        row = [m * same + fewer for same, fewer in zip([*row, 0], [0, *row], strict=True)]
    return tuple(row)


CYCLES: Final = number_a_deck("cycles", cycles, weights)
