"""The bets that are made on each kind of hand, fixed in advance so that no fraud chooses them and no reader either.

All are made in both directions, as an operator may favour a seat or harm it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from dealproof.replay.archive.sequential.bets import Bet, best, tilted, worst
from dealproof.replay.archive.statistics.dealt import Scores
from dealproof.replay.archive.statistics.goodness import variance

TAILS: Final = (Fraction(1, 100), Fraction(1, 20), Fraction(1, 5), Fraction(1, 2))
"""Shares of hands that may be thrown away for being bad: from the worst hundredth to the worse half."""

STAKES: Final = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10))
"""Where nearly all voids are chosen, half of them, and one in ten."""

TILTS: Final = (0.01, 0.03, 0.1, 0.3, 1.0)
"""Shifts of the mean that tilts are best for, in standard deviations of the score."""

DIGITS: Final = 10**6
"""Denominator of the base of a tilt."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """Bets on one score, each with an equal part of the stake. `paid` has a row for each score, in the order of
    `scores.values`, with the logarithm of what each bet pays."""

    scores: Scores
    bets: tuple[Bet, ...]
    paid: tuple[tuple[float, ...], ...]


def mixture(scores: Scores, bets: tuple[Bet, ...]) -> Mixture:
    """The mixture of these bets; none of them may lose all."""
    rows = zip(*bets, strict=True)
    return Mixture(scores, bets, tuple(tuple(math.log(each) for each in row) for row in rows))


@lru_cache
def of_voids(scores: Scores) -> Mixture:
    """For hands that were given up: that they were chosen for their decks. Three voids of the worst hundredth of hands
    multiply the best of 24 bets by 90 each time."""
    chosen = ((share, stake) for share in TAILS for stake in STAKES)
    return mixture(scores, tuple(side(scores, *each) for each in chosen for side in (worst, best)))


@lru_cache
def of_kept(scores: Scores) -> Mixture:
    """For hands that were shown: that the worst share is missing among them, or the mean shifted as if it were."""
    missing = ((share, -stake * share / (1 - share)) for share in TAILS for stake in STAKES[:2])
    tails = tuple(side(scores, *each) for each in missing for side in (worst, best))
    return mixture(scores, (*tails, *tilts(scores)))


@lru_cache
def of_advantage(scores: Scores) -> Mixture:
    """For hands of one seat, team or account: that its cards are too good, or too bad, in the long run."""
    return mixture(scores, tilts(scores))


def tilts(scores: Scores) -> tuple[Bet, ...]:
    """Tilts by each of `TILTS`, in both directions. Where all hands have one score, all pay 1."""
    deviation = math.sqrt(variance(scores.weights, scores.values)) or 1.0
    bases = (Fraction(round(math.exp(tilt / deviation) * DIGITS), DIGITS) for tilt in TILTS)
    return tuple(tilted(scores, each) for base in bases for each in (base, 1 / base))
