"""How the verdicts of a run are printed: a report a format, by its name in `FORMATS`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from replay.verdict import Verdict
from web.commands.reports.jsonlines import JsonReport
from web.commands.reports.text import TextReport
from web.commands.tally import Tally


class Report(Protocol):
    """One format: told every verdict as it comes, and the tally at the end."""

    def hand(self, verdict: Verdict) -> None:
        """Takes one verdict."""

    def end(self, tally: Tally) -> None:
        """Takes what became of all of them."""


FORMATS: Final[dict[str, Callable[[], Report]]] = {"text": TextReport, "json": JsonReport}
