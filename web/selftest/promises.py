"""What must be true of a hand that was played or given up. Each promise is a function that raises `Broken`, or an error
of what it calls, where it is not kept; its name is its key in the catalogue (section `promises`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from dealproof.replay.judge import judged
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.record import Record
from dealproof.replay.record.void import VoidRecord
from dealproof.replay.verdict import Verdict
from dealproof.verifier.tlog.checkpoint import Checkpoint, parse_checkpoint
from dealproof.verifier.tlog.fields import parse_hash
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.note_signature import has_line
from dealproof.verifier.tlog.policy import Policy
from dealproof.verifier.tlog.receipt import parse_receipt
from dealproof.verifier.tlog.tree import check_consistency
from dealproof.web.log.http_client import get, is_found
from dealproof.web.operators.client import Client, Page
from dealproof.web.selftest.table import MS, Played
from dealproof.web.store.clock import now

MOST: Final = 4 << 20
"""Bytes of an answer."""


class Broken(Exception):
    """A promise is not kept; the text says what was found."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service under trial: its address, the client of its operator, and whom the players trust."""

    base: str
    client: Client
    policy: Policy

    def public(self, path: str) -> bytes:
        """Returns what everybody gets at a path. Raises `Broken`."""
        try:
            answer = get(self.base.rstrip("/") + path, MOST)
        except OSError as error:
            raise Broken(f"{path}: {error}") from None
        if not is_found(answer):
            raise Broken(f"{path}: HTTP {answer.status}")
        return answer.body


def record_served(service: Service, played: Played) -> None:
    """Everybody gets the record, byte for byte."""
    expect(service.public(f"/api/v1/hands/{quote(played.hand)}/record") == played.record, "another record")


def receipt_served(service: Service, played: Played) -> None:
    """Everybody gets the receipt that the operator gets."""
    given = service.public(f"/api/v1/hands/{quote(played.hand)}/receipt")
    expect(given == service.client.receipt(played.hand), "another receipt")


def proved(service: Service, played: Played) -> None:
    """Record and receipt are checked here: a hand that was played has grade A."""
    verdict = verdict_on(service, played)
    found = (verdict.verdict, verdict.grade, verdict.publication)
    expect(found == (("void", "C", "not-dealt") if played.deal is None else ("verified", "A", None)), str(found))


def same_verdict(service: Service, played: Played) -> None:
    """The service comes to the same verdict as this machine."""
    theirs = json.loads(service.public(f"/api/v1/hands/{quote(played.hand)}"))
    ours = verdict_on(service, played).to_json()
    other = sorted(key for key in ours if key != "source" and theirs.get(key) != ours[key])
    expect(not other, ", ".join(other))


def seeds_received(service: Service, played: Played) -> None:
    """Each seat that opened its seed has a receipt for it under the key of the log, and so has the receipt of the
    hand."""
    keys = [each.key for each in service.policy.logs]
    for text in played.seed_receipts:
        note = parse_note(text.encode())
        expect(any(has_line(note, key) for key in keys), "a receipt of a seed that the log did not sign")
    kept = parse_receipt(service.client.receipt(played.hand)).seed_receipts
    expect({note.text for note in kept} == {parse_note(text.encode()).text for text in played.seed_receipts}, "others")


def in_order(service: Service, played: Played) -> None:
    """The deal was appended after a checkpoint with the commit, and the end after the deal."""
    indexes = [each.index for each in (played.commit, played.deal, played.close) if each is not None]
    expect(indexes == sorted(set(indexes)) and indexes[1] >= played.commit.size, str(indexes))


def log_grows(service: Service, played: Played) -> None:
    """The log that everybody reads continues the checkpoint that the operator got."""
    first = parse_checkpoint(parse_note(played.commit.checkpoint.encode()).text)
    answer: Any = service.client.consistency(first.size)
    latest = signed_checkpoint(service, answer["checkpoint"].encode())
    hashes = [parse_hash(each, "bad-proof") for each in answer["consistency"]]
    check_consistency(first.size, latest.size, first.root, latest.root, hashes)
    expect(signed_checkpoint(service, service.public("/log/checkpoint")).size >= played.close.size, "a smaller log")


def in_feed(service: Service, played: Played) -> None:
    """The hand is in the feed of its operator."""
    expect(any(each["hand"] == played.hand for each in pages(service.client.hands)), "not there")


def in_audit(service: Service, played: Played) -> None:
    """The audit log says which leaves the operator published."""
    done = {each["act"] for each in pages(service.client.audit) if each["subject"] == played.hand}
    leaves = {str(each.leaf["type"]) for each in (played.commit, played.deal, played.close) if each is not None}
    expect(leaves <= done, f"{', '.join(sorted(leaves - done))} missing")


Promise = Callable[[Service, Played], None]

PROMISES: Final[tuple[Promise, ...]] = (
    record_served,
    receipt_served,
    proved,
    same_verdict,
    seeds_received,
    in_order,
    log_grows,
    in_feed,
    in_audit,
)


def expect(holds: bool, found: str) -> None:
    """Raises `Broken` with what was found unless a promise holds."""
    if not holds:
        raise Broken(found)


def verdict_on(service: Service, played: Played) -> Verdict:
    """Returns the verdict of this machine on a hand with its receipt."""
    record, verdict = judged(played.record)
    if not isinstance(record, Record | VoidRecord):
        raise Broken(verdict.verdict)
    return with_receipt(record, verdict, service.client.receipt(played.hand), service.policy, now() // MS)


def signed_checkpoint(service: Service, data: bytes) -> Checkpoint:
    """Returns a checkpoint that a log of the policy has signed. Raises `Broken`."""
    note = parse_note(data)
    expect(any(has_line(note, each.key) for each in service.policy.logs), "a checkpoint that the log did not sign")
    return parse_checkpoint(note.text)


def pages(read: Callable[[int], Page]) -> list[Any]:
    """Returns all entries of a list."""
    found: list[Any] = []
    page = read(0)
    while page.entries:
        found += page.entries
        page = read(page.next)
    return found
