"""Verdicts as JSON, an object a line (record.md, "As JSON")."""

from __future__ import annotations

from replay.verdict import Verdict
from web.commands.tally import Tally
from web.commands.terminal import say_json


class JsonReport:
    """A verdict object a line, and nothing else."""

    def hand(self, verdict: Verdict) -> None:
        """Prints the verdict."""
        say_json(verdict.to_json())

    def end(self, tally: Tally) -> None:
        """Prints nothing: the lines are all there is."""
