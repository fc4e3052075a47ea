"""Duplicates: whole decks that came twice.

N decks are N(N−1)/2 pairs, each equal with chance 1/n!; even a billion decks of 32 cards hold an equal pair with a
chance below 10^-17. One pair means that a seed came twice, that a generator has few states, or that a good deck was
dealt again.

The chance of at least d equal pairs is at most that of any equal pair, 1 − ∏(1 − i/n!), and at most the expected
number of pairs divided by d (Markov); p is the smaller, so that one pair is exact.
Source: Feller, An Introduction to Probability Theory 1, chapter II.3 (birthdays); Knuth, The Art of Computer
Programming 2, section 3.3.2 I and J.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from math import comb, factorial
from typing import Final

from dealproof.replay.archive.statistics.distributions import SMALLEST
from dealproof.replay.archive.statistics.result import Result

EXACT: Final = "exact-birthday"
UP_TO: Final = 1000
"""Decks up to which the product is multiplied out; beyond it the expected number of pairs bounds it from above."""


def equal_pairs(decks: Iterable[object]) -> int:
    """The number of equal pairs among decks, or digests of decks, that come sorted.

    >>> equal_pairs(["a", "b", "b", "b", "c"])
    3
    """
    return sum(comb(sum(1 for _ in same), 2) for _, same in groupby(decks))


def chance_of_any(decks: int, orders: int) -> Fraction:
    """The chance that two of `decks` uniform orders out of `orders` are equal.

    >>> chance_of_any(3, 6)
    Fraction(4, 9)
    """
    none = Fraction(1)
    for i in range(decks):
        none *= Fraction(max(orders - i, 0), orders)
    return 1 - none


def chance(pairs: int, decks: int, orders: int) -> Fraction:
    """A bound on the chance of at least `pairs` equal pairs; exact for one pair of up to `UP_TO` decks."""
    if pairs == 0:
        return Fraction(1)
    expected = Fraction(comb(decks, 2), orders)
    bounds = [Fraction(1), expected / pairs]
    return min(*bounds, chance_of_any(decks, orders) if decks <= UP_TO else expected)


def test(pairs: int, n: int, decks: int) -> Result:
    """The result for `pairs` equal pairs among decks of n cards. The least that is seen is one pair."""
    expected = Fraction(comb(decks, 2), factorial(n))
    p = max(float(chance(pairs, decks, factorial(n))), SMALLEST)
    return Result("duplicates", EXACT, float(pairs), p, decks, float(expected), float(pairs), "equal-pairs", 1, 0.0)
