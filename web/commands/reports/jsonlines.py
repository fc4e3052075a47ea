"""Verdicts as JSON, an object a line (record.md, "As JSON")."""

from __future__ import annotations

import json

from web.commands.reports.form import Case, Form


class JsonForm(Form):
    """A verdict object a line, and nothing else."""

    def hand(self, case: Case) -> str:
        """The verdict object."""
        if self.only_failures and not case.failed:
            return ""
        return json.dumps(case.verdict.to_json(), ensure_ascii=False) + "\n"
