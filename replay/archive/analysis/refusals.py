"""Seats and accounts that do not open their seed more often than others.

Every hand has one chance for each of its players to refuse. If all refuse equally often, the refusals fall to seats in
equal parts, and to an account in proportion to its hands: chi-square, or the exact binomial distribution.
A difference shows who refuses, not why: a bad connection does it too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dealproof.replay.archive.analysis.tested import Group, Tested, fixed
from dealproof.replay.archive.completeness import Completeness, Refusals
from dealproof.replay.archive.plan import REFUSALS
from dealproof.replay.archive.statistics.distributions import binomial_two_sided
from dealproof.replay.archive.statistics.goodness import BINOMIAL, goodness
from dealproof.replay.archive.statistics.result import FEWEST, Result

ALL: Final = Group("all")


def refusal_tests(found: Completeness) -> Iterator[Tested]:
    """The test of all seats together, and one for each account of enough hands. None without enough refusals."""
    refused = [found.seats[seat].refused for seat in sorted(found.seats)]
    if len(refused) > 1 and sum(refused) >= FEWEST:
        yield from fixed(ALL, (of_seats(refused, [found.seats[seat].hands for seat in sorted(found.seats)]),), "seats")
    total = sum(each.refused for each in found.refusals.values())
    hands = sum(each.hands for each in found.refusals.values())
    if total < FEWEST:
        return
    for account in sorted(found.refusals):
        each = found.refusals[account]
        if FEWEST <= each.hands < hands:
            yield from fixed(ALL, (of_account(each, total, hands),), f"account {account}")


def of_seats(refused: list[int], hands: list[int]) -> Result:
    """Whether refusals fall to seats in proportion to their hands."""
    fit = goodness(refused, hands)
    total, most = sum(refused), max(range(len(refused)), key=lambda seat: refused[seat] / hands[seat])
    share = hands[most] / sum(hands)
    seen = refused[most] / total
    variance = share * (1 - share)
    return Result(REFUSALS, fit.null, fit.statistic, fit.p, total, share, seen, "share", fit.df, variance, at=(most,))


def of_account(one: Refusals, total: int, hands: int) -> Result:
    """Whether an account has its part of all refusals."""
    share = one.hands / hands
    p = binomial_two_sided(one.refused, total, share)
    seen = one.refused / total
    return Result(REFUSALS, BINOMIAL, float(one.refused), p, total, share, seen, "share", 1, share * (1 - share))
