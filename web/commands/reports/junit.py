"""Verdicts as JUnit XML: a test case a hand.

Valid against the schema of Apache Ant's reports, the strictest in use, which asks for a host, a time and a moment.
All three are made up: a report depends on the hands alone, so that the same hands give the same bytes.
"""

from __future__ import annotations

from html import escape
from typing import ClassVar

from replay.verdict import Verdict
from web.commands.reports.form import Form, cause, judgement, line_in
from web.commands.tally import Tally
from web.telling.letters import visible

MOMENT = "1970-01-01T00:00:00"


class JunitForm(Form):
    """One suite. A record that cannot be read is an error, any other hand that is not verified a failure."""

    summed: ClassVar[bool] = True

    def opening(self, tally: Tally) -> str:
        """The suite with its counts."""
        errors = tally.verdicts["malformed"] + tally.unread
        counts = {"tests": tally.hands + tally.unread, "failures": tally.failed - tally.verdicts["malformed"]}
        made_up = {"hostname": "localhost", "timestamp": MOMENT, "time": "0"}
        suite = element("testsuite", name="dealproof", package="dealproof", id=0, **counts, errors=errors, **made_up)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n{suite}\n<properties/>\n'

    def hand(self, verdict: Verdict, path: str) -> str:
        """One test case: its class is the file, its name the line and the hand's ID."""
        line = line_in(verdict.source, path)
        name = " ".join(filter(None, [f"line {line}" if line else "", verdict.hand])) or "hand"
        return case(path, name, "" if verdict.verdict == "verified" else outcome(verdict))

    def unread(self, sentence: str) -> str:
        """A test case that ends in an error."""
        return case("dealproof", "file", problem("error", "unreadable", [sentence]))

    def closing(self, tally: Tally) -> str:
        """The end of the suite."""
        return "<system-out/>\n<system-err/>\n</testsuite>\n</testsuites>\n"


def outcome(verdict: Verdict) -> str:
    """What is wrong with a hand."""
    reasons = list(judgement(verdict).reasons())
    return problem("error" if verdict.malformed else "failure", cause(verdict), reasons)


def problem(kind: str, code: str, reasons: list[str]) -> str:
    """An error or a failure: its code, its first sentence, and all of them."""
    told = "\n".join(escape(visible(reason)) for reason in reasons)
    return f"{element(kind, type=code, message=reasons[0])}{told}</{kind}>"


def case(file: str, name: str, problem: str) -> str:
    """One test case."""
    return f"{element('testcase', classname=file, name=name, time=0)}{problem}</testcase>\n"


def element(tag: str, **attributes: str | int) -> str:
    """The start of an element. What XML has no character for is written as an escape.

    >>> element("failure", message='a "b" \\x00')
    '<failure message="a &quot;b&quot; \\\\u0000">'
    """
    told = "".join(f' {name}="{escape(visible(str(value)))}"' for name, value in attributes.items())
    return f"<{tag}{told}>"
