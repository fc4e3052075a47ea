"""The order in which the desk shows hands: what is wrong first, then what is not known yet, then the rest.

Ranks are stored (`web.store.desk.models.DeskHand`), so another order needs a migration.

>>> rank("tampered", "F", None), rank("hidden", None, None), rank("hidden", "F", None), rank("verified", "A", None)
(0, 9, 4, 12)
>>> ranks_of("hidden"), ranks_of(FAILURES)
((4, 9), (0, 1, 2, 3, 4, 5))
"""

from __future__ import annotations

from typing import Final, NamedTuple

from dealproof.replay.verdict import ERROR, IMPORTED, VOID

FAILURES: Final = "failures"
"""The filter for every hand with which something is wrong."""

UNJUDGED: Final = "unjudged"
"""The name for the verdict of a hand that has not been judged."""


class Rank(NamedTuple):
    """A verdict, and whether something is wrong: a hidden or a void hand may be wrong or not."""

    verdict: str
    wrong: bool


RANKS: Final = (
    *(Rank("tampered", True), Rank("illegal", True), Rank("mismatch", True), Rank("malformed", True)),  # noqa: FBT003
    *(Rank("hidden", True), Rank(VOID, True)),  # noqa: FBT003
    *(Rank(ERROR, False), Rank(UNJUDGED, False), Rank("incomplete", False), Rank("hidden", False)),  # noqa: FBT003
    *(Rank(VOID, False), Rank(IMPORTED, False), Rank("verified", False)),  # noqa: FBT003
)
"""Every rank in order; its place here is what is stored."""

FAILED: Final = sum(each.wrong for each in RANKS)
"""The first rank of a hand with which nothing is wrong."""

VERDICTS: Final = tuple(dict.fromkeys(each.verdict for each in RANKS))
"""The verdicts by which the desk filters, in order."""


def rank(verdict: str, grade: str | None, fault: str | None) -> int:
    """Returns the rank of a hand from its summary: `verdict` is "" if it has not been judged, `fault` the rule that it
    breaks or None."""
    if verdict == "verified" and grade is None:
        return RANKS.index(Rank(IMPORTED, wrong=False))
    wrong = grade == "F" or (verdict == VOID and fault is not None)
    found = [place for place, each in enumerate(RANKS) if each.verdict == (verdict or UNJUDGED)]
    return found[0] if wrong else found[-1]


def ranks_of(verdict: str | None) -> tuple[int, ...]:
    """Returns the ranks that a filter shows: all without one, those of a verdict, or `FAILURES`."""
    if verdict is None:
        return tuple(range(len(RANKS)))
    if verdict == FAILURES:
        return tuple(range(FAILED))
    return tuple(place for place, each in enumerate(RANKS) if each.verdict == verdict)
