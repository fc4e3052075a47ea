"""What a test found: one row of a report."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from dealproof.replay.archive.statistics.distributions import SMALLEST

FEWEST: Final = 20
"""Decks, hands or pairs below which no test is made. From here on all nulls hold closely enough; see the tests."""


@dataclass(frozen=True, slots=True)
class Result:
    """One test of one table of counts.

    `name` is the statistic, `null` the distribution that `p` is from (a code). `size` is how many decks, hands or pairs
    were counted. `expected` and `seen` are the number that people compare: for chi-square the degrees of freedom and
    the statistic, else a mean a deck or hand. `at` says where the largest deviation is, if the test names a place.

    `effect` is the code of what a fraud would change, `df` and `variance` say how much of it is seen: a change of `d`
    has noncentrality `size · d² / variance` with `df` degrees of freedom, at a level divided by `among`
    (`replay.archive.power`).
    """

    name: str
    null: str
    statistic: float
    p: float
    size: int
    expected: float
    seen: float
    effect: str
    df: int
    variance: float
    among: int = 1
    at: tuple[int, ...] = ()

    @property
    def e(self) -> float:
        """An e-value for the same hypothesis, from `p`."""
        return calibrated(self.p)


def calibrated(p: float) -> float:
    """The e-value `(1 − p + p ln p) / (p (ln p)²)`: the mean of the calibrators `κ p^(κ−1)` over κ of 0 … 1. Its mean
    is 1 if p is uniform, at most 1 if p is conservative.

    Source: Vovk and Wang, E-values: calibration, combination and applications, Ann. Statist. 49 (2021), section 2,
    arXiv 1912.06116.

    >>> [round(calibrated(p), 2) for p in (1.0, 0.05, 0.0001)]
    [0.5, 1.78, 117.76]
    """
    p = max(p, SMALLEST)
    log = math.log(p)
    if log > -1e-3:  # the difference below loses its digits; the series about p = 1 is 1/2 − ln p / 6 …
        return 0.5 - log / 6
    return (1 - p + p * log) / (p * log * log)
