"""Serial correlation: a deck beside the one dealt before it at the same table.

It would see a pack that is only lightly shuffled between hands, a generator whose state or seed carries over, and a
deck that is dealt again.

`relative(before, order)` is the change from one deck to the next: the new place of the card at each old place. If decks
are uniform and independent, so are these changes, even of overlapping pairs; `DECK_STATISTICS` apply to them unchanged.
They do not say which card or which place is concerned; `SerialCounts` does. Let x(c) and y(c) be the places of card c
in two decks, less their mean (n−1)/2, and v = (n²−1)/12 their variance. For T pairs the sums S(c) = Σ x(c) y(c) have

    mean 0,    variance T v²,    covariance T v² r    with r = 1/(n−1)².

Σ S(c) / (T n v) is Spearman's coefficient, whose variance is 1 / ((n−1) T). What is left of the S(c), which sum to 0,
gives Σ(S(c) − S̄)² / (T v² (1−r)), chi-square with n − 1 degrees of freedom. The same holds with places and cards
exchanged: which card lies at place i, in one deck and in the next. Moments are exact, the shapes for many pairs.

Source: Kendall and Gibbons, Rank Correlation Methods, chapter 4 (variance of Spearman's coefficient); Knuth, The Art of
Computer Programming 2, section 3.3.2 K. The covariance is checked over all pairs of permutations in the tests.
"""

from __future__ import annotations

from collections.abc import Sequence

from dealproof.replay.archive.statistics.distributions import chi_square_tail
from dealproof.replay.archive.statistics.goodness import CHI_SQUARE
from dealproof.replay.archive.statistics.rank_correlation import rank_correlation
from dealproof.replay.archive.statistics.result import Result
from dealproof.replay.archive.statistics.runs import inverse


def relative(before: Sequence[int], order: Sequence[int]) -> list[int]:
    """The place in `order` of the card at each place of `before`, a permutation.

    >>> relative([2, 0, 1], [0, 1, 2])
    [2, 0, 1]
    """
    place = inverse(order)
    return [place[card] for card in before]


class SerialCounts:
    """Sums over pairs of consecutive decks of n cards: `pairs`, and for each card and each place four times the sum of
    its products, which are whole numbers. Sums of several tables are added with `merge`."""

    __slots__ = ("cards", "n", "pairs", "places")

    def __init__(self, n: int) -> None:
        self.n = n
        self.pairs = 0
        self.cards = [0] * n
        self.places = [0] * n

    def count(self, before: Sequence[int], order: Sequence[int]) -> None:
        """Adds two consecutive decks."""
        self.pairs += 1
        add_products(inverse(before), inverse(order), self.cards)
        add_products(before, order, self.places)

    def merge(self, other: SerialCounts) -> None:
        """Adds the sums of another table, or of another part of an archive."""
        self.pairs += other.pairs
        self.cards = [mine + more for mine, more in zip(self.cards, other.cards, strict=True)]
        self.places = [mine + more for mine, more in zip(self.places, other.places, strict=True)]

    def test(self) -> tuple[Result, ...]:
        """Four results: all cards together, card by card, all places together, place by place."""
        return (
            *_results("serial-cards", self.cards, self.pairs),
            *_results("serial-places", self.places, self.pairs),
        )


def add_products(before: Sequence[int], after: Sequence[int], table: list[int]) -> None:
    """Adds to each entry four times the product of two numbers of 0 … n − 1, each less its mean."""
    top = len(before) - 1
    for i, (x, y) in enumerate(zip(before, after, strict=True)):
        table[i] += (x + x - top) * (y + y - top)


def _results(name: str, table: Sequence[int], pairs: int) -> tuple[Result, Result]:
    n, total = len(table), sum(table)
    v = (n * n - 1) / 12
    r = 1 / (n - 1) ** 2
    rest = sum((n * each - total) ** 2 for each in table) / (16 * n * n * v * v * (1 - r) * pairs)
    apart = Result(
        name=f"{name}-each",
        null=CHI_SQUARE,
        statistic=rest,
        p=chi_square_tail(rest, n - 1),
        size=pairs,
        expected=float(n - 1),
        seen=rest,
        effect="correlation-of-one",
        df=n - 1,
        variance=(1 - r) * (n - 1) / n,
    )
    return rank_correlation(name, total / (4 * n * v * pairs), n, pairs), apart
