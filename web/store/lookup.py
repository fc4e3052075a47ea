"""What was put into the box, looked up among the stored hands or judged. Nothing of it is stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from dealproof.replay.audit import audited
from dealproof.replay.record.record import Record
from dealproof.replay.several import REMARKS, Finding, findings, trace
from dealproof.replay.verdict import Remark, Verdict
from dealproof.web.intake import box
from dealproof.web.intake.box import MOST_RECORDS, Found, Judged, OneOf, Several, Unknown
from dealproof.web.intake.budget import Budget, check_weight
from dealproof.web.intake.comparison import OnFile, compare
from dealproof.web.intake.lookalikes import kind
from dealproof.web.judging import judged
from dealproof.web.presentation.wording import worded

Answer = Found | Judged | Several | Unknown


class TooManyRecords(Exception):
    """More records at once than are judged (`web.intake.box.MOST_RECORDS`)."""


class HandLookup(Protocol):
    """Where hands are stored."""

    def raw_record(self, hand: str) -> bytes | None:
        """The stored bytes of a hand."""

    def committed(self, commitment: str) -> tuple[str, ...]:
        """The IDs of hands with this server commitment."""


def look_up(hands: HandLookup, data: bytes, budget: Budget) -> Answer:
    """Looks a text up or judges it. Raises what the budget raises."""
    mended = box.mend(data)
    if box.may_be_records(mended):
        return judge(hands, mended, budget, mended=mended != data)
    if not mended.strip():
        return Unknown(("nothing",))
    tried: list[str] = []
    text = box.text_of(data)
    if text and (found := by_name(hands, text, tried) or by_hash(hands, text, tried)):
        return found
    return Unknown((*tried, "no-record" if text else "no-text"), kind(data))


def by_name(hands: HandLookup, text: str, tried: list[str]) -> Found | None:
    """The stored hand that the text names or links to; else None, and what was tried is noted."""
    took = "link" if box.links(text) else "hand-id"
    ids = box.linked_ids(text) if took == "link" else box.possible_ids(text)
    if (hand := stored(hands, ids)) is not None:
        return Found(took, (hand,))
    tried.append(took if ids else f"no-{took}")
    return None


def stored(hands: HandLookup, ids: Iterable[str]) -> str | None:
    """The first of the IDs that a hand is stored with."""
    return next((id for id in ids if hands.raw_record(id) is not None), None)


def by_hash(hands: HandLookup, text: str, tried: list[str]) -> Found | None:
    """The stored hands whose commitment the text is, or whose server seed; else None, and what was tried is noted."""
    digits = box.hash_in(text)
    if digits is None:
        tried.append("no-hash")
        return None
    for took, commitment in (("commitment", digits), ("server-seed", box.commitment_of(digits))):
        if found := hands.committed(commitment):
            return Found(took, found, commitment)
        tried.append(took)
    return None


def judge(hands: HandLookup, data: bytes, budget: Budget, *, mended: bool) -> Judged | Several:
    """The verdicts on the records of the bytes, and how each differs from the one on file."""
    every = box.records(data)
    if len(every) > 1:
        return several(hands, every, budget, mended=mended)
    check_weight(every[0], budget.single)
    hand, verdict = judged(every[0], "")
    return Judged(every[0], verdict, hand, on_file(hands, every[0], verdict), mended)


def on_file(hands: HandLookup, data: bytes, verdict: Verdict) -> OnFile | None:
    """How a record differs from the stored one with its hand ID, None where there is none."""
    stored = hands.raw_record(verdict.hand) if verdict.hand else None
    return compare(data, stored, verdict.hand) if verdict.hand and stored is not None else None


def several(hands: HandLookup, every: list[bytes], budget: Budget, *, mended: bool) -> Several:
    """The verdicts on several records, and what they say about each other."""
    if len(every) > MOST_RECORDS:
        raise TooManyRecords
    read: list[tuple[bytes, Record | None, Verdict]] = []
    for number, data in enumerate(every, 1):
        budget.spend(data)
        record, verdict = audited(data, f"record {number}")
        read.append((data, record, worded(verdict, record, data)))
    found = findings(trace(record, data) if record else None for data, record, _ in read)
    judged: list[OneOf] = []
    for index, (data, record, verdict) in enumerate(read):
        said = found.get(index, ())
        judged.append(OneOf(index + 1, remarked(verdict, said), record, on_file(hands, data, verdict), said))
    return Several(tuple(judged), mended)


def remarked(verdict: Verdict, found: Iterable[Finding]) -> Verdict:
    """The verdict with the remarks that come from other records."""
    more = tuple(Remark(None, each.name) for each in found if each.name in REMARKS)
    return verdict._replace(remarks=(*verdict.remarks, *more)) if more else verdict
