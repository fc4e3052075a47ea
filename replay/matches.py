"""A match followed over its hands: does each follow from the one before? (record.md, "Small print")

The first hand has the match's number 1 and its method's starting standing. Each hand after it belongs to the same
match, at the same table, with the same seats; `match.number` rises by one and `number` rises; the seat at the
dealer's right deals next; and the standing before it is exactly the one that the hand before came to. A number that
`number` leaves out is a hand that the log must show as void: it is listed, and no fault.

What a hand came to is what the audit computed, never what its claim says. A hand that came to no end, that cannot be
read or that could not be judged is followed by nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from replay.record import Record
from replay.verdict import Verdict
from verifier.encoding import Json

REASONS: Final = ("table", "table-number", "seats", "match", "number", "dealer", "standing")
"""Why a hand does not follow, in the order in which they are looked at (record.md)."""

MOST_GAPS: Final = 1000
"""Left-out numbers that are named one by one; any number may stand in a header."""


class Played(NamedTuple):
    """One hand of a match: its record, None where it is malformed or could not be judged, and the verdict on it."""

    record: Record | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Row:
    """One hand in a line. `number` is its place in the match, `seats` the players and `dealer` one of their seats,
    None or empty where they cannot be read; `declarer`, `bid`, `score` and `standing` (after the hand) are those of
    the computed result, None without one."""

    hand: str | None
    source: str
    verdict: str
    number: int | None
    seats: tuple[str, ...]
    dealer: int | None
    declarer: int | None
    bid: int | str | None
    score: Mapping[str, Json] | None
    standing: Mapping[str, Json] | None

    def to_json(self) -> dict[str, Json]:
        """The row as an object, key by key as above."""
        return {**{name: getattr(self, name) for name in self.__slots__}, "seats": [*self.seats]}


@dataclass(frozen=True, slots=True)
class Break:
    """The first hand that does not follow: its index from 0, its ID, why (`REASONS`, or its verdict where it has no
    record), the JSON pointers into its record, and for each reason the value found there and the value expected."""

    line: int
    hand: str | None
    why: tuple[str, ...]
    pointers: tuple[str, ...]
    found: dict[str, Json]
    expected: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Match:
    """A match as far as it was given: a row a hand, the runs of numbers left out at the table, and the first hand
    that does not follow, or None."""

    rows: tuple[Row, ...]
    gaps: tuple[range, ...]
    broken: Break | None

    @property
    def follows(self) -> bool:
        """Whether every hand follows from the one before."""
        return self.broken is None

    @property
    def verified(self) -> bool:
        """Whether every hand is verified by itself."""
        return all(row.verdict == "verified" for row in self.rows)

    def to_json(self) -> dict[str, Json]:
        """The match as one object: `gaps` are the first thousand numbers left out, `left_out` how many there are.
        `line` is the place of the first hand that does not follow, counted from 1 as `source` counts lines."""
        broken = self.broken or Break(0, None, (), (), {}, {})
        numbers: list[Json] = []
        for gap in self.gaps:
            numbers.extend(gap[: MOST_GAPS - len(numbers)])
        return {
            "follows": self.follows,
            "verified": self.verified,
            "hands": len(self.rows),
            "gaps": numbers,
            "left_out": sum(gap.stop - gap.start for gap in self.gaps),
            "line": None if self.follows else broken.line + 1,
            "hand": broken.hand,
            "why": [*broken.why],
            "pointers": [*broken.pointers],
            "found": broken.found,
            "expected": broken.expected,
            "rows": [row.to_json() for row in self.rows],
        }


class Demand(NamedTuple):
    """One thing that a hand's header must say: a reason of `REASONS`, where it stands, what stands and should."""

    why: str
    pointer: str
    found: Json
    expected: Json
    met: bool


def follow(hands: Iterable[Played]) -> Match:
    """Follows a match; no more than one hand is held at a time. After the first hand that does not follow the
    others are only listed."""
    rows: list[Row] = []
    numbers: list[int] = []
    broken: Break | None = None
    before: Played | None = None
    for line, hand in enumerate(hands):
        rows.append(row(hand))
        if hand.record is not None:
            numbers.append(hand.record.header["number"])
        if broken is None:
            broken = compare(line, before, hand)
        before = hand
    return Match(tuple(rows), tuple(left_out(numbers)), broken)


def row(hand: Played) -> Row:
    """A hand in a line."""
    header: Mapping[str, Any] = {} if hand.record is None else hand.record.header
    result: Mapping[str, Any] = hand.verdict.result or {}
    return Row(
        hand=hand.verdict.hand,
        source=hand.verdict.source,
        verdict=hand.verdict.verdict,
        number=(header.get("match") or {}).get("number"),
        seats=tuple(header.get("seats", ())),
        dealer=header.get("dealer"),
        declarer=result.get("declarer"),
        bid=result.get("bid"),
        score=result.get("score"),
        standing=result.get("match"),
    )


def left_out(numbers: Iterable[int]) -> Iterator[range]:
    """The runs of numbers that are missing between the least and the greatest.

    >>> list(left_out([4, 5, 9, 7]))
    [range(6, 7), range(8, 9)]
    """
    there = sorted(numbers)
    for low, high in pairwise(there):
        if high > low + 1:
            yield range(low + 1, high)


def compare(line: int, before: Played | None, hand: Played) -> Break | None:
    """What keeps a hand from following `before` (None before the first), or None."""
    if hand.record is None:
        misreading = hand.verdict.malformed
        pointer = "" if misreading is None else misreading.pointer
        return Break(line, hand.verdict.hand, (hand.verdict.verdict,), (pointer,), {}, {})
    unmet = [demand for demand in demands(before, hand.record) if not demand.met]
    if not unmet:
        return None
    return Break(
        line,
        hand.record.hand,
        tuple(demand.why for demand in unmet),
        tuple(demand.pointer for demand in unmet),
        {demand.why: demand.found for demand in unmet},
        {demand.why: demand.expected for demand in unmet},
    )


def demands(before: Played | None, hand: Record) -> Iterator[Demand]:
    """What a hand's header must say after `before`, in the order of `REASONS`."""
    header = hand.header
    if before is None:
        yield from opening(hand)
        return
    assert before.record is not None, "the check stops at a record that cannot be read"
    last = before.record.header
    number, least = header["number"], last["number"] + 1
    yield equal("table", "/header/table", header["table"], last["table"])
    yield Demand("table-number", "/header/number", number, least, number >= least)
    yield equal("seats", "/header/seats", header["seats"], last["seats"])
    if header["match"] is None:
        yield Demand("match", "/header/match", None, last["match"]["id"], met=False)
        return
    yield equal("match", "/header/match/id", header["match"]["id"], last["match"]["id"])
    yield equal("number", "/header/match/number", header["match"]["number"], last["match"]["number"] + 1)
    yield equal("dealer", "/header/dealer", header["dealer"], (last["dealer"] + 1) % len(last["seats"]))
    standing = None if before.verdict.result is None else before.verdict.result["match"]
    yield equal("standing", "/header/match/before", header["match"]["before"], standing)


def opening(hand: Record) -> Iterator[Demand]:
    """What the header of a match's first hand must say."""
    start = hand.game.first_standing(len(hand.seats))
    match = hand.header["match"]
    if match is None:
        yield Demand("match", "/header/match", None, {"number": 1, "before": start}, met=False)
        return
    yield equal("number", "/header/match/number", match["number"], 1)
    yield equal("standing", "/header/match/before", match["before"], start)


def equal(why: str, pointer: str, found: Json, expected: Json) -> Demand:
    """A demand that one value be exactly another."""
    return Demand(why, pointer, found, expected, found == expected)
