"""Chi-square for sums of permutations, whose cells are not independent.

Write a deck as a matrix of zeros and ones, and let w be this matrix with its constant margins taken away, divided by
its standard deviation in each invariant subspace, so that w has the identity as covariance on a space of `df`
dimensions. All decks are relabellings of one another, so `|w|² = df` for every deck, and over N decks
`X² = |w₁ + … + w_N|² / N` has exactly

    mean df,    variance 2 · df · (N − 1) / N,

since E⟨w, w'⟩² = df for two independent decks. For many decks X² is chi-square with df degrees of freedom. For few, the
multiple of a chi-square with the same mean and variance is used: `X² · N / (N − 1)` against `df · N / (N − 1)` degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealproof.replay.archive.statistics.distributions import binomial_two_sided, chi_square_tail
from dealproof.replay.archive.statistics.goodness import BINOMIAL, CHI_SQUARE
from dealproof.replay.archive.statistics.result import Result

LARGEST: Final = "-largest"
"""What follows the name of a table in the name of the test of its most unusual cell."""


def whole_table(name: str, statistic: float, df: int, decks: int, effect: str, variance: float) -> Result:
    """The result for X² of all cells together. `variance` is that of one cell of one deck, margins taken away."""
    more = decks / (decks - 1)
    return Result(
        name=name,
        null=CHI_SQUARE,
        statistic=statistic,
        p=chi_square_tail(statistic * more, df * more),
        size=decks,
        expected=float(df),
        seen=statistic,
        effect=effect,
        df=df,
        variance=variance,
    )


def largest_cell(name: str, table: Sequence[int], cells: Sequence[int], n: int, decks: int, effect: str) -> Result:
    """The result for the most unusual of the `cells` (places in a table of n × n), each of which one deck raises by 1
    with chance 1/n: exact binomial, times the number of cells (Bonferroni). It finds what the whole table is too large
    to show, a bias on one card, and names the two places of its cell."""
    ends = {min(cells, key=table.__getitem__), max(cells, key=table.__getitem__)}
    p, cell = min((binomial_two_sided(table[cell], decks, 1 / n), cell) for cell in sorted(ends))
    return Result(
        name=name + LARGEST,
        null=BINOMIAL,
        statistic=float(table[cell]),
        p=min(1.0, p * len(cells)),
        size=decks,
        expected=decks / n,
        seen=float(table[cell]),
        effect=effect,
        df=1,
        variance=(n - 1) / n**2,
        among=len(cells),
        at=divmod(cell, n),
    )
