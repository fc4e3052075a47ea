"""How the verdicts of a run are written: a form a format, by its name in `FORMATS`."""

from __future__ import annotations

from typing import Final

from dealproof.web.cli.check.reports.form import Form
from dealproof.web.cli.check.reports.github import GithubForm
from dealproof.web.cli.check.reports.jsonlines import JsonForm
from dealproof.web.cli.check.reports.junit import JunitForm
from dealproof.web.cli.check.reports.sarif import SarifForm
from dealproof.web.cli.check.reports.text import TextForm

FORMATS: Final[dict[str, type[Form]]] = {
    "text": TextForm,
    "json": JsonForm,
    "junit": JunitForm,
    "github": GithubForm,
    "sarif": SarifForm,
}
