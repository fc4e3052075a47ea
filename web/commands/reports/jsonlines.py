"""Verdicts as JSON, an object a line (record.md, "As JSON")."""

from __future__ import annotations

import json

from replay.verdict import Verdict
from web.commands.reports.form import Form


class JsonForm(Form):
    """A verdict object a line, and nothing else."""

    def hand(self, verdict: Verdict, path: str) -> str:
        """The verdict object."""
        return json.dumps(verdict.to_json(), ensure_ascii=False) + "\n"
