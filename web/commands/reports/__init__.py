"""How the verdicts of a run are written: a form a format, by its name in `FORMATS`."""

from __future__ import annotations

from typing import Final

from web.commands.reports.form import Form
from web.commands.reports.github import GithubForm
from web.commands.reports.jsonlines import JsonForm
from web.commands.reports.junit import JunitForm
from web.commands.reports.sarif import SarifForm
from web.commands.reports.text import TextForm

FORMATS: Final[dict[str, type[Form]]] = {
    "text": TextForm,
    "json": JsonForm,
    "junit": JunitForm,
    "github": GithubForm,
    "sarif": SarifForm,
}
