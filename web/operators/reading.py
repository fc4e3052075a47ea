"""What an operator can read back: a hand, the feed of its hands, what was done with its tokens, how the log grew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dealproof.verifier.encoding import MAX_BYTES, Json, parse_json
from dealproof.verifier.tlog.checkpoint import parse_checkpoint
from dealproof.verifier.tlog.fields import format_base64
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.tree import prove_consistency
from dealproof.web.intake.budget import REQUEST
from dealproof.web.log.receipts import entries_of
from dealproof.web.operators.accounts import Caller, own_hand
from dealproof.web.operators.answers import act_json, leaves_json, status_json
from dealproof.web.operators.errors import MALFORMED, Refusal
from dealproof.web.operators.publishing import KEPT
from dealproof.web.operators.service import AT_ONCE, OperatorService

PAGE: Final = 100
"""Entries of a page."""


def limits(requests: int) -> dict[str, Json]:
    """Returns the limits of an operator; `requests` are those a minute, 0 for no limit."""
    return {
        "requests_per_minute": requests,
        "publishing_at_once": AT_ONCE,
        "record_bytes": MAX_BYTES,
        "record_units": REQUEST,
        "keys_kept_ms": KEPT,
        "page": PAGE,
    }


def whole_hand(service: OperatorService, caller: Caller, hand: str) -> dict[str, Json]:
    """Returns what is known of a hand of an operator. Raises `Refusal`."""
    with service.database.reading() as tables:
        own_hand(tables, caller.account, hand)
        status: Any = tables.hands.status(hand)
        notes = {str(seat): note.decode() for seat, note in tables.hands.seed_receipts(hand).items()}
        return {
            **status_json(status),
            "header": parse_json(status.header),
            "leaves": leaves_json(entries_of(tables.log, hand)),
            "cosigned": [*tables.hands.cosignatures(hand)],
            "seed_receipts": notes,
        }


def feed(service: OperatorService, caller: Caller, since: int) -> dict[str, Json]:
    """Returns the hands that changed after a cursor. A hand that changes again moves to the end, so that who reads
    until there is no more has seen the latest state of each."""
    with service.database.reading() as tables:
        found = [status_json(each) for each in tables.hands.feed(caller.account, since, PAGE + 1)]
    return {"hands": found[:PAGE], **following(found, "changed", since)}


def acts(service: OperatorService, caller: Caller, since: int) -> dict[str, Json]:
    """Returns what was done with the tokens of an operator after a cursor."""
    with service.database.reading() as tables:
        found = [act_json(each) for each in tables.requests.acts(caller.account, since, PAGE + 1)]
    return {"acts": found[:PAGE], **following(found, "id", since)}


def following(found: list[dict[str, Json]], number: str, since: int) -> Mapping[str, Json]:
    """Returns where the next page starts, and whether there is more now."""
    return {"next": found[:PAGE][-1][number] if found else since, "more": len(found) > PAGE}


def continued(service: OperatorService, size: str) -> dict[str, Json]:
    """Returns the latest checkpoint, and the proof that it continues the tree of `size` leaves. Raises `Refusal`."""
    log = service.publishing()
    with log.database.reading() as tables:
        note: Any = tables.checkpoint()
        now = 0 if note is None else parse_checkpoint(parse_note(note).text).size
        if not (size.isascii() and size.isdecimal() and len(size) <= 16 and 1 <= int(size) <= now):
            raise Refusal(MALFORMED, "no-size", size=now)
        hashes = prove_consistency(int(size), now, tables.subtrees)
    return {"size": int(size), "checkpoint": note.decode(), "consistency": [*map(format_base64, hashes)]}
