"""Verdicts as SARIF 2.1.0: one run whose rules are the rules of the games, and a result a hand that is not verified.

Beside the rules of the games stand the hashes that may fail and the verdicts that have no rule: what `cause` names.
Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
"""

from __future__ import annotations

import json
import os
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar, Final
from urllib.parse import quote

from replay.audit import HASHES
from replay.verdict import VERDICTS, Verdict
from web.commands.reports.form import Form, cause, judgement, line_in
from web.commands.tally import Tally
from web.sentences import ENGLISH, sentences
from web.telling.judgement import OPEN
from web.telling.letters import visible

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
WITHOUT_RULE: Final = [name for name in VERDICTS if name not in {"verified", "illegal", "tampered"}]


class SarifForm(Form):
    """One log with one run; verified hands are counted among its properties only."""

    between: ClassVar[str] = ",\n"

    def opening(self, tally: Tally) -> str:
        """The tool with its rules."""
        driver = {"name": "dealproof", "version": version("dealproof"), "rules": rules()}
        head = {"$schema": SCHEMA, "version": "2.1.0"}
        run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"}
        return f'{plain(head)[:-1]}, "runs": [\n{plain(run)[:-1]},\n"results": [\n'

    def hand(self, verdict: Verdict, path: str) -> str:
        """One result."""
        if verdict.verdict == "verified":
            return ""
        judged, code = judgement(verdict), cause(verdict)
        return plain(
            {
                "ruleId": code,
                "level": "warning" if judged.state == OPEN else "error",
                "message": {"text": " ".join(map(visible, judged.reasons()))},
                "locations": [location(path, line_in(verdict.source, path))],
                "partialFingerprints": {"hand/v1": f"{verdict.hand or verdict.source}:{code}"},
                "properties": {"hand": verdict.hand, "verdict": verdict.verdict, "grade": verdict.grade},
            }
        )

    def closing(self, tally: Tally) -> str:
        """Whether everything could be read, and the sum."""
        invocation = {"executionSuccessful": not tally.unread, "exitCode": tally.status}
        properties = {name: tally.verdicts[name] for name in VERDICTS} | {"unread": tally.unread}
        return f'\n],\n"invocations": {plain([invocation])},\n"properties": {plain(properties)}}}]}}\n'


def rules() -> list[dict[str, Any]]:
    """Every code that a result may name, with its sentence."""
    english = sentences(ENGLISH)
    told = {code: english.say("rules", code) for code in english.sections["rules"]}
    told |= {name: english.say("check-failed", name) for name in HASHES}
    told |= {name: english.say("verdicts", name) + "." for name in WITHOUT_RULE}
    return [{"id": code, "shortDescription": {"text": sentence}} for code, sentence in told.items()]


def location(path: str, line: int | None) -> dict[str, Any]:
    """Where a record stands."""
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
