"""First seat: how often each seat was drawn to begin.

It would see a seat, and so an account, that begins too often. Chi-square of the seats, each with chance 1/seats; exact
binomial for few hands (`replay.archive.statistics.goodness`).
Source: Knuth, The Art of Computer Programming 2, section 3.3.2 A.
"""

from __future__ import annotations

from collections.abc import Sequence

from dealproof.replay.archive.statistics.goodness import goodness
from dealproof.replay.archive.statistics.result import Result


def test(table: Sequence[int]) -> tuple[Result, ...]:
    """The result for a table of one count a seat; `seen` is the largest share of a seat, `at` this seat."""
    seats, hands = len(table), sum(table)
    fit = goodness(table, [1] * seats)
    most = max(range(seats), key=table.__getitem__)
    result = Result(
        name="first-seat",
        null=fit.null,
        statistic=fit.statistic,
        p=fit.p,
        size=hands,
        expected=1 / seats,
        seen=table[most] / hands,
        effect="chance-of-a-seat",
        df=fit.df,
        variance=(seats - 1) / seats**2,
        at=(most,),
    )
    return (result,)
