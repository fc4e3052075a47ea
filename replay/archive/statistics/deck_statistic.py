"""A statistic of one deck after another: how it is counted, and the tests of its sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dealproof.replay.archive.statistics.goodness import goodness, mean, variance
from dealproof.replay.archive.statistics.result import Result


@dataclass(frozen=True, slots=True)
class DeckStatistic:
    """`size(n)` is the length of its table for decks of n cards. `count(order, table)` adds one deck to a table, in
    one pass. `test(table, n, decks)` compares the sum of `decks` decks with the null and returns a result or more.
    """

    name: str
    size: Callable[[int], int]
    count: Callable[[Sequence[int], list[int]], None]
    test: Callable[[Sequence[int], int, int], tuple[Result, ...]]


def number_a_deck(
    name: str, number: Callable[[Sequence[int]], int], weights: Callable[[int], Sequence[int]]
) -> DeckStatistic:
    """The statistic of one number a deck, 0 … n, whose exact distribution is `weights(n)`: for each value how many of
    the n! permutations have it. Tested by `goodness`; a fraud changes the mean."""

    def count(order: Sequence[int], table: list[int]) -> None:
        table[number(order)] += 1

    def test(table: Sequence[int], n: int, decks: int) -> tuple[Result, ...]:
        exact = weights(n)
        fit = goodness(table, exact)
        result = Result(
            name=name,
            null=fit.null,
            statistic=fit.statistic,
            p=fit.p,
            size=decks,
            expected=mean(exact),
            seen=mean(table),
            effect="mean-a-deck",
            df=fit.df,
            variance=variance(exact),
        )
        return (result,)

    return DeckStatistic(name, size=_values, count=count, test=test)


def _values(n: int) -> int:
    return n + 1
