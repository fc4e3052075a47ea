"""Verdicts as workflow commands of GitHub Actions: annotations of the worst hands that are not verified.

A command is `::error file=…,line=…,title=…::message`; in the message `%` and line ends are escaped, in the properties
also `:` and `,`. GitHub shows ten annotations of each level in a step and drops the others without a word. Source:
the toolkit of GitHub Actions, `packages/core/src/command.ts`, and actions/toolkit issue 734.
"""

from __future__ import annotations

from typing import ClassVar, Final

from dealproof.web.cli.check.reports.form import Case, Entry, Form, Worst
from dealproof.web.cli.check.reports.text import summary
from dealproof.web.cli.check.tally import Tally
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.visible_text import visible

ERROR: Final = "error"
WARNING: Final = "warning"


class GithubForm(Form):
    """An annotation for each of the worst hands, one that says how many more there are, and the sum of all."""

    most: ClassVar[int] = 10

    def entry(self, case: Case) -> Entry | None:
        """An error, or a warning where nothing is wrong but something is missing or worth saying."""
        if not case.failed and not case.several:
            return None
        title = f"{case.title} ({case.cause})"
        message = "\n".join(map(visible, [*filter(None, [case.verdict.hand]), *case.reasons()]))
        level = ERROR if case.severe else WARNING
        text = command(level, message, file=visible(case.path), line=str(case.line or 1), title=title)
        return Entry(case.verdict.verdict, level, case.path, text)

    def unread_entry(self, sentence: str) -> Entry | None:
        """An error that names no line."""
        return Entry("unreadable", ERROR, "", command(ERROR, visible(sentence), title="dealproof"))

    def closing(self, tally: Tally, worst: Worst) -> str:
        """The annotations, how many more there are, and the sum, for who reads the log."""
        shown = "".join(entry.text for entry in worst)
        more = self.note(worst)
        left = command("notice", visible(more), title="dealproof") if more else ""
        return f"{shown}{left}{summary(tally)}\n"

    def note(self, worst: Worst) -> str:
        """How many hands have no annotation, and where they are."""
        if not worst.left_out:
            return ""
        return spoken().say(
            "reports", "annotations-left", count=f"{worst.left_out:,}", most=self.most, where=worst.where()
        )


def command(level: str, message: str, **properties: str) -> str:
    """One workflow command.

    >>> command("error", "50 %,\\nno more", file="a:b.jsonl", line="7")
    '::error file=a%3Ab.jsonl,line=7::50 %25,%0Ano more\\n'
    """
    listed = ",".join(f"{name}={escaped_property(value)}" for name, value in properties.items())
    return f"::{level} {listed}::{escaped(message)}\n"


def escaped(text: str) -> str:
    """A message on one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escaped_property(text: str) -> str:
    """A property, which ends at a comma or colon."""
    return escaped(text).replace(":", "%3A").replace(",", "%2C")
