"""What a seat is dealt: how many jacks, card points or jokers, or whatever else cards are worth.

It would see a seat, team or account whose cards are too good, also where each single card is only a little off. Each
seat is tested alone: the cards of the other seats depend on its own.

Of the C(n, size) hands of `size` cards exactly those worth s are counted, card by card: a hand either holds the next
card or not. For cards worth 0 or 1 this is the hypergeometric distribution.
Source: Feller, An Introduction to Probability Theory 1, chapter II.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from dealproof.replay.archive.statistics.goodness import goodness, mean, variance
from dealproof.replay.archive.statistics.result import Result


@dataclass(frozen=True, slots=True)
class Scores:
    """An exact distribution: of `sum(weights)` equally likely hands, `weights[i]` have the score `values[i]`. Values
    ascend, and every weight is positive."""

    values: tuple[int, ...]
    weights: tuple[int, ...]

    def index(self, score: int) -> int:
        """The cell of a score. Raises ValueError if no hand has it."""
        try:
            return self.values.index(score)
        except ValueError:
            raise ValueError(f"No hand has the score {score}; scores are {self.values}.") from None


@lru_cache
def scores(worth: tuple[int, ...], size: int) -> Scores:
    """The scores of hands of `size` cards; `worth` has what each card of the deck is worth, whole numbers. Raises
    ValueError unless 0 ≤ size ≤ number of cards.

    >>> scores((1, 1, 0, 0), 2)
    Scores(values=(0, 1, 2), weights=(1, 4, 1))
    """
    if not 0 <= size <= len(worth):
        raise ValueError(f"A hand of a deck of {len(worth)} cards has from 0 to {len(worth)} cards, not {size}.")
    hands: list[dict[int, int]] = [{0: 1}, *({} for _ in range(size))]
    for each in worth:
        for held in range(size, 0, -1):
            more = hands[held]
            for score, ways in hands[held - 1].items():
                more[score + each] = more.get(score + each, 0) + ways
    found = sorted(hands[size].items())
    return Scores(tuple(score for score, _ in found), tuple(ways for _, ways in found))


def test(name: str, table: Sequence[int], exact: Scores, at: tuple[int, ...]) -> tuple[Result, ...]:
    """The result for a table that counts the hands of one seat by `exact.index(score)`; `at` is the seat."""
    fit = goodness(table, exact.weights)
    result = Result(
        name=name,
        null=fit.null,
        statistic=fit.statistic,
        p=fit.p,
        size=sum(table),
        expected=mean(exact.weights, exact.values),
        seen=mean(table, exact.values),
        effect="mean-a-hand",
        df=fit.df,
        variance=variance(exact.weights, exact.values),
        at=at,
    )
    return (result,)
