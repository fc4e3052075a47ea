"""Many tests read together, two ways side by side.

- *Holm* holds the chance of any false alarm among all tests at the level, whatever their dependence. It takes p-values.
- *e-BH* holds the expected share of false alarms among all alarms at the level, whatever their dependence. It takes
  e-values, and rejects the k largest if each of them is at least N / (level · k), for the largest such k of N tests.

Source: Holm, Scand. J. Statist. 6 (1979); Wang and Ramdas, False discovery rate control with e-values, J. R. Stat. Soc.
B 84 (2022), arXiv 2009.02824.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

LEVEL: Final = 0.01
"""One per cent, the level of GLI-19 v3.0, clause 3.2.2."""


@dataclass(frozen=True, slots=True)
class ManyTests:
    """What many tests found. `expected` is how many p-values of honest archives are at most `level`, on average at
    most, and `seen` how many were. `holm` and `e_bh` have, test by test, whether it is rejected."""

    level: float
    tests: int
    expected: float
    seen: int
    holm: tuple[bool, ...]
    e_bh: tuple[bool, ...]


def many_tests(ps: Sequence[float], es: Sequence[float], level: float = LEVEL) -> ManyTests:
    """Reads N tests together, given the p-value and the e-value of each."""
    seen = sum(p <= level for p in ps)
    return ManyTests(level, len(ps), level * len(ps), seen, holm(ps, level), e_bh(es, level))


def holm(ps: Sequence[float], level: float = LEVEL) -> tuple[bool, ...]:
    """Which of the p-values Holm rejects, by statsmodels."""
    from statsmodels.stats.multitest import multipletests

    if not ps:
        return ()
    return tuple(map(bool, multipletests([*ps], alpha=level, method="holm")[0]))


def e_bh(es: Sequence[float], level: float = LEVEL) -> tuple[bool, ...]:
    """Which of the e-values e-BH rejects.

    >>> e_bh([300, 3, 190, 0.5])
    (False, False, False, False)
    >>> e_bh([300, 3, 210, 0.5])
    (True, False, True, False)
    """
    number = len(es)
    largest = sorted(es, reverse=True)
    ranks = [k for k, e in enumerate(largest, start=1) if level * k * e >= number]
    if not ranks:
        return (False,) * number
    return tuple(e >= largest[ranks[-1] - 1] for e in es)
