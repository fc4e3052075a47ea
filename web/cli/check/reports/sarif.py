"""Verdicts as SARIF 2.1.0: one run whose rules are the rules of the games, and a result a hand that is not verified.

Beside the rules of the games there are the hashes that may fail, the verdicts that have no rule, and the findings on
several hands: what `Case.cause` names. GitHub's code scanning refuses a run of more than 25,000 results.
Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0; GitHub, "SARIF support for code
scanning", Validating your SARIF file.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, ClassVar, Final
from urllib.parse import quote

from dealproof.replay.hashes import HASHES
from dealproof.replay.several import EQUIVOCATION, OPENED_ELSEWHERE, SEED_REUSED
from dealproof.replay.verdict import ERROR, IMPORTED, PUBLISHED, VERDICTS, VOID
from dealproof.verifier.tlog.codes import CODES
from dealproof.web.cli.build import version
from dealproof.web.cli.check.reports.form import Case, Entry, Form, Worst
from dealproof.web.cli.check.tally import Tally
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.visible_text import visible

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
WITHOUT_RULE: Final = [*(name for name in VERDICTS if name not in {"verified", VOID, "illegal", "tampered"}), ERROR]
SEVERAL: Final = (SEED_REUSED, EQUIVOCATION, OPENED_ELSEWHERE)


class SarifForm(Form):
    """One log with one run: the worst results, as many as are taken, and how many more there are. Verified hands are
    counted among its properties only, imported ones apart."""

    most: ClassVar[int] = 25_000

    def opening(self, tally: Tally) -> str:
        """The tool with its rules."""
        driver = {"name": "dealproof", "version": version(), "rules": rules()}
        head = {"$schema": SCHEMA, "version": "2.1.0"}
        run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"}
        return f'{plain(head)[:-1]}, "runs": [\n{plain(run)[:-1]},\n"results": [\n'

    def entry(self, case: Case) -> Entry | None:
        """One result."""
        if not case.failed and not case.several:
            return None
        verdict, code = case.verdict, case.cause
        result = {
            "ruleId": code,
            "level": "error" if case.severe else "warning",
            "message": {"text": " ".join(map(visible, case.reasons()))},
            "locations": [location(case.path, case.line)],
            "partialFingerprints": {"hand/v1": f"{verdict.hand or verdict.source}:{code}"},
            "properties": {"hand": verdict.hand, "verdict": verdict.verdict, "grade": verdict.grade},
        }
        return Entry(verdict.verdict, "", case.path, plain(result))

    def closing(self, tally: Tally, worst: Worst) -> str:
        """The results, whether everything could be read, how many results were left out, and the sum."""
        results = ",\n".join(entry.text for entry in worst)
        unjudged = tally.unread + tally.verdicts[ERROR]
        invocation: dict[str, Any] = {"executionSuccessful": not unjudged, "exitCode": tally.status}
        if more := self.note(worst):
            invocation["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": visible(more)}}]
        counts = {name: tally.verdicts[name] for name in (*VERDICTS, IMPORTED, ERROR)}
        properties = {**counts, "unread": tally.unread, "left_out": worst.left_out}
        return f'{results}\n],\n"invocations": {plain([invocation])},\n"properties": {plain(properties)}}}]}}\n'

    def note(self, worst: Worst) -> str:
        """How many results were left out, and where they are."""
        if not worst.left_out:
            return ""
        return spoken().say(
            "reports", "results-left", count=f"{worst.left_out:,}", most=f"{self.most:,}", where=worst.where()
        )

    def aside(self, worst: Worst) -> str:
        """The same sentence."""
        return self.note(worst)


def rules() -> list[dict[str, Any]]:
    """Every code that a result may name, with its sentence."""
    english = spoken()
    by_code = {code: english.say("rules", code) for code in english.sections["rules"]}
    by_code |= {name: english.say("check-failed", name) for name in HASHES}
    by_code |= {PUBLISHED: english.say("check-failed", PUBLISHED)}
    by_code |= {code: english.say("publication", code) for code in CODES}
    by_code |= {name: english.say("verdicts", name) + "." for name in WITHOUT_RULE}
    by_code |= {name: english.say("reports", name) for name in SEVERAL}
    return [{"id": code, "shortDescription": {"text": sentence}} for code, sentence in by_code.items()]


def location(path: str, line: int | None) -> dict[str, Any]:
    """Where a record is."""
    return {"physicalLocation": {"artifactLocation": {"uri": uri(path)}, "region": {"startLine": line or 1}}}


def uri(path: str) -> str:
    """A path as a URI, relative where the path is.

    >>> uri("tables/a b:1.jsonl")
    'tables/a%20b%3A1.jsonl'
    """
    return Path(path).as_uri() if Path(path).is_absolute() else quote(os.fsencode(Path(path).as_posix()))


def plain(value: object) -> str:
    """JSON that keeps letters."""
    return json.dumps(value, ensure_ascii=False)
