"""A match in words: a row a hand, the numbers left out, and why a hand does not follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from replay.matches import Break, Match, Row
from web.sentences import Sentences
from web.telling.outcome import signed, standing
from web.telling.people import who

NONE: Final = "–"
SHOWN_GAPS: Final = 12
"""Runs of left-out numbers that a sentence names."""


class Line(NamedTuple):
    """The cells of one hand: its place in the match, its ID, dealer, declarer, bid, result and standing."""

    number: str
    hand: str
    dealer: str
    declarer: str
    bid: str
    result: str
    standing: str


@dataclass(frozen=True, slots=True)
class MatchTold:
    """A match read in one language."""

    match: Match
    sentences: Sentences

    @property
    def headings(self) -> Line:
        """What stands above the columns."""
        return Line(*(self.sentences.say("match-columns", name) for name in Line._fields))

    @property
    def lines(self) -> list[Line]:
        """A line a hand."""
        return [self.line(row) for row in self.match.rows]

    def line(self, row: Row) -> Line:
        """One hand; one that is not verified has its verdict for a result."""
        verified = row.verdict == "verified"
        return Line(
            number=str(row.number or NONE),
            hand=row.hand or NONE,
            dealer=seat(row, row.dealer),
            declarer=seat(row, row.declarer),
            bid=self.bid(row),
            result=self.result(row) if verified else self.sentences.say("verdicts", row.verdict).lower(),
            standing=short_standing(row.standing),
        )

    def bid(self, row: Row) -> str:
        """The bid that stood."""
        return self.sentences.say("calls", row.bid) if isinstance(row.bid, str) else str(row.bid or NONE)

    def result(self, row: Row) -> str:
        """What the hand was worth to the team whose claim it was."""
        points: Any = None if row.score is None else row.score["points"]
        return NONE if points is None else signed(points, self.sentences)

    @property
    def conclusion(self) -> list[str]:
        """Whether the match follows, why not where it does not, and the numbers left out."""
        return [*self.broken(), *self.left_out(), self.total()]

    def total(self) -> str:
        """How many hands were looked at, and whether all is well."""
        match = self.match
        verified = sum(row.verdict == "verified" for row in match.rows)
        code = ("one-" if len(match.rows) == 1 else "") + ("follows" if match.follows else "broken")
        return self.sentences.say("match", code, hands=len(match.rows), verified=verified)

    def left_out(self) -> Iterator[str]:
        """The numbers that the table left out."""
        if gaps := self.match.gaps:
            named = ", ".join(map(run, gaps[:SHOWN_GAPS])) + (", …" if len(gaps) > SHOWN_GAPS else "")
            yield self.sentences.say("match", "gaps", numbers=named)

    def broken(self) -> Iterator[str]:
        """The first hand that does not follow, and every reason."""
        broken = self.match.broken
        if broken is None:
            return
        row = self.match.rows[broken.line]
        yield self.sentences.say("match", "first", hand=broken.hand or NONE, source=row.source)
        for why, pointer in zip(broken.why, broken.pointers, strict=True):
            yield f"{self.reason(broken, why, row)} ({pointer or 'the whole text'}, {why})"

    def reason(self, broken: Break, why: str, row: Row) -> str:
        """One reason as a sentence. Before the first hand there is none that it could differ from."""
        if why == "match" and broken.found[why] is None and broken.line == 0:
            return self.sentences.say("match", "no-match")
        return self.sentences.say(
            "match-reasons",
            why,
            found=self.value(why, broken.found.get(why), row),
            expected=self.value(why, broken.expected.get(why), row),
        )

    def value(self, why: str, value: Any, row: Row) -> str:
        """What was found or expected, in words."""
        readings: dict[str, Callable[[Any], str]] = {
            "dealer": lambda dealer: who(row.seats, dealer),
            "seats": ", ".join,
            "standing": lambda told: standing(told, row.seats, self.sentences),
        }
        if value is None:
            return self.sentences.say("match", "nothing")
        return readings.get(why, str)(value)


def seat(row: Row, number: int | None) -> str:
    """A player by name."""
    return NONE if number is None else row.seats[number]


def run(gap: range) -> str:
    """“10” or “10–12”."""
    return str(gap.start) if len(gap) == 1 else f"{gap.start}–{gap.stop - 1}"


def short_standing(values: Mapping[str, Any] | None) -> str:
    """A standing in few letters: numbers a team, and the seats that wear kunukku."""
    told = dict(values or {})
    told.pop("fresh", None)
    if "kunukku" in told:
        told["kunukku"] = " ".join(str(seat + 1) for seat, wears in enumerate(told["kunukku"]) if wears)
    return ", ".join(f"{name} {short(value)}" for name, value in told.items() if value != "") or NONE


def short(value: Any) -> str:
    """“9:3”"""
    return ":".join(map(short, value)) if isinstance(value, list) else str(value).replace("-", "−")
