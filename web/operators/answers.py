"""What operators are answered, as JSON; /api/v1/openapi.json describes it."""

from __future__ import annotations

from typing import Any, Final

from dealproof.verifier.encoding import Json, canonical, parse_json
from dealproof.verifier.tlog.fields import format_base64
from dealproof.verifier.tlog.note import format_note
from dealproof.verifier.tlog.proof_text import format_proof_text
from dealproof.verifier.tlog.receipt import Entry
from dealproof.web.log.receipts import Entries, entries_of
from dealproof.web.store.log_queries import LogTables
from dealproof.web.store.operator_hands import HandStatus
from dealproof.web.store.operator_requests import Act

OPEN: Final = "open"
HIDDEN: Final = "hidden"


def published(log: LogTables, hand: str, place: str) -> bytes:
    """Returns the answer for a published leaf: `place` is `commit`, `deal` or `close`."""
    entry: Entry = getattr(entries_of(log, hand), place)
    return canonical(entry_json(entry))


def entry_json(entry: Entry) -> dict[str, Json]:
    """Returns a leaf with its proofs."""
    return {
        "leaf": entry.leaf,
        "index": entry.proof.index,
        "size": entry.proof.checkpoint.size,
        "proof": format_proof_text(entry.proof).decode(),
        "checkpoint": format_note(entry.proof.note).decode(),
        "consistency": [*map(format_base64, entry.consistency)],
    }


def leaves_json(entries: Entries) -> dict[str, Json]:
    """Returns the published leaves of a hand."""
    return {name: None if each is None else entry_json(each) for name, each in entries._asdict().items()}


def status_json(status: HandStatus) -> dict[str, Json]:
    """Returns what is known of a hand, for a list."""
    header: Any = parse_json(status.header)
    record = None if status.opened is None else OPEN if status.opened else HIDDEN
    return {
        "hand": status.hand,
        "table": header["table"],
        "number": header["number"],
        "changed": status.changed,
        "commit": status.commit,
        "deal": status.deal,
        "close": status.close,
        "record": record,
        "verdict": status.verdict or None,
        "grade": status.grade,
        "receipt": status.receipt,
    }


def act_json(act: Act) -> dict[str, Json]:
    """Returns what was done, for the audit log."""
    return {**act._asdict(), "token": act.token or None, "subject": act.subject or None, "code": act.code or None}
