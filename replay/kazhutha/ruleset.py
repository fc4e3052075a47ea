"""A rule set of Kazhutha: a frozen table of values (rules/kazhutha.md), and what it may not say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from replay.ready import Contradiction

SEATS: Final = (2, 8)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A whole rule set.

    From `least_seats` to `most_seats` may play; up to `ace_led_up_to` seats the first lead is the ace of spades
    itself. A turn has `turn_ms` milliseconds (None: nobody looks at a clock), a card `turn_grace_ms` more.
    """

    id: str
    least_seats: int
    most_seats: int
    ace_led_up_to: int
    turn_ms: int | None
    turn_grace_ms: int
    family: Literal["kazhutha"] = "kazhutha"


def contradictions(rules: RuleSet) -> Iterator[Contradiction]:
    """Every contradiction."""
    least, most = SEATS
    if not least <= rules.least_seats <= most:
        yield "/least_seats", "out-of-range", f"Kazhutha is played by {least} to {most}, not by {rules.least_seats}."
    if not rules.least_seats <= rules.most_seats <= most:
        yield "/most_seats", "out-of-range", f"This must lie between {rules.least_seats} and {most}."
    if not 0 <= rules.ace_led_up_to <= most:
        yield (
            "/ace_led_up_to",
            "out-of-range",
            f"This is a number of seats, up to {most}; 0 where the ace need not lead.",
        )
    if rules.turn_ms is not None and rules.turn_ms < 1:
        yield "/turn_ms", "out-of-range", "A turn has one millisecond or more; null where time is not judged."
    if rules.turn_grace_ms < 0:
        yield "/turn_grace_ms", "out-of-range", "Grace is nought or more milliseconds."
