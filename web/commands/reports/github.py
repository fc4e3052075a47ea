"""Verdicts as workflow commands of GitHub Actions: an annotation for every hand that is not verified.

A command is `::error file=…,line=…,title=…::message`; in the message `%` and line ends are escaped, in the properties
`:` and `,` as well. Source: the toolkit of GitHub Actions, `packages/core/src/command.ts`.
"""

from __future__ import annotations

from replay.verdict import Verdict
from web.commands.reports.form import Form, cause, judgement, line_in
from web.commands.reports.text import summary
from web.commands.tally import Tally
from web.telling.judgement import OPEN
from web.telling.letters import visible


class GithubForm(Form):
    """An annotation a hand that is not verified, and the sum of all at the end."""

    def hand(self, verdict: Verdict, path: str) -> str:
        """An error, or a warning where nothing is wrong but something is missing."""
        if verdict.verdict == "verified":
            return ""
        judged = judgement(verdict)
        line = line_in(verdict.source, path) or 1
        title = f"{judged.title} ({cause(verdict)})"
        reasons = "\n".join(map(visible, [*filter(None, [verdict.hand]), *judged.reasons()]))
        level = "warning" if judged.state == OPEN else "error"
        return command(level, reasons, file=visible(path), line=str(line), title=title)

    def unread(self, sentence: str) -> str:
        """An error that names no line."""
        return command("error", visible(sentence), title="dealproof")

    def closing(self, tally: Tally) -> str:
        """The sum, for who reads the log."""
        return summary(tally) + "\n"


def command(level: str, message: str, **properties: str) -> str:
    """One workflow command.

    >>> command("error", "50 %,\\nno more", file="a:b.jsonl", line="7")
    '::error file=a%3Ab.jsonl,line=7::50 %25,%0Ano more\\n'
    """
    told = ",".join(f"{name}={escaped_property(value)}" for name, value in properties.items())
    return f"::{level} {told}::{escaped(message)}\n"


def escaped(text: str) -> str:
    """A message on one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escaped_property(text: str) -> str:
    """A property, which ends at a comma or colon."""
    return escaped(text).replace(":", "%3A").replace(",", "%2C")
