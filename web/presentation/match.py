"""A match in words: a row a hand, the numbers left out, and why a hand does not follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from dealproof.replay.match import Break, Match, Row
from dealproof.replay.verdict import IMPORTED, VOID
from dealproof.web.presentation.names import player
from dealproof.web.presentation.numbers import by_side, signed
from dealproof.web.presentation.standing import NET, WORN, standing_in_words
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.verdict import BAD, GOOD, OPEN

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
class MatchText:
    """A match read in one language."""

    match: Match
    sentences: Sentences

    @property
    def headings(self) -> Line:
        """The headings of the columns."""
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
            result=self.result(row) if verified else self.sentences.say("verdict-words", row.verdict),
            standing=short_standing(row.standing, self.sentences),
        )

    def bid(self, row: Row) -> str:
        """The final bid."""
        return self.sentences.say("calls", row.bid) if isinstance(row.bid, str) else str(row.bid or NONE)

    def result(self, row: Row) -> str:
        """What the hand was worth to the team whose claim it was."""
        points: Any = None if row.score is None else row.score["points"]
        return NONE if points is None else signed(points, self.sentences)

    @property
    def state(self) -> str:
        """Good where every hand follows and is verified or void; open where some are imported; else bad."""
        if not (self.match.follows and self.match.sound):
            return BAD
        return OPEN if self.imported else GOOD

    @property
    def imported(self) -> int:
        """How many hands are imported: nothing is known of how their cards came about."""
        return sum(row.verdict == IMPORTED for row in self.match.rows)

    @property
    def title(self) -> str:
        """The verdict on the match, and how many hands it is about, in a line."""
        match = self.match
        code = "broken" if not match.follows else "follows" if match.sound else "unverified"
        verified = sum(row.verdict == "verified" for row in match.rows)
        void = sum(row.verdict == VOID for row in match.rows)
        hands = len(match.rows)
        said = self.sentences.count(
            "match", "counted-void" if void else "counted", hands, hands=hands, verified=verified, void=void
        )
        return f"{self.sentences.say('match-verdicts', code)}. {said}"

    @property
    def why(self) -> list[str]:
        """Which hand does not follow and why, which is not verified, and the numbers left out."""
        return [*self.broken(), *self.unverified(), *self.unproven(), *self.left_out()]

    def unverified(self) -> Iterator[str]:
        """The first hand that is neither verified nor void."""
        for place, row in enumerate(self.match.rows, 1):
            if not row.sound:
                verdict = self.sentences.say("verdicts", row.verdict).lower()
                values = {"place": place, "hand": row.hand or NONE, "source": row.source, "verdict": verdict}
                yield self.sentences.say("match", "unverified", **values)
                return

    def unproven(self) -> Iterator[str]:
        """That hands are imported."""
        if self.imported:
            yield self.sentences.count("match", "imported", self.imported)

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
        code = "first" if broken.line else "first-of-all"
        place = {"place": broken.line + 1, "hands": len(self.match.rows)}
        yield self.sentences.say("match", code, hand=broken.hand or NONE, source=row.source, **place)
        yield from (f"{each} ({why})" for why, each in reasons(broken, row.seats, self.sentences))


def reasons(broken: Break, seats: Sequence[str], sentences: Sentences) -> Iterator[tuple[str, str]]:
    """Why a hand does not follow: each reason and its sentence. `seats` are the players of the hand."""
    for why in broken.why:
        found, expected = broken.found.get(why), broken.expected.get(why)
        code = why
        if why == "standing":
            code = standing_code(broken, expected)
            found, expected = differing_parts(found, expected)
        elif why == "match" and found is None:
            code = "match-left" if broken.line else "match-none"
        values = {"found": value(why, found, seats, sentences), "expected": value(why, expected, seats, sentences)}
        yield why, sentences.say("match-reasons", code, **values)


def standing_code(broken: Break, expected: Any) -> str:
    """Which sentence of a standing fits: the first hand of a match starts from what its rules say, which may not be
    at hand; and a hand may come to no standing."""
    if broken.line == 0:
        return "standing-first" if expected is not None else "standing-first-unknown"
    return "standing" if expected is not None else "standing-none"


def differing_parts(found: Any, expected: Any) -> tuple[Any, Any]:
    """Two standings without what is the same in both; as they are where one is missing."""
    if not isinstance(found, Mapping) or not isinstance(expected, Mapping) or found.keys() != expected.keys():
        return found, expected
    differing = {name for name in found if found[name] != expected[name]}
    if differing & WORN:
        differing |= WORN & found.keys()
    first, second = ({name: parts[name] for name in parts if name in differing} for parts in (found, expected))
    return first, second


def value(why: str, value: Any, seats: Sequence[str], sentences: Sentences) -> str:
    """What was found or expected, in words."""
    if value is None:
        return sentences.say("match", "nothing")
    if why == "dealer":
        return player(seats, value, sentences)
    if why == "seats":
        return ", ".join(value)
    return standing_in_words(value, seats, sentences) if why == "standing" else str(value)


def seat(row: Row, number: int | None) -> str:
    """A player by name."""
    return NONE if number is None else row.seats[number]


def run(gap: range) -> str:
    """“10” or “10–12”."""
    return str(gap.start) if len(gap) == 1 else f"{gap.start}–{gap.stop - 1}"


def short_standing(values: Mapping[str, Any] | None, sentences: Sentences) -> str:
    """A standing in few letters: numbers a side, and the numbers of the seats that wear kunukku."""
    said = (short_part(name, value, sentences) for name, value in (values or {}).items() if name != "fresh")
    return ", ".join(each for each in said if each) or NONE


def short_part(name: str, value: Any, sentences: Sentences) -> str:
    """One part of a standing; nothing where no seat wears kunukku."""
    if name == NET:
        code = NET if value else "level"
        return sentences.say("short-standings", code, side=1 if value > 0 else 2, value=abs(value))
    if name == "kunukku":
        value = " ".join(str(seat) for seat, wears in enumerate(value, 1) if wears)
    return sentences.say("short-standings", name, value=by_side(value)) if value else ""
