"""What an archive of this size would show: the least effect that a test sees nine times out of ten.

A change of `d` gives a test the noncentrality `size · d² / variance`; the least change is the one whose noncentrality
is seen with the wanted chance at the level of the test. Where many tests are read together the level is that of the
first step of Holm, level / tests, so that the number holds whatever the other tests find. It is an approximation: the
change is taken as small, and as the smallest one that respects the margins of a table.

The unit is that of `Result.effect`:

| effect | unit |
|---|---|
| `chance-of-a-card-at-a-place` | change of the chance 1/n of one card at one place |
| `chance-of-two-cards-in-a-row` | change of the chance 1/n that one card follows another |
| `mean-place-of-a-card` | change of the mean place of one card, in places |
| `mean-a-deck`, `mean-a-hand`, `missing-a-window` | change of the mean |
| `rank-correlation`, `correlation-of-one` | correlation from hand to hand |
| `chance-of-a-seat` | change of the chance of one seat |
| `share` | change of the share of one seat or account |
| `equal-pairs` | pairs of equal decks |

Source: Cohen, Statistical Power Analysis for the Behavioral Sciences (1988), chapter 7 and section 12.7.
"""

from __future__ import annotations

import math
from typing import Final

from dealproof.replay.archive.many_tests import LEVEL
from dealproof.replay.archive.statistics.distributions import chi_square_limit, noncentral_chance
from dealproof.replay.archive.statistics.result import Result

CHANCE: Final = 0.9
"""How often the least effect is seen."""

STEPS: Final = 100
"""Halvings of an interval: more than a float has digits."""


def least_effect(result: Result, tests: int = 1, level: float = LEVEL, chance: float = CHANCE) -> float:
    """The least effect that this test, of `result.size` decks or hands, sees with that chance when `tests` tests are
    read together. A test without spread (`variance` 0) sees a single case: 1.0."""
    if not result.variance:
        return 1.0
    needed = noncentrality(result.df, level / (tests * result.among), chance)
    return math.sqrt(needed * result.variance / result.size)


def hands_needed(effect: float, result: Result, tests: int = 1, level: float = LEVEL, chance: float = CHANCE) -> int:
    """How many decks or hands this test needs to see an effect with that chance."""
    needed = noncentrality(result.df, level / (tests * result.among), chance)
    return max(1, math.ceil(needed * result.variance / effect**2))


def noncentrality(df: int, level: float, chance: float = CHANCE) -> float:
    """The noncentrality with which chi-square of `df` degrees exceeds its limit for `level` with that chance.

    >>> round(noncentrality(1, 0.05, 0.8), 2)
    7.85
    """
    limit = chi_square_limit(level, df)
    low, high = 0.0, 4 * limit + 100
    for _ in range(STEPS):
        middle = (low + high) / 2
        if noncentral_chance(limit, df, middle) < chance:
            low = middle
        else:
            high = middle
    return high
