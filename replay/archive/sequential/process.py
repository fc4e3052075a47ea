"""The fortune of a mixture of bets over time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from dealproof.replay.archive.sequential.mixtures import Mixture


class Process:
    """An e-process: 1 at first, multiplied hand by hand. Each hand may come with another mixture (an account plays at
    different seats and games), as long as all have the same bets in the same order.

    The state is plain: `hands` counted, the logarithm of the fortune of each bet, and of the highest sum so far.

    >>> from dealproof.replay.archive.sequential.mixtures import of_voids
    >>> from dealproof.replay.archive.statistics.dealt import scores
    >>> jacks = of_voids(scores((1, 1, 1, 1) + (0,) * 28, 8))
    >>> process = Process()
    >>> for _ in range(3):
    ...     process.feed(jacks, 4)
    >>> process.e > 10**4, process.p < 10**-4
    (True, True)
    """

    __slots__ = ("hands", "highest", "logs")

    def __init__(self) -> None:
        self.hands = 0
        self.logs: list[float] = []
        self.highest = 0.0

    def feed(self, mixture: Mixture, score: int) -> None:
        """Adds a hand. Raises ValueError for a score that no hand has, or a mixture with another number of bets."""
        paid = mixture.paid[mixture.scores.index(score)]
        if not self.logs:
            self.logs = [0.0] * len(paid)
        if len(self.logs) != len(paid):
            raise ValueError(f"A process has {len(self.logs)} bets in every hand, not {len(paid)}.")
        self.logs = [log + more for log, more in zip(self.logs, paid, strict=True)]
        self.hands += 1
        # No mean is above its largest part, which is seldom above the highest fortune so far.
        if max(self.logs) > self.highest:
            self.highest = max(self.highest, self.log)

    @property
    def log(self) -> float:
        """The natural logarithm of the fortune."""
        if not self.logs:
            return 0.0
        most = max(self.logs)
        return most + math.log(sum(math.exp(each - most) for each in self.logs) / len(self.logs))

    @property
    def e(self) -> float:
        """The fortune now, at most 1e300: an e-value, which is what e-BH takes."""
        return math.exp(min(self.log, 300 * math.log(10)))

    @property
    def p(self) -> float:
        """An anytime-valid p-value: 1 divided by the highest fortune so far (Ville), which is what Holm takes."""
        return math.exp(-min(self.highest, 300 * math.log(10)))

    def to_json(self) -> dict[str, Any]:
        """The state, to go on from another day."""
        return {"hands": self.hands, "highest": self.highest, "logs": self.logs}

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> Process:
        """The process with that state."""
        process = cls()
        process.hands, process.highest, process.logs = state["hands"], state["highest"], [*state["logs"]]
        return process
