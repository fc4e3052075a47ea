"""Counts of a number against its exact distribution, which is given in whole numbers.

Cells whose expected count is small are joined with the next until each has at least `LEAST`; chi-square then holds to
good approximation. Where that leaves a single cell, there are too few hands for chi-square: the counts are split in
two near the middle of the distribution, and the split is tested by the exact binomial distribution.

The usual five expected in each cell serve for levels of some per cent. Where hundreds of tests are read together,
p-values near 1/30,000 decide, and with five expected they come two to three times as often as they should; with
twenty, less than one and a half times.

Source: Knuth, The Art of Computer Programming 2, section 3.3.1 ("five or more", preferably more).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealproof.replay.archive.statistics.distributions import binomial_two_sided, chi_square_tail

LEAST: Final = 20
"""Expected count of a cell."""

CHI_SQUARE: Final = "chi-square"
BINOMIAL: Final = "exact-binomial"


class Fit(NamedTuple):
    """How well counts agree: the statistic, its degrees of freedom, its p-value and the code of its null."""

    statistic: float
    df: int
    p: float
    null: str


def goodness(counts: Sequence[int], weights: Sequence[int]) -> Fit:
    """Compares counts with the distribution proportional to `weights`, whole numbers of any size.

    Raises ValueError if the two differ in length, or if something was seen that cannot be.

    >>> goodness([30, 50, 20], [1, 2, 1]).statistic
    2.0
    """
    if len(counts) != len(weights) or any(count and not weight for count, weight in zip(counts, weights, strict=True)):
        raise ValueError("Counts must have a cell for each weight, and none where the weight is 0.")
    size, total = sum(counts), sum(weights)
    cells = pooled(counts, weights, LEAST * total, size)
    if len(cells) < 2:
        return _split(counts, weights)
    value = sum((seen - size * weight / total) ** 2 / (size * weight / total) for seen, weight in cells)
    return Fit(value, len(cells) - 1, chi_square_tail(value, len(cells) - 1), CHI_SQUARE)


def pooled(counts: Sequence[int], weights: Sequence[int], least: int, size: int) -> list[tuple[int, int]]:
    """Joins neighbouring cells until `size · weight ≥ least` in each; what is left at the end joins the last."""
    cells: list[tuple[int, int]] = []
    seen = weight = 0
    for more, heavier in zip(counts, weights, strict=True):
        seen, weight = seen + more, weight + heavier
        if size * weight >= least:
            cells.append((seen, weight))
            seen = weight = 0
    if (seen or weight) and cells:
        last, heavy = cells.pop()
        cells.append((last + seen, heavy + weight))
    return cells


def _split(counts: Sequence[int], weights: Sequence[int]) -> Fit:
    """The exact binomial test of the cells before the split that is nearest to the middle."""
    total = sum(weights)
    below = [sum(weights[:cut]) for cut in range(1, len(weights))]
    cut = min(range(len(below)), key=lambda cut: abs(2 * below[cut] - total)) + 1
    seen = sum(counts[:cut])
    return Fit(float(seen), 1, binomial_two_sided(seen, sum(counts), below[cut - 1] / total), BINOMIAL)


def mean(weights: Sequence[int], values: Sequence[int] | None = None) -> float:
    """The mean of the distribution proportional to `weights` over `values`, or over 0, 1, 2, …; 0.0 without any."""
    total = sum(weights)
    return _moment(weights, values, 1) / total if total else 0.0


def variance(weights: Sequence[int], values: Sequence[int] | None = None) -> float:
    """Its variance, from exact sums."""
    total = sum(weights)
    return (_moment(weights, values, 2) * total - _moment(weights, values, 1) ** 2) / (total * total)


def _moment(weights: Sequence[int], values: Sequence[int] | None, power: int) -> int:
    return sum(value**power * weight for value, weight in zip(values or range(len(weights)), weights, strict=True))
