"""The plan of an audit: what is tested at which level, fixed before anybody looks at the archive.

A report names the SHA-256 of its plan, so that a plan can be published before the hands are dealt and nobody can choose
afterwards which tests to show. A plan is JSON:

    {"format": "dealproof/archive-plan/1", "level": "0.01", "statistics": ["position-card", "successors"]}

>>> plan = read_plan(b'{"format": "dealproof/archive-plan/1", "level": "0.01", "statistics": ["cycles", "voids"]}')
>>> plan.level, [each.name for each in plan.deck_statistics()], "kept" in plan.statistics
(0.01, ['cycles'], False)
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from dealproof.replay.archive.statistics import DECK_STATISTICS, DeckStatistic
from dealproof.verifier.encoding import Json, canonical, parse_json
from dealproof.verifier.errors import Malformed

FORMAT: Final = "dealproof/archive-plan/1"
KEYS: Final = ("format", "level", "statistics")
MOST_PLACES: Final = 6
"""Digits after the point of a level."""

FIRST_SEATS: Final = "first-seat"
DEALT: Final = "dealt"
SERIAL: Final = "serial"
COUPONS: Final = "coupon-collector"
DUPLICATES: Final = "duplicates"
VOIDS: Final = "voids"
KEPT: Final = "kept"
ADVANTAGE: Final = "advantage"
REFUSALS: Final = "refusals"

ALL: Final = (
    *(each.name for each in DECK_STATISTICS),
    *(FIRST_SEATS, DEALT, SERIAL, COUPONS, DUPLICATES, VOIDS, KEPT, ADVANTAGE, REFUSALS),
)
"""Every statistic that a plan can name, in the order of a report."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is tested: the level of all tests together, as its decimal digits, and the names of the statistics."""

    digits: str = "0.01"
    statistics: tuple[str, ...] = ALL

    @property
    def level(self) -> float:
        """The level."""
        return float(self.digits)

    def deck_statistics(self) -> tuple[DeckStatistic, ...]:
        """The statistics of one deck after another."""
        return tuple(each for each in DECK_STATISTICS if each.name in self.statistics)

    def to_json(self) -> dict[str, Json]:
        """The plan as JSON."""
        return {"format": FORMAT, "level": self.digits, "statistics": [*self.statistics]}

    def digest(self) -> str:
        """The SHA-256 of its canonical JSON, in hex."""
        return sha256(canonical(self.to_json())).hexdigest()


def read_plan(data: bytes) -> Plan:
    """Reads a plan. Raises `Malformed` with the first fault."""
    value: Any = parse_json(data)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise Malformed("/format", "unknown-format", f'A plan is a JSON object whose "format" is "{FORMAT}".')
    for key in (*KEYS, *value):
        if key not in value or key not in KEYS:
            code = "missing-key" if key not in value else "unknown-key"
            raise Malformed(f"/{key}", code, f"A plan has the keys {', '.join(KEYS)}, and no others.")
    return Plan(read_level(value["level"]), read_statistics(value["statistics"]))


def read_level(value: Json) -> str:
    """Reads a level such as "0.01"."""
    whole, point, digits = value.partition(".") if isinstance(value, str) else ("", "", "")
    if whole != "0" or not point or not digits.isascii() or not digits.isdigit() or not digits.strip("0"):
        raise Malformed("/level", "out-of-range", 'This must be a text between 0 and 1, for example "0.01".')
    if len(digits) > MOST_PLACES:
        raise Malformed("/level", "out-of-range", f"This may have at most {MOST_PLACES} digits after the point.")
    return f"0.{digits}"


def read_statistics(value: Json) -> tuple[str, ...]:
    """Reads the names of statistics; they are put in the order of a report."""
    if not isinstance(value, list) or not value:
        raise Malformed("/statistics", "wrong-type", "This must be a list of at least one name of a statistic.")
    for place, name in enumerate(value):
        if name not in ALL:
            known = ", ".join(ALL)
            raise Malformed(f"/statistics/{place}", "unknown-value", f"This must be one of these names: {known}.")
        if name in value[:place]:
            raise Malformed(f"/statistics/{place}", "duplicate-key", "This name is in the list already.")
    return tuple(name for name in ALL if name in value)
