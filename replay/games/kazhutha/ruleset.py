"""A rule set of Kazhutha: a frozen table of values (kazhutha/RULES.md), and its contradictions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from dealproof.replay.core.ruleset import Contradiction

SEATS: Final = (2, 8)

FOREVER: Final = 2**62
"""More ms than any record can hold, for turns without a time limit."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A whole rule set.

    From `least_seats` to `most_seats` may play; up to `ace_led_up_to` seats the first lead is the ace of spades
    itself. A turn has `turn_ms` milliseconds (None: no time limit), a card `turn_grace_ms` more.
    """

    id: str
    least_seats: int
    most_seats: int
    ace_led_up_to: int
    turn_ms: int | None
    turn_grace_ms: int
    family: Literal["kazhutha"] = "kazhutha"

    @property
    def turn_ends(self) -> int:
        """How many ms after a turn's beginning its time is up."""
        return FOREVER if self.turn_ms is None else self.turn_ms

    @property
    def latest(self) -> int:
        """How many ms after a turn's beginning its card may still come."""
        return self.turn_ends + self.turn_grace_ms


def contradictions(rules: RuleSet) -> Iterator[Contradiction]:
    """Every contradiction."""
    least, most = SEATS
    if not least <= rules.least_seats <= most:
        yield "/least_seats", "out-of-range", f"This is {rules.least_seats}; it must be from {least} to {most}."
    if not rules.least_seats <= rules.most_seats <= most:
        yield "/most_seats", "out-of-range", f"This must be from {rules.least_seats} (least_seats) to {most}."
    if not 0 <= rules.ace_led_up_to <= most:
        yield (
            "/ace_led_up_to",
            "out-of-range",
            f"This must be from 0 (the ace need not be led) to {most}.",
        )
    if rules.turn_ms is not None and rules.turn_ms < 1:
        yield "/turn_ms", "out-of-range", "A turn must last at least 1 ms, or be null for no time limit."
    if rules.turn_grace_ms < 0:
        yield "/turn_grace_ms", "out-of-range", "This must be 0 or more."
