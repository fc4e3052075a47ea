"""Coupon collector: which cards have not yet come on top after a window of hands.

The hands of an archive are cut into windows of n · Hₙ hands (the mean time until every card was on top once, Hₙ = 1 +
1/2 + … + 1/n); of each window the number of cards that never came is counted. A window of fixed length does not favour
short collections, as a count of complete ones would where an archive ends. It would see a card that hardly ever or too
often comes first, and a generator with a short period, which visits cards too evenly.

Of the n^L sequences of L top cards, those with n − k different cards are counted exactly, card by card: with d
different cards so far, d cards are old and n − d are new.
Source: Knuth, The Art of Computer Programming 2, section 3.3.2 E; Feller, An Introduction to Probability Theory 1,
chapter IV.2 (occupancy).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from dealproof.replay.archive.statistics.goodness import goodness, mean, variance
from dealproof.replay.archive.statistics.result import Result

NAME: Final = "coupon-collector"


class CouponCollector:
    """Counts windows of consecutive hands with decks of n cards. `missing[k]` is the number of windows in which k cards
    never came; hands of a window that is not full are not counted yet."""

    __slots__ = ("_hands", "_seen", "_window", "missing", "n")

    def __init__(self, n: int) -> None:
        self.n = n
        self.missing = [0] * (n + 1)
        self._hands = self._seen = 0
        self._window = window(n)

    def count(self, card: int) -> None:
        """Adds the next hand, whose top card is `card`."""
        self._seen |= 1 << card
        self._hands += 1
        if self._hands == self._window:
            self.missing[self.n - self._seen.bit_count()] += 1
            self._hands = self._seen = 0

    def test(self) -> tuple[Result, ...]:
        """One result; `size` is the number of windows."""
        return (test(self.missing, self.n),)


def window(n: int) -> int:
    """The length of a window in hands: n · Hₙ, rounded down.

    >>> window(32), window(52)
    (129, 235)
    """
    return int(n * sum(Fraction(1, k) for k in range(1, n + 1)))


def test(missing: Sequence[int], n: int) -> Result:
    """Compares windows by how many cards are missing with the exact distribution."""
    exact = weights(n, window(n))
    fit = goodness(missing, exact)
    return Result(
        name=NAME,
        null=fit.null,
        statistic=fit.statistic,
        p=fit.p,
        size=sum(missing),
        expected=mean(exact),
        seen=mean(missing),
        effect="missing-a-window",
        df=fit.df,
        variance=variance(exact),
    )


@lru_cache
def weights(n: int, hands: int) -> tuple[int, ...]:
    """How many of the n^hands sequences of top cards leave 0, 1, …, n cards out.

    >>> weights(3, 4)
    (36, 42, 3, 0)
    """
    different = [1] + [0] * n
    for _ in range(hands):
        different = [0] + [d * different[d] + (n - d + 1) * different[d - 1] for d in range(1, n + 1)]
    return tuple(reversed(different))
