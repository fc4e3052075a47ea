"""Lists of hands: those received last, and those of a table or a match by number, with the numbers that are missing.

A hand that was begun and never shown leaves a gap in the numbers of its table (PROTOCOL.md, "Header").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

MAX_NUMBER: Final = 2**53 - 1
"""The greatest number that a record can hold."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Numbers from `first` to `last` that no stored hand bears."""

    first: int
    last: int


class Broken(NamedTuple):
    """The first illegal event of a hand: its index, the seat that it names or None, the ID of the rule that it breaks,
    and its card, None where it has none."""

    event: int
    seat: int | None
    rule: str
    card: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One hand of any list, as anybody may see it.

    `id` is its ID in the database, which counts in the order of arrival. `verdict` is None where this version of the
    judge has not judged it yet; then `grade`, `fault` and `pointer` are None too. `pointer` says what is malformed.
    `rules` is "" and `seats` empty where they cannot be read; `provisional` says whether a source calls a part of the
    rules unconfirmed. `match` and `match_number` are None where it belongs to no match. `before` and `after` are the
    match's standing before and after the hand, None where there is none or it is unknown; `opening` says whether
    `before` is what a match begins with.
    """

    id: int
    hand: str
    table: str
    number: int
    match: str | None
    match_number: int | None
    rules: str
    provisional: bool
    seats: tuple[str, ...]
    dealer: int | None
    verdict: str | None
    grade: str | None
    fault: Broken | None
    pointer: str | None
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    opening: bool | None

    @property
    def only_moves(self) -> bool:
        """Whether the hand is imported and its moves are right. A verified hand has a grade if it is not imported."""
        return self.verdict == "verified" and self.grade is None


@dataclass(frozen=True, slots=True)
class Listed:
    """One hand of a table or a match: its `number` there. `again` says that the hand before it in the list bears the
    same number; `carried` whether its standing is what the hand with the number before it came to, None where that is
    unknown.
    """

    number: int
    hand: Entry
    again: bool = False
    carried: bool | None = None


class Extent(NamedTuple):
    """A whole list of hands: how many there are, how many numbers they bear, and the greatest of these; 0 where
    there is none."""

    hands: int
    numbers: int
    greatest: int


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
class Latest:
    """A page of the hands received last, the newest first; `next` is the ID below which the next page starts, None on
    the last."""

    hands: tuple[Entry, ...]
    next: int | None
