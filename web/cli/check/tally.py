"""What became of the hands of a run, and the exit status that says so."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from dealproof.replay.verdict import ERROR


@dataclass(slots=True)
class Tally:
    """How many hands got which verdict, how many of them `failed`, and how many files could not be read. Imported hands
    that are verified are counted as `IMPORTED`. Hands whose verdict is among `allowed` count as no failures. `began` is
    when the run began, in seconds of a clock that only measures durations."""

    verdicts: Counter[str] = field(default_factory=Counter)
    failed: int = 0
    unread: int = 0
    allowed: frozenset[str] = frozenset()
    began: float = field(default_factory=time.monotonic)

    @property
    def hands(self) -> int:
        """Hands judged so far."""
        return self.verdicts.total()

    @property
    def seconds(self) -> float:
        """How long the run has taken so far."""
        return time.monotonic() - self.began

    def add(self, verdicts: Mapping[str, int], failed: int) -> None:
        """Takes in how many hands got which verdict, and how many of them are failures."""
        self.verdicts.update(verdicts)
        self.failed += failed

    @property
    def status(self) -> int:
        """0 all verified, void or allowed, 1 some hand is not, 2 a file could not be read or a hand could not be
        judged, 5 there was no hand."""
        if self.unread or self.verdicts[ERROR]:
            return 2
        if not self.hands:
            return 5
        return 1 if self.failed else 0
