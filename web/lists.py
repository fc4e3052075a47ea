"""Lists of hands by number, those of a table or of a match, with the numbers that are missing.

A hand that was begun and never shown leaves a hole in the numbers of its table (protocol.md, Header): a list says
where the holes are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from replay.verdict import Verdict
from web.public import PublicHand
from web.store import Extent

PAGE: Final = 50
"""Hands on a page of a list."""

MAX_NUMBER: Final = 2**53 - 1
"""The greatest number that a record can hold."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Numbers from `first` to `last` that no stored hand bears."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Listed:
    """One hand of a list: its `number` there, the verdict on it, and its public face, None where its record can no
    longer be read. `again` says that the hand before it in the list bears the same number.

    Of a match, `before` and `after` are the standings before and after the hand, None where unknown; `carried` says
    whether `before` is what the hand with the number before it came to, None where that is unknown.
    """

    number: int
    hand: PublicHand | None
    verdict: Verdict
    again: bool = False
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None
    carried: bool | None = None


@dataclass(frozen=True, slots=True)
class HandList:
    """A page of a list. `rows` holds hands and gaps in order; `next` is the number at which the next page starts,
    None on the last; `whole` is how much there is of all pages.
    """

    name: str
    rows: tuple[Listed | Gap, ...]
    next: int | None
    whole: Extent

    @property
    def missing(self) -> int:
        """How many numbers up to the greatest no stored hand bears."""
        return self.whole.greatest - self.whole.numbers


@dataclass(frozen=True, slots=True)
class Judged:
    """A hand of a list with its verdict."""

    number: int
    hand: PublicHand | None
    verdict: Verdict


def with_gaps(hands: Sequence[Judged], before: Judged | None) -> list[Listed | Gap]:
    """The hands in order, and between them the gaps; `before` is the hand that stands before the first, or None."""
    rows: list[Listed | Gap] = []
    for last, hand in zip([before, *hands[:-1]], hands, strict=True):
        reached = last.number if last else 0
        if hand.number > reached + 1:
            rows.append(Gap(reached + 1, hand.number - 1))
        rows.append(listed(hand, last))
    return rows


def listed(judged: Judged, last: Judged | None) -> Listed:
    """One hand after the one that stands before it in the list."""
    match = (judged.hand.match if judged.hand else None) or {}
    before, after = match.get("before"), (judged.verdict.result or {}).get("match")
    came_to = (last.verdict.result or {}).get("match") if last and last.number == judged.number - 1 else None
    return Listed(
        judged.number,
        judged.hand,
        judged.verdict,
        again=last is not None and last.number == judged.number,
        before=before,
        after=after if isinstance(after, dict) else None,
        carried=None if came_to is None or before is None else came_to == before,
    )
