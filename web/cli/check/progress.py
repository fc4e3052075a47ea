"""A bar on standard error that shows how far a run is, where a person watches.

>>> bar(0.5)
'████████████░░░░░░░░░░░░'
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from dealproof.web.cli.check.tally import Tally
from dealproof.web.cli.input.sources import Reading, readings
from dealproof.web.cli.input.streams import STDIN, Meter
from dealproof.web.cli.terminal import draw, watched
from dealproof.web.presentation.translations import spoken

BAR: Final = 24
PATIENCE: Final = 0.5
"""Seconds before a bar appears: a run that is over by then needs none."""
PAUSE: Final = 0.1
"""Seconds between two pictures."""


class Progress:
    """The bar of one run; nothing at all where nobody watches. `total` is bytes to read, 0 where that is not known."""

    def __init__(self, paths: Iterable[str], meter: Meter) -> None:
        self.watched = watched()
        # Lines on the same screen would be written into the bar.
        self.shared = sys.stdout.isatty()
        self.meter = meter
        self.total = total(paths) if self.watched else 0
        self.due = time.monotonic() + PATIENCE
        self.drawn = False

    def show(self, tally: Tally) -> None:
        """Draws the bar, not too often."""
        if not self.watched or (time.monotonic() < self.due and not (self.shared and self.drawn)):
            return
        self.draw(tally)

    def draw(self, tally: Tally) -> None:
        """Draws the bar over the last one."""
        part = self.meter.read / self.total if self.total else 0
        code = "part" if self.total else "count"
        line = spoken().say(
            "progress", code, bar=bar(part), percent=int(100 * min(part, 1)), hands=tally.hands, failed=tally.failed
        )
        draw(line)
        self.drawn, self.due = True, time.monotonic() + PAUSE

    def make_way(self, *, always: bool = False) -> None:
        """Takes the bar away before something is written to the same screen."""
        if self.drawn and (self.shared or always):
            draw("")

    def end(self) -> None:
        """Takes the bar away for good."""
        self.make_way(always=True)
        self.drawn = False


def bar(part: float) -> str:
    """A bar of which a part is full."""
    full = round(BAR * min(part, 1))
    return "█" * full + "░" * (BAR - full)


def total(paths: Iterable[str]) -> int:
    """Bytes of all files, as they are stored; 0 where standard input is among them."""
    files = list(paths)
    return 0 if STDIN in files else sum(map(size, readings(files, lambda _: None)))


def size(reading: Reading) -> int:
    """Bytes of a file; 0 where it cannot be found or has no size of its own."""
    path = Path(reading.path)
    return path.stat().st_size if path.is_file() else 0
