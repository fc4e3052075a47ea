"""Which tests of a report ask what GLI-19 v3.0, clause 3.2.2, asks of the output of a random number generator.

The clause names seven kinds of tests that a laboratory may choose from, to be read together at 99 % confidence. This
table is a comparison of questions; it is not the certificate of a laboratory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from dealproof.replay.archive.statistics.permutation_chi_square import LARGEST

REQUIREMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "total-distribution": ("position-card", "position-card-means", "position-card-trend", "first-seat", "dealt"),
    "overlaps": ("neighbours", "successors"),
    "coupon-collector": ("coupon-collector",),
    "runs": ("ascending-runs", "rising-sequences"),
    "interplay": ("fixed-points", "cycles", "pure-runs"),
    "serial": (
        "serial-cards",
        "serial-cards-each",
        "serial-places",
        "serial-places-each",
        "serial-fixed-points",
        "serial-successors",
    ),
    "duplicates": ("duplicates",),
}
"""For each kind of tests of the clause the statistics that ask the same question, most closely first."""

DEALT: Final = "mean-a-hand"
"""The effect of the tests of what a seat is dealt, whose statistics are named by measures."""

CONFIDENCE: Final = "confidence"


class Row(NamedTuple):
    """A requirement, the statistics that answer it, how many tests those are, and how many were rejected."""

    requirement: str
    statistics: tuple[str, ...]
    tests: int
    rejected: int

    @property
    def state(self) -> str:
        """Bad where a test was rejected, open where none was made."""
        return "bad" if self.rejected else "good" if self.tests else "open"


def rows(report: Mapping[str, Any]) -> Iterator[Row]:
    """The table, the reading of all tests together last."""
    of = {name: requirement for requirement, names in REQUIREMENTS.items() for name in names}
    tests: dict[str, list[Mapping[str, Any]]] = {requirement: [] for requirement in REQUIREMENTS}
    for test in report["tests"]:
        if not test.get("anytime") and kind(test) in of:
            tests[of[kind(test)]].append(test)
    for requirement, found in tests.items():
        made = {kind(each) for each in found}
        names = tuple(name for name in REQUIREMENTS[requirement] if name in made)
        yield Row(requirement, names, len(found), sum(map(rejected, found)))
    many = report["many"]
    yield Row(CONFIDENCE, (), many["tests"], sum(map(rejected, report["tests"])))


def kind(test: Mapping[str, Any]) -> str:
    """The statistic of a test, without what distinguishes its narrower questions."""
    name: str = test["statistic"].removesuffix(LARGEST)
    return "dealt" if test.get("effect") == DEALT and name not in REQUIREMENTS["interplay"] else name


def rejected(test: Mapping[str, Any]) -> bool:
    """Whether either reading of many tests rejects this one."""
    return bool(test["holm"] or test["e_bh"])
