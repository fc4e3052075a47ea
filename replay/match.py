"""The check of a match: does each hand follow from the one before? (RECORD.md, "Matches")

The first hand has the match's number 1 and its method's starting standing. Each hand after it belongs to the same
match, at the same table, with the same seats; `match.number` rises by one and `number` rises; the seat at the
dealer's right deals next; and the standing before it is exactly the one that the hand before came to. A number that
`number` leaves out is a hand that the log must show as void: it is listed, and no fault.

A void hand must follow as any other. It then leaves the match as it was, so that the next hand has the same
`match.number`, dealer and standing.

What a hand came to is what the audit computed, never what its claim says. A hand that came to no end, that cannot be
read or that could not be judged is followed by nothing.

`follow` takes the hands of files, one at a time, and stops comparing at the first that does not follow. `chain` takes
what is stored of a match (`Link`), in which hands may be missing: it compares every hand with the one before as far as
both are known. Both compare by `demands`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

from dealproof.replay.judge import AnyRecord
from dealproof.replay.record.void import VoidRecord
from dealproof.replay.verdict import IMPORTED, VOID, Verdict
from dealproof.verifier.encoding import Json

REASONS: Final = ("table", "table-number", "seats", "match", "number", "dealer", "standing")
"""Why a hand does not follow, in the order in which they are looked at (RECORD.md, "Matches")."""

BY_PLACE: Final = frozenset({"number", "dealer", "standing"})
"""Reasons that say nothing where the hand before is missing, cannot be read or has the same number."""

FOLLOWS: Final = "follows"
BROKEN: Final = "broken"
UNVERIFIED: Final = "unverified"
MISSING: Final = "missing"

MOST_GAPS: Final = 1000
"""Limit of missing numbers that are named one by one; a header may contain any number."""


class JudgedRecord(NamedTuple):
    """The record of one hand of a match and the verdict on it. The record is None if it is malformed or judging it
    failed."""

    record: AnyRecord | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Row:
    """One hand in a line. `number` is its place in the match, `seats` the players and `dealer` one of their seats,
    None or empty where they cannot be read; `declarer`, `bid`, `score` and `standing` (after the hand) are those of
    the computed result, None without one. `verdict` is `IMPORTED` of an imported hand that is verified. `sound` says
    whether nothing is wrong with the hand: it is no key of the JSON."""

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
    sound: bool

    def to_json(self) -> dict[str, Json]:
        """The row as an object, key by key as above."""
        keys = (name for name in self.__slots__ if name != "sound")
        return {**{name: getattr(self, name) for name in keys}, "seats": [*self.seats]}


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
    """The hands of a match in the order given: `rows`, one per hand, the runs of numbers left out at the table, and the
    first hand that does not follow, or None."""

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

    @property
    def sound(self) -> bool:
        """Whether every hand is verified by itself, or void or imported with nothing wrong."""
        return all(row.sound for row in self.rows)

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


class Link(NamedTuple):
    """What of a hand takes part in the comparison with the hands around it. `match` and `place` are the match's ID and
    the hand's number in it, None where it belongs to no match; `before` and `after` are the standings, `after` None
    where it is not known. `begins` says whether `before` is what a match begins with, `start` what that is, None where
    it is not known. `verdict` is None where the hand was not judged; `known` says whether its header could be read."""

    hand: str | None
    table: str
    number: int
    seats: tuple[str, ...]
    dealer: int | None
    match: str | None
    place: int | None
    before: Mapping[str, Json] | None
    begins: bool
    start: Mapping[str, Json] | None
    after: Mapping[str, Json] | None
    verdict: str | None
    known: bool = True


@dataclass(frozen=True, slots=True)
class Chain:
    """The hands of one match in the order of their places. `breaks` holds, a hand each, why it does not follow from
    the one before, or None; `gaps` are the places up to the last that no hand has that was played."""

    links: tuple[Link, ...]
    breaks: tuple[Break | None, ...]
    gaps: tuple[range, ...]

    @property
    def state(self) -> str:
        """The verdict on the match, the worst first: `BROKEN` where a hand does not follow, `UNVERIFIED` where a hand
        is not verified, `MISSING` where hands are missing, else `FOLLOWS`."""
        if any(self.breaks):
            return BROKEN
        if self.unverified:
            return UNVERIFIED
        return MISSING if self.gaps else FOLLOWS

    @property
    def unverified(self) -> list[Link]:
        """The hands that are neither verified nor void."""
        return [link for link in self.links if link.verdict not in ("verified", VOID)]

    @property
    def missing(self) -> int:
        """How many hands are missing."""
        return sum(gap.stop - gap.start for gap in self.gaps)


class Demand(NamedTuple):
    """A value that a hand's header must have: the reason of `REASONS`, its pointer, the value found, the value
    expected, and whether the demand is `met`."""

    why: str
    pointer: str
    found: Json
    expected: Json
    met: bool


def follow(hands: Iterable[JudgedRecord]) -> Match:
    """Compares the hands of a match, each with the one before. No more than one record is held at a time. After the
    first hand that does not follow, the others are listed and not compared."""
    rows: list[Row] = []
    numbers: list[int] = []
    broken: Break | None = None
    before: Link | None = None
    for line, judged in enumerate(hands):
        rows.append(row(judged))
        link = None if judged.record is None else link_of(judged.record, judged.verdict)
        if link is not None:
            numbers.append(link.number)
        if broken is None:
            broken = unreadable_hand(line, judged) if link is None else compare(line, before, link)
        before = left_by_void(link) if link and isinstance(judged.record, VoidRecord) else link
    return Match(tuple(rows), tuple(left_out(numbers)), broken)


def chain(links: Iterable[Link]) -> Chain:
    """Compares the hands of one match, in the order of their places, each with the one before. Nothing is
    compared with a hand that is missing, cannot be read or is not finished. A void hand has the place of the hand that
    was played after it."""
    ordered = tuple(links)
    breaks = [chained(line, *pair) for line, pair in enumerate(zip(befores(ordered), ordered, strict=True))]
    places = [link.place or 0 for link in ordered if link.verdict != VOID]
    return Chain(ordered, tuple(breaks), tuple(left_out([0, *places])))


def befores(links: Iterable[Link]) -> Iterator[Link | None]:
    """Yields for each hand the one that it follows: the last played before it, for a void hand the last with a lower
    place."""
    lower: Link | None = None
    last: Link | None = None
    for link in links:
        if link.verdict == VOID:
            yield lower if last and last.place == link.place else last
            continue
        yield last
        if last and last.place != link.place:
            lower = last
        last = link


def chained(line: int, before: Link | None, link: Link) -> Break | None:
    """The break between a hand and the one with the next lower place, or None if they follow or it cannot be known."""
    place = link.place or 0
    if not link.known:
        return None
    if before is None:
        return compare(line, None, link) if place == 1 else None
    broken = compare(line, before, link) if before.known else None
    if broken is None:
        return None
    next_place = before.place is not None and place == before.place + 1
    left = without(broken, frozenset() if next_place else BY_PLACE)
    if place == before.place:
        number = equal("number", "/header/match/number", place, place + 1)
        return named(line, link, [number])
    return without(left, frozenset({"standing"})) if left and before.after is None else left


def without(broken: Break, reasons: frozenset[str]) -> Break | None:
    """The break without the given reasons, or None if no reason is left."""
    kept = [(why, pointer) for why, pointer in zip(broken.why, broken.pointers, strict=True) if why not in reasons]
    if not kept:
        return None
    return replace(
        broken,
        why=tuple(why for why, _ in kept),
        pointers=tuple(pointer for _, pointer in kept),
        found={why: broken.found[why] for why, _ in kept},
        expected={why: broken.expected[why] for why, _ in kept},
    )


def row(judged: JudgedRecord) -> Row:
    """A judged record as a row."""
    header: Mapping[str, Any] = {} if judged.record is None else judged.record.header
    result: Mapping[str, Any] = judged.verdict.result or {}
    return Row(
        hand=judged.verdict.hand,
        source=judged.verdict.source,
        verdict=IMPORTED if judged.verdict.imported and judged.verdict.sound else judged.verdict.verdict,
        number=(header.get("match") or {}).get("number"),
        seats=tuple(header.get("seats", ())),
        dealer=header.get("dealer"),
        declarer=result.get("declarer"),
        bid=result.get("bid"),
        score=result.get("score"),
        standing=result.get("match"),
        sound=judged.verdict.sound,
    )


def link_of(record: AnyRecord, verdict: Verdict) -> Link:
    """The values of a record that are compared with the hands around it."""
    header = record.header
    match: Mapping[str, Any] = header["match"] or {"id": None, "number": None, "before": None}
    start = record.game.first_standing(len(record.seats))
    after: Any = None if verdict.result is None else verdict.result.get("match")
    return Link(
        hand=record.hand,
        table=header["table"],
        number=header["number"],
        seats=tuple(header["seats"]),
        dealer=header["dealer"],
        match=match["id"],
        place=match["number"],
        before=match["before"],
        begins=match["before"] == start,
        start=start,
        after=after,
        verdict=verdict.verdict,
    )


def left_by_void(link: Link) -> Link:
    """The hand after which a void hand leaves the match: as the one before it, but for the number at the table."""
    return link._replace(
        place=None if link.place is None else link.place - 1,
        dealer=None if link.dealer is None else (link.dealer - 1) % len(link.seats),
        after=link.before,
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


def unreadable_hand(line: int, judged: JudgedRecord) -> Break:
    """The break at a hand whose record is None."""
    malformed = judged.verdict.malformed
    pointer = "" if malformed is None else malformed.pointer
    return Break(line, judged.verdict.hand, (judged.verdict.verdict,), (pointer,), {}, {})


def compare(line: int, before: Link | None, link: Link) -> Break | None:
    """The break between a hand and the one `before` it (None: it is the first), or None if it follows."""
    unmet = [demand for demand in demands(before, link) if not demand.met]
    return named(line, link, unmet) if unmet else None


def named(line: int, link: Link, unmet: Sequence[Demand]) -> Break:
    """The break of a hand that does not meet the demands `unmet`."""
    return Break(
        line,
        link.hand,
        tuple(demand.why for demand in unmet),
        tuple(demand.pointer for demand in unmet),
        {demand.why: demand.found for demand in unmet},
        {demand.why: demand.expected for demand in unmet},
    )


def demands(last: Link | None, link: Link) -> Iterator[Demand]:
    """Yields the demands on a hand's header after the hand `last`, in the order of `REASONS`."""
    if last is None:
        yield from opening(link)
        return
    least = last.number + 1
    yield equal("table", "/header/table", link.table, last.table)
    yield Demand("table-number", "/header/number", link.number, least, link.number >= least)
    yield equal("seats", "/header/seats", [*link.seats], [*last.seats])
    if link.match is None or last.place is None or last.dealer is None:
        yield Demand("match", "/header/match", None, last.match, met=False)
        return
    yield equal("match", "/header/match/id", link.match, last.match)
    yield equal("number", "/header/match/number", link.place, last.place + 1)
    yield equal("dealer", "/header/dealer", link.dealer, (last.dealer + 1) % len(last.seats))
    yield equal("standing", "/header/match/before", mapping(link.before), mapping(last.after))


def opening(link: Link) -> Iterator[Demand]:
    """Yields the demands on the header of a match's first hand."""
    if link.match is None:
        yield Demand("match", "/header/match", None, {"number": 1, "before": mapping(link.start)}, met=False)
        return
    yield equal("number", "/header/match/number", link.place, 1)
    yield Demand("standing", "/header/match/before", mapping(link.before), mapping(link.start), met=link.begins)


def equal(why: str, pointer: str, found: Json, expected: Json) -> Demand:
    """The demand that two values be equal."""
    return Demand(why, pointer, found, expected, found == expected)


def mapping(standing: Mapping[str, Json] | None) -> dict[str, Json] | None:
    """A standing as JSON, or None."""
    return None if standing is None else dict(standing)
