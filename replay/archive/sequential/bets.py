"""Bets on a score whose exact distribution is known: what they pay for each score, as fractions with mean 1.

*Tail bets* look at the rank of the score. Spread each score over the part of 0 … 1 that its chance covers, in ascending
order; the bet on the worst `share` pays for a score 1/share times the part of it that lies below `share`. Where the end
of the tail falls inside a score, that score counts in part, so that the mean is 1 whatever the steps.
`stake` is how much is bet: with 1 everything is lost by a score outside of the tail, with 9/10 a tenth is left. A
negative stake bets that the tail is missing, as it is where bad hands are dropped unseen; −share/(1−share) is all.

*Tilts* pay baseˢ/M with M the mean of baseˢ: for a base above 1 the bet that scores are too high, below 1 that they
are too low. They see a small shift of the mean that lasts.

Source: Vovk and Wang, E-values: calibration, combination and applications, Ann. Statist. 49 (2021), arXiv 1912.06116
(calibrators of a rank); Ramdas et al., arXiv 2210.01948, section 3 (likelihood ratios, betting).
"""

from __future__ import annotations

from fractions import Fraction

from dealproof.replay.archive.statistics.dealt import Scores

Bet = tuple[Fraction, ...]
"""What is paid for each score, in the order of `Scores.values`."""


def worst(scores: Scores, share: Fraction, stake: Fraction) -> Bet:
    """The bet that scores lie in the lowest `share` of hands. Raises ValueError for a stake that could lose more than
    all, or a share that is not between 0 and 1.

    >>> worst(Scores((0, 1, 2), (1, 2, 1)), Fraction(1, 4), Fraction(1, 2))
    (Fraction(5, 2), Fraction(1, 2), Fraction(1, 2))
    """
    return _tail(scores.weights, share, stake)


def best(scores: Scores, share: Fraction, stake: Fraction) -> Bet:
    """The same for the highest `share` of hands."""
    return _tail(scores.weights[::-1], share, stake)[::-1]


def _tail(weights: tuple[int, ...], share: Fraction, stake: Fraction) -> Bet:
    if not 0 < share < 1 or not -share / (1 - share) <= stake <= 1:
        raise ValueError(f"A share must be between 0 and 1, and a stake from −share/(1−share) to 1: {share}, {stake}.")
    end = share * sum(weights)
    paid, below = [], 0
    for weight in weights:
        inside = min(max(end - below, Fraction(0)), Fraction(weight)) / weight
        paid.append(1 + stake * (inside / share - 1))
        below += weight
    return tuple(paid)


def tilted(scores: Scores, base: Fraction) -> Bet:
    """The bet that scores are too high (base > 1) or too low (base < 1).

    >>> tilted(Scores((0, 1), (1, 1)), Fraction(3))
    (Fraction(1, 2), Fraction(3, 2))
    """
    powers = [base**value for value in scores.values]
    total = sum((power * weight for power, weight in zip(powers, scores.weights, strict=True)), Fraction(0))
    return tuple(power * sum(scores.weights) / total for power in powers)


def mean(scores: Scores, bet: Bet) -> Fraction:
    """The mean of what a bet pays on an honest deck; 1 for all bets here."""
    paid = (weight * each for weight, each in zip(scores.weights, bet, strict=True))
    return sum(paid, Fraction(0)) / sum(scores.weights)
