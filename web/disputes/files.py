"""The files of a bundle: the evidence as it was received, what follows from it, and how to repeat it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from dealproof.verifier.encoding import canonical
from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.note import format_note
from dealproof.verifier.tlog.policy import format_policy
from dealproof.verifier.tlog.receipt import parse_receipt
from dealproof.web.disputes.archive import pack
from dealproof.web.disputes.case import RECORD, Case
from dealproof.web.disputes.readme import POLICY, RECEIPT, RULES, UNDER, readme
from dealproof.web.disputes.report import report
from dealproof.web.disputes.summary import summary

VERDICT: Final = "verdict.json"
SUMS: Final = "SHA256SUMS"
ENTRIES: Final = ("commit", "deal", "close")
"""The entries of a receipt, in order: each has a checkpoint."""


def bundle(case: Case) -> bytes:
    """The zip archive of a disputed hand."""
    return pack(files(case))


def files(case: Case) -> dict[str, bytes]:
    """All files by name, in the order of the archive; the last one has the hashes of the others."""
    evidence = dict(_evidence(case))
    hashes = {name: sha256(data).hexdigest() for name, data in evidence.items()}
    made = {
        "README.md": readme(case, hashes).encode(),
        "report.html": report(case, hashes).encode(),
        "summary.txt": summary(case).encode(),
        **evidence,
    }
    return {**made, SUMS: sums(made)}


def _evidence(case: Case) -> Iterator[tuple[str, bytes]]:
    """What was received, and what programs read."""
    yield RECORD, case.evidence.record
    if case.receipt is not None:
        yield RECEIPT, case.receipt
        yield from _checkpoints(case.receipt)
    if case.trusting:
        yield POLICY, format_policy(case.evidence.policy)
    if case.game is not None:
        yield RULES, canonical(case.game.to_json())
    yield VERDICT, verdict_line(case.verdict.to_json())
    if case.under is not None:
        yield UNDER, canonical(case.under.game.to_json())
        yield "under.json", verdict_line(case.under.to_json())


def _checkpoints(receipt: bytes) -> Iterator[tuple[str, bytes]]:
    """The checkpoints of a receipt, each as its log signed it; none of a receipt that cannot be read."""
    try:
        found = parse_receipt(receipt)
    except MalformedLog:
        return
    for name, entry in zip(ENTRIES, (found.commit, found.deal, found.close), strict=True):
        if entry is not None:
            yield f"checkpoints/{name}.txt", format_note(entry.proof.note)


def verdict_line(value: Mapping[str, Any]) -> bytes:
    """A verdict as `dealproof check --format json` prints it."""
    return (json.dumps(value, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def sums(files: Mapping[str, bytes]) -> bytes:
    """The hashes of files, as `sha256sum` writes and checks them."""
    return "".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in files.items()).encode()
