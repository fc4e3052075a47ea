"""The bar of an audit of an archive: how far it is, hands a second, and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable

from dealproof.replay.archive.chunk import ChunkResult
from dealproof.web.archive.pace import Pace, clock
from dealproof.web.cli.check.progress import PAUSE, bar
from dealproof.web.cli.terminal import draw, watched
from dealproof.web.presentation.translations import spoken


class ArchiveProgress:
    """What `audit.count` calls for each chunk. `part` says how much of the archive was read, from 0 to 1, or 0 where
    that is not known. Nothing is drawn where nobody watches."""

    def __init__(self, part: Callable[[], float]) -> None:
        self.part = part
        self.watched = watched()
        self.pace = Pace(time.monotonic())
        self.due = self.pace.start

    def __call__(self, records: int, outcome: ChunkResult | None) -> None:
        """Takes in a chunk, and draws the bar, not too often."""
        self.pace.add(records, part=self.part(), fresh=outcome is not None)
        now = time.monotonic()
        if self.watched and now >= self.due:
            draw(line(self.pace, now))
            self.due = now + PAUSE

    def end(self) -> None:
        """Takes the bar away."""
        if self.watched:
            draw("")


def line(pace: Pace, now: float) -> str:
    """The bar with its numbers, or the numbers alone where the size of the archive is not known."""
    left = pace.left(now)
    rate = round(pace.rate(now))
    if left is None:
        return spoken().say("progress", "archive-count", hands=pace.hands, rate=rate)
    percent = int(100 * min(pace.part, 1))
    return spoken().say(
        "progress", "archive-part", bar=bar(pace.part), percent=percent, hands=pace.hands, rate=rate, left=clock(left)
    )
