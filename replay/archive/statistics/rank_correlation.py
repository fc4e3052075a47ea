"""Spearman's rank correlation, summed over many independent pairs of rankings.

Of n ranks it has mean 0 and variance 1/(n−1) exactly; the mean of many is normal.
Source: Kendall and Gibbons, Rank Correlation Methods, chapter 4.
"""

from __future__ import annotations

import math
from typing import Final

from dealproof.replay.archive.statistics.distributions import normal_two_sided
from dealproof.replay.archive.statistics.result import Result

NORMAL: Final = "normal"


def rank_correlation(name: str, coefficient: float, n: int, pairs: int) -> Result:
    """The result for the mean `coefficient` of `pairs` pairs of rankings of n things."""
    z = coefficient * math.sqrt((n - 1) * pairs)
    return Result(
        name=name,
        null=NORMAL,
        statistic=z,
        p=normal_two_sided(z),
        size=pairs,
        expected=0.0,
        seen=coefficient,
        effect="rank-correlation",
        df=1,
        variance=1 / (n - 1),
    )
