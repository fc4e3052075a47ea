"""The few distribution functions that tests need, by scipy.

scipy is imported when a test is made, so that workers which only count do without it.
"""

from __future__ import annotations

import math
from typing import Final

SMALLEST: Final = 1e-300
"""No p-value below it is reported, so that every p-value has a finite reciprocal."""


def chi_square_tail(value: float, df: float) -> float:
    """The chance of `value` or more under chi-square with `df` degrees of freedom."""
    from scipy.special import chdtrc

    return max(float(chdtrc(df, max(value, 0.0))), SMALLEST)


def chi_square_limit(level: float, df: float) -> float:
    """The value that chi-square with `df` degrees of freedom exceeds with chance `level`."""
    from scipy.special import chdtri

    return float(chdtri(df, level))


def noncentral_chance(limit: float, df: float, noncentrality: float) -> float:
    """The chance that noncentral chi-square exceeds `limit`."""
    from scipy.special import chndtr

    return 1.0 - float(chndtr(limit, df, noncentrality))


def normal_two_sided(z: float) -> float:
    """The chance of a standard normal value at least as far from 0 as `z`."""
    return max(math.erfc(abs(z) / math.sqrt(2)), SMALLEST)


def binomial_two_sided(seen: int, trials: int, chance: float) -> float:
    """Twice the smaller tail of the exact binomial distribution, `seen` included, at most 1."""
    from scipy.special import bdtr, bdtrc

    below = float(bdtr(seen, trials, chance))
    above = float(bdtrc(seen - 1, trials, chance)) if seen else 1.0
    return max(min(1.0, 2 * min(below, above)), SMALLEST)
