"""Runs: into how many ascending runs a deck falls, and its rising sequences.

An *ascending run* is a stretch from the top down in which the numbers of the cards grow. A *rising sequence* is a
stretch of consecutive card numbers that lie in the deck in this order, with others between them: the runs of the
inverse permutation. A riffle of a sorted pack leaves two rising sequences, k riffles at most 2^k; an honest shuffle of
n cards has (n + 1) / 2 on average. Too few of either mean that a deck was shuffled too little, too many that it was
reversed or interleaved in a fixed way.

Both have the same distribution: the Eulerian number A(n, k) of the n! permutations has k + 1.
Source: Knuth, The Art of Computer Programming 2, section 3.3.2 G, and 3, section 5.1.3; Bayer and Diaconis, Trailing
the dovetail shuffle to its lair, Ann. Appl. Probab. 2 (1992).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import gt
from typing import Final

from dealproof.replay.archive.statistics.deck_statistic import number_a_deck


def ascending_runs(order: Sequence[int]) -> int:
    """One more than the places whose card is less than the card above it.

    >>> ascending_runs([3, 5, 8, 0, 1, 7, 2, 4, 6])
    3
    """
    return 1 + [*map(gt, order, order[1:])].count(True)


def rising_sequences(order: Sequence[int]) -> int:
    """The ascending runs of the places of cards 0, 1, 2, …

    >>> rising_sequences([0, 3, 1, 4, 2, 5])
    2
    """
    return ascending_runs(inverse(order))


def inverse(order: Sequence[int]) -> list[int]:
    """The place of each card."""
    places = [0] * len(order)
    for place, card in enumerate(order):
        places[card] = place
    return places


@lru_cache
def weights(n: int) -> tuple[int, ...]:
    """How many permutations of n ≥ 1 cards have 0, 1, …, n runs: A(m, k) = (k + 1) A(m−1, k) + (m − k) A(m−1, k−1).

    >>> weights(4)
    (0, 1, 11, 11, 1)
    """
    row = [1]
    for m in range(2, n + 1):
        row = [
            (k + 1) * same + (m - k) * fewer for k, (same, fewer) in enumerate(zip([*row, 0], [0, *row], strict=True))
        ]
    return (0, *row)


ASCENDING_RUNS: Final = number_a_deck("ascending-runs", ascending_runs, weights)
RISING_SEQUENCES: Final = number_a_deck("rising-sequences", rising_sequences, weights)
