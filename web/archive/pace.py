"""How fast an audit goes and how long it still takes.

What was finished by an earlier run is passed over in no time: it counts as done, and not for the rate.

>>> pace = Pace(start=0)
>>> pace.add(500, part=0.5, fresh=False)
>>> pace.add(250, part=0.75, fresh=True)
>>> pace.rate(now=10), pace.left(now=10)
(25.0, 10.0)
>>> clock(3725)
'1:02:05'
"""

from __future__ import annotations


class Pace:
    """The pace of one run that began at `start`; times are in seconds of one clock."""

    def __init__(self, start: float) -> None:
        self.start = start
        self.hands = self.fresh = 0
        self.part = self.worked = 0.0

    def add(self, records: int, *, part: float, fresh: bool) -> None:
        """Adds a chunk, after which this `part` of the archive is done, 0 where that is not known. `fresh` says that
        this run has counted it."""
        self.hands += records
        if fresh:
            self.fresh += records
            self.worked += max(0.0, part - self.part)
        self.part = max(self.part, part)

    def rate(self, now: float) -> float:
        """Records a second that this run counts."""
        return self.fresh / max(now - self.start, 1e-9)

    def left(self, now: float) -> float | None:
        """The seconds until all is counted at this pace; None while that is not known."""
        return None if not self.worked else (now - self.start) * max(0.0, 1 - self.part) / self.worked


def clock(seconds: float) -> str:
    """Seconds as hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
