"""Verdicts as JUnit XML: a test case a hand.

Valid against the schema of Apache Ant's reports, the strictest in use, which asks for a host, a time and a moment. The
host is always `localhost`; times are in seconds, of each hand how long judging it took, of the suite how long the run
took.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from html import escape
from typing import ClassVar

from dealproof.replay.verdict import ERROR
from dealproof.web.cli.check.reports.form import Case, Entry, Form, Worst
from dealproof.web.cli.check.tally import Tally
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.visible_text import visible

ERRORS: frozenset[str] = frozenset({"malformed", ERROR})
"""Verdicts on what could not be judged."""


class JunitForm(Form):
    """One suite. A record that cannot be read or judged is an error, any other hand that fails a failure. What there
    is to say of hands that pass is in the suite's `system-out`."""

    summed: ClassVar[bool] = True
    most: ClassVar[int] = 1000

    def opening(self, tally: Tally) -> str:
        """The suite with its counts."""
        errors = sum(tally.verdicts[name] for name in ERRORS - tally.allowed)
        counts = {"tests": tally.hands + tally.unread, "failures": tally.failed - errors}
        began = datetime.now(UTC) - timedelta(seconds=tally.seconds)
        run = {"hostname": "localhost", "timestamp": f"{began:%Y-%m-%dT%H:%M:%S}", "time": f"{tally.seconds:.6f}"}
        errors += tally.unread
        suite = element("testsuite", name="dealproof", package="dealproof", id=0, **counts, errors=errors, **run)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n{suite}\n<properties/>\n'

    def hand(self, case: Case) -> str:
        """One test case: its class is the file, its name the line and the hand's ID."""
        if self.only_failures and not case.failed and not case.several:
            return ""
        return test_case(case.path, named(case), case.seconds, outcome(case) if case.failed else "")

    def entry(self, case: Case) -> Entry | None:
        """What there is to say of a hand that passes."""
        if case.failed or (self.only_failures and not case.several) or not (said := case.reasons()):
            return None
        text = f"{case.path} {named(case)}: {' '.join(said)}\n"
        return Entry(case.verdict.verdict, "", case.path, escape(visible(text[:-1])) + "\n")

    def unread(self, sentence: str) -> str:
        """A test case that ends in an error."""
        return test_case("dealproof", "file", 0, problem("error", "unreadable", [sentence]))

    def closing(self, tally: Tally, worst: Worst) -> str:
        """The end of the suite."""
        said = "".join(entry.text for entry in worst) + escape(self.note(worst))
        out = f"<system-out>{said}</system-out>" if said else "<system-out/>"
        return f"{out}\n<system-err/>\n</testsuite>\n</testsuites>\n"

    def note(self, worst: Worst) -> str:
        """Of how many more hands that pass there is something to say, and where they are."""
        if not worst.left_out:
            return ""
        return spoken().say("reports", "more", count=f"{worst.left_out:,}", where=visible(worst.where()))


def named(case: Case) -> str:
    """What a test case is called within its file. One that passes is shown as good: the name of an imported hand says
    what is not known of it."""
    unknown = spoken().say("reports", "imported") if case.verdict.imported else None
    return " ".join(filter(None, [case.place, case.verdict.hand, unknown])) or "hand"


def outcome(case: Case) -> str:
    """What is wrong with a hand."""
    return problem("error" if case.verdict.verdict in ERRORS else "failure", case.cause, case.reasons())


def problem(kind: str, code: str, reasons: list[str]) -> str:
    """An error or a failure: its code, its first sentence, and all of them."""
    lines = "\n".join(escape(visible(reason)) for reason in reasons)
    return f"{element(kind, type=code, message=reasons[0])}{lines}</{kind}>"


def test_case(file: str, name: str, seconds: float, problem: str) -> str:
    """One test case."""
    return f"{element('testcase', classname=file, name=name, time=f'{seconds:.6f}')}{problem}</testcase>\n"


def element(tag: str, **attributes: str | int) -> str:
    """The start of an element. What XML has no character for is written as an escape.

    >>> element("failure", message='a "b" \\x00')
    '<failure message="a &quot;b&quot; \\\\u0000">'
    """
    listed = "".join(f' {name}="{escape(visible(str(value)))}"' for name, value in attributes.items())
    return f"<{tag}{listed}>"
