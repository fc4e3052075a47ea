"""What a receipt adds to the verdict on a record: whether the header was published before the hand was dealt.

1. The receipt is checked against the record, the policy of the reader and the reader's clock (LOG.md, "Checking a
   receipt"). What it needs of the record: the header, the keys of the seats, the salt, and what the last leaf must say.
2. *published-before-play* is passed, failed or not shown; `publication` says why it is not passed.
3. A failed one makes the record `tampered`, with grade F. A passed one gives grade A, or B if some seat sent its seed
   without a commitment.
4. Remarks: `seed-was-received`, `logged-after-play`.

Nothing else of a verdict changes. Needs `cryptography`, so that only who has a receipt imports it.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from dealproof.replay.audit import error_verdict
from dealproof.replay.hashes import hand_salt
from dealproof.replay.record.record import Record, read_header_alone, read_keys
from dealproof.replay.record.void import VoidRecord
from dealproof.replay.verdict import ERROR, FAILED, NOT_SHOWN, PASSED, PUBLISHED, VERDICTS, Remark, Verdict
from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import LogRefuted, Malformed, MalformedLog
from dealproof.verifier.tlog.policy import Policy
from dealproof.verifier.tlog.publication import Hand, Publication, published
from dealproof.verifier.tlog.receipt import BAD, parse_receipt

MS: Final = 1000
"""Milliseconds in a second: cosignatures count seconds, events milliseconds."""


def with_receipt(
    record: Record | VoidRecord, verdict: Verdict, receipt: bytes | None, policy: Policy, now: int
) -> Verdict:
    """The verdict on a record, with what the bytes of its receipt (or None) show to a reader with this policy and clock
    (seconds since 1970). Never raises."""
    if verdict.verdict == ERROR:
        return verdict
    try:
        return _with_receipt(record, verdict, receipt, policy, now)
    except Exception as error:
        return error_verdict(record.hand, error, verdict.source)


def _with_receipt(
    record: Record | VoidRecord, verdict: Verdict, receipt: bytes | None, policy: Policy, now: int
) -> Verdict:
    try:
        shown = published(receipt, facts(record, verdict), policy, now)
    except (MalformedLog, LogRefuted) as fault:
        return _refused(verdict, fault.code)
    outcome = PASSED if shown.withheld is None else NOT_SHOWN
    return verdict._replace(
        checks={**verdict.checks, PUBLISHED: outcome},
        grade=_grade(record) if outcome == PASSED and verdict.grade == "C" else verdict.grade,
        remarks=(*verdict.remarks, *_remarks(record, shown)),
        publication=shown.withheld,
        published=shown.to_json(),
    )


def alone(receipt: bytes, policy: Policy, now: int) -> tuple[str | None, dict[str, Json] | None]:
    """What a receipt shows without the record of its hand: the keys `publication` and `published` of a verdict. Its own
    header is believed, and its last two leaves are compared with nothing. Never raises MalformedLog or LogRefuted."""
    try:
        found = parse_receipt(receipt)
        header = read_header_alone(found.header)
        salt = None if found.deal is None else bytes.fromhex(str(found.deal.leaf["salt"]))
        shown = published(receipt, Hand(header, read_keys(header), salt, {}), policy, now)
    except Malformed:
        return BAD, None
    except (MalformedLog, LogRefuted) as fault:
        return fault.code, None
    return shown.withheld, shown.to_json()


def facts(record: Record | VoidRecord, verdict: Verdict) -> Hand:
    """What a receipt must agree with: a record, and the result in the verdict on it."""
    if isinstance(record, VoidRecord):
        salt = None if record.missing else hand_salt(record)
        return Hand(record.header, record.keys, salt, _void_leaf(record), record.missing)
    return Hand(record.header, record.keys, hand_salt(record), _result_leaf(record, verdict))


def _result_leaf(record: Record, verdict: Verdict) -> dict[str, Json]:
    leaf: dict[str, Json] = {"type": "result", "log_head": record.json["log_head"]}
    if record.server_seed is not None:
        leaf["server_seed"] = record.server_seed.hex()
    if verdict.result is not None:
        leaf["result"] = sha256(canonical(verdict.result)).hexdigest()
    return leaf


def _void_leaf(record: VoidRecord) -> dict[str, Json]:
    return {
        "type": "void",
        "reason": record.reason,
        "missing": list(record.missing),
        "server_seed": record.server_seed.hex(),
        "record": sha256(canonical(record.json)).hexdigest(),
    }


def _refused(verdict: Verdict, code: str) -> Verdict:
    held = {*verdict.all, "tampered"} - {"verified"}
    every = tuple(name for name in VERDICTS if name in held)
    checks = {**verdict.checks, PUBLISHED: FAILED}
    return verdict._replace(verdict=every[0], all=every, checks=checks, grade="F", publication=code, published=None)


def _grade(record: Record | VoidRecord) -> str:
    return "B" if None in record.header["player_commitments"] else "A"


def _remarks(record: Record | VoidRecord, shown: Publication) -> Iterator[Remark]:
    yield from (Remark(None, "seed-was-received", seat) for seat in shown.received)
    begun, over = (None if each is None else each.witnessed_at for each in (shown.commit, shown.close))
    last = record.json["events"][-1].get("t", 0) if record.events else 0
    if begun is not None and over is not None and (over - begun) * MS < last:
        yield Remark(None, "logged-after-play")
