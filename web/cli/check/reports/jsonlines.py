"""Verdicts as JSON, an object a line (RECORD.md, "As JSON").

A hand of which the run has findings together with others has one more key, `several`: a list of `{"finding", "others",
"more"}`, the name of the finding, the other records as `hand (source)`, and whether there are more of them.
"""

from __future__ import annotations

import json

from dealproof.web.cli.check.reports.form import Case, Form


class JsonForm(Form):
    """A verdict object a line, and nothing else."""

    def hand(self, case: Case) -> str:
        """The verdict object."""
        if self.only_failures and not case.failed and not case.several:
            return ""
        several = {"several": [each.to_json() for each in case.several]} if case.several else {}
        return json.dumps({**case.verdict.to_json(), **several}, ensure_ascii=False) + "\n"
