"""One test of a report, whatever it is made from."""

from __future__ import annotations

from typing import Final, NamedTuple

from dealproof.replay.archive.power import least_effect
from dealproof.replay.archive.sequential.process import Process
from dealproof.replay.archive.statistics.result import FEWEST, Result
from dealproof.verifier.encoding import Json

DIGITS: Final = 6
"""Significant digits of a number in a report: what distribution functions agree on everywhere."""

ANYTIME: Final = "e-process"


class Group(NamedTuple):
    """The hands that a test looks at: a rule set, the label of a draw or None for all, and the cards of its deck."""

    rules: str
    label: str | None = None
    cards: int | None = None

    def __str__(self) -> str:
        return " ".join(str(each) for each in self if each is not None)


class Tested(NamedTuple):
    """A test: of which hands, about whom (None for all), which statistic, and what it found. `anytime` says that it may
    be read after every hand."""

    group: Group
    subject: str | None
    statistic: str
    result: Result
    e: float
    anytime: bool = False

    @property
    def id(self) -> str:
        """What distinguishes the test from all others of a report."""
        parts = (str(self.group), self.statistic, self.subject)
        return " ".join(part for part in parts if part)

    def to_json(self, tests: int, level: float) -> dict[str, Json | float]:
        """The test in a report of so many tests."""
        result = self.result
        effect = None if self.anytime else rounded(least_effect(result, tests, level))
        return {
            "id": self.id,
            "statistic": self.statistic,
            "rules": self.group.rules,
            "label": self.group.label,
            "cards": self.group.cards,
            "subject": self.subject,
            "null": result.null,
            "anytime": self.anytime,
            "size": result.size,
            "value": rounded(result.statistic),
            "p": rounded(result.p),
            "e": rounded(self.e),
            "expected": rounded(result.expected),
            "seen": rounded(result.seen),
            "effect": result.effect,
            "least_effect": effect,
            "at": [*result.at],
        }


def fixed(group: Group, results: tuple[Result, ...], subject: str | None = None) -> list[Tested]:
    """The tests of a table whose size was fixed; none where it is too small."""
    return [Tested(group, subject, each.name, each, each.e) for each in results if each.size >= FEWEST]


def anytime(group: Group, statistic: str, subject: str, process: Process) -> Tested:
    """The test of an e-process; what people compare is the fortune, which is 1 on average or less."""
    e = process.e
    result = Result(statistic, ANYTIME, process.log, process.p, process.hands, 1.0, e, "fortune", 1, 0.0)
    return Tested(group, subject, statistic, result, e, anytime=True)


def rounded(value: float) -> float:
    """A number with `DIGITS` significant digits.

    >>> rounded(2 / 3), rounded(123456789.0)
    (0.666667, 123457000.0)
    """
    return float(f"{value:.{DIGITS}g}")
