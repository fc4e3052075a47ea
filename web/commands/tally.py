"""What became of the hands of a run, and the exit status that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """How many hands got which verdict, and how many files could not be read."""

    verdicts: Counter[str] = field(default_factory=Counter)
    unread: int = 0

    @property
    def hands(self) -> int:
        """Hands judged so far."""
        return self.verdicts.total()

    @property
    def failed(self) -> int:
        """Hands judged so far that are not verified."""
        return self.hands - self.verdicts["verified"]

    def add(self, verdicts: Mapping[str, int]) -> None:
        """Takes in how many hands got which verdict."""
        self.verdicts.update(verdicts)

    @property
    def status(self) -> int:
        """0 all verified, 1 some hand is not, 2 a file could not be read, 5 there was no hand."""
        if self.unread:
            return 2
        if not self.hands:
            return 5
        return 1 if self.failed else 0
