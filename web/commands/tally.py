"""What became of the hands of a run, and the exit status that says so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from replay.verdict import Verdict


@dataclass(slots=True)
class Tally:
    """How many hands got which verdict, and how many files could not be read."""

    verdicts: Counter[str] = field(default_factory=Counter)
    unread: int = 0

    @property
    def hands(self) -> int:
        """Hands judged so far."""
        return self.verdicts.total()

    def count(self, verdict: Verdict) -> None:
        """Takes one verdict in."""
        self.verdicts[verdict.verdict] += 1

    @property
    def status(self) -> int:
        """0 all verified, 1 some hand is not, 2 a file could not be read, 5 there was no hand."""
        if self.unread:
            return 2
        if not self.hands:
            return 5
        return 0 if self.verdicts["verified"] == self.hands else 1
