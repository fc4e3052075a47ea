"""The README of a bundle: what each file is, and the one command that repeats the verdict.

It repeats nothing that a player or an operator wrote, so that no text of a record can be read as Markdown or as a
command.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import Final

from dealproof.web.disputes.case import RECORD, Case
from dealproof.web.presentation.publication import moment

RECEIPT: Final = "receipt.json"
POLICY: Final = "policy.txt"
RULES: Final = "rules.json"
UNDER: Final = "rules-under.json"
AGAIN: Final = "again.zip"


def readme(case: Case, hashes: Mapping[str, str]) -> str:
    """The text; `hashes` are the files of evidence with their SHA-256."""
    return "".join(f"{line}\n" for line in _lines(case, hashes))


def repeat(case: Case) -> str:
    """The command that prints the verdict again."""
    return shlex.join(["dealproof", "check", RECORD, *_proof(case, "--receipts"), "--format", "json"])


def make_again(case: Case) -> str:
    """The command that makes the same bundle again."""
    under = [] if case.under is None else ["--under", UNDER]
    return shlex.join(["dealproof", "dispute", RECORD, *_proof(case, "--receipt"), *under, "-o", AGAIN])


def described(case: Case, hashes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The files by name, with what each is."""
    for name in ("README.md", "report.html", "summary.txt", *hashes, "SHA256SUMS"):
        code = "checkpoint" if name.startswith("checkpoints/") else name.partition(".")[0].lower()
        yield name, case.sentences.say("dispute-files", code)


def program() -> str:
    """The program and its version."""
    return f"dealproof {version('dealproof')}"


def _proof(case: Case, receipt: str) -> list[str]:
    """The options for the receipt, the policy and the clock; none without a receipt."""
    if case.receipt is None:
        return []
    policy = ["--policy", POLICY] if case.trusting else []
    return [receipt, RECEIPT, *policy, "--now", str(case.now)]


def _lines(case: Case, hashes: Mapping[str, str]) -> Iterator[str]:
    say = case.sentences.say
    yield f"# {say('dispute', 'title', hand=case.verdict.hand or say('dispute', 'no-id'))}"
    yield from ("", say("dispute", "readme-verdict", verdict=case.judgement.title, program=program()))
    yield from ("", say("dispute", "readme-repeat"), "", f"    {repeat(case)}", "")
    yield say("dispute", "readme-same")
    yield from ("", say("dispute", "readme-again"), "", f"    {make_again(case)}", "")
    if case.now is not None:
        yield say("dispute", "clock", now=case.now, moment=moment(case.now))
        yield ""
    if case.receipt is not None and not case.trusting:
        yield say("dispute", "no-policy")
        yield ""
    yield say("dispute", "readme-sums")
    yield ""
    for name, text in described(case, hashes):
        yield f"- `{name}`: {text}"
