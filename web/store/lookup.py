"""Looks up the input of the search box (`web.intake.box`) among the stored hands, or judges it. Stores nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection

from dealproof.replay.judge import AnyRecord
from dealproof.replay.judge import judged as judged_record
from dealproof.replay.publication import alone, with_receipt
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.record.record import hand_id
from dealproof.replay.several import REMARKS, Finding, findings, trace
from dealproof.replay.verdict import Remark, Verdict
from dealproof.verifier.encoding import parse_loosely
from dealproof.verifier.errors import Malformed
from dealproof.web.intake import box
from dealproof.web.intake.box import (
    MOST_RECORDS,
    NOBODY,
    Judged,
    JudgedReceipt,
    OneOf,
    Reader,
    Several,
    is_receipt,
)
from dealproof.web.intake.budget import Budget, check_weight
from dealproof.web.intake.comparison import OnFile, compare
from dealproof.web.intake.found import Compared, Found, Unknown
from dealproof.web.intake.lookalikes import kind
from dealproof.web.judging import judged
from dealproof.web.presentation.wording import with_wording
from dealproof.web.store.finding import find
from dealproof.web.store.near import near
from dealproof.web.store.receipts import applied

Answer = Found | Compared | Judged | JudgedReceipt | Several | Unknown


class TooManyRecords(Exception):
    """There are more records than one request judges (`web.intake.box.MOST_RECORDS`)."""


class HandLookup(Protocol):
    """What a look-up needs of the stored hands."""

    def raw_record(self, hand: str) -> bytes | None:
        """Returns the stored bytes of a hand, or None."""

    def record(self, hand: str) -> bytes | None:
        """Returns the stored bytes of a hand that is not hidden, or None."""

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection to read from."""


def look_up(hands: HandLookup, data: bytes, budget: Budget, reader: Reader = NOBODY) -> Answer:
    """Returns the stored hands that the input names, verdicts on its records, or what its receipt shows the reader.
    Raises `TooManyRecords`, and what `web.intake.budget` raises."""
    mended = box.mend(data)
    if box.may_be_records(mended):
        return judge(hands, mended, budget, reader, mended=mended != data)
    if not mended.strip():
        return Unknown(("nothing",))
    tried: list[str] = []
    text = box.text_of(data)
    if not text:
        return Unknown(("no-text",), kind(data))
    with hands.reading() as connection:
        found = find(connection, text, tried)
        if found is not None:
            return found
        # Of a link to another site nothing else is worth saying.
        said = ("elsewhere",) if "elsewhere" in tried else (*tried, "no-record")
        return Unknown(said, kind(data), near(connection, text))


def judge(
    hands: HandLookup, data: bytes, budget: Budget, reader: Reader, *, mended: bool
) -> Judged | JudgedReceipt | Several:
    """Judges the records of the input and compares each with the stored one, or checks a receipt."""
    every = box.records(data)
    if len(every) > 1:
        found, receipts = matched_receipts(every)
        if len(found) == 1 and receipts:
            (own,) = receipts.values()
            return with_own_receipt(hands, found[0], own, budget, reader, mended=mended)
        return several(hands, found, budget, receipts, reader, mended=mended)
    if is_receipt(every[0]):
        return receipt(hands, every[0], budget, reader)
    check_weight(every[0], budget.single)
    hand, verdict = judged(every[0], "")
    return Judged(every[0], verdict, hand, on_file(hands, every[0], verdict), mended)


def matched_receipts(every: list[bytes]) -> tuple[list[bytes], dict[str, bytes]]:
    """Returns the input without the receipts of hands whose records are in it, and these receipts by hand ID. A second
    receipt of a hand stays among the records."""
    receipts: dict[str, bytes] = {}
    records = {hand_in(data) for data in every if not is_receipt(data)} if any(map(is_receipt, every)) else set()
    rest: list[bytes] = []
    for data in every:
        hand = hand_in(data) if records and is_receipt(data) else None
        if hand in records and hand not in receipts and hand is not None:
            receipts[hand] = data
        else:
            rest.append(data)
    return rest, receipts


def hand_in(data: bytes) -> str | None:
    """Returns the hand ID in a record or receipt, or None."""
    try:
        return hand_id(parse_loosely(data))
    except (Malformed, RecursionError):
        return None


def with_own_receipt(
    hands: HandLookup, data: bytes, receipt: bytes, budget: Budget, reader: Reader, *, mended: bool
) -> JudgedReceipt | Judged:
    """Judges a record together with the receipt that came with it; one that is malformed alone."""
    check_weight(data, budget.single)
    public, verdict = judged(
        data, "", lambda record, found: with_receipt(record, found, receipt, reader.policy, reader.now)
    )
    record = Judged(data, verdict, public, on_file(hands, data, verdict), mended)
    if public is None:
        return record
    return JudgedReceipt(receipt, verdict.hand, verdict.publication, verdict.published, record, reader, pasted=True)


def receipt(hands: HandLookup, data: bytes, budget: Budget, reader: Reader) -> JudgedReceipt:
    """Checks a receipt: together with the stored record of its hand, or alone.

    A hidden record is left out: whether a leaf fits it would confirm or refute a guess at its log.
    """
    hand = hand_id(parse_loosely(data))
    stored = hands.record(hand) if hand else None
    if stored is None:
        return JudgedReceipt(data, hand, *alone(data, reader.policy, reader.now), record=None, reader=reader)
    check_weight(stored, budget.single)
    public, verdict = judged(stored, f"/hands/{hand}", lambda record, found: applied(record, found, data, reader))
    return JudgedReceipt(
        data, hand, verdict.publication, verdict.published, Judged(stored, verdict, public, on_file=None), reader
    )


def on_file(hands: HandLookup, data: bytes, verdict: Verdict) -> OnFile | None:
    """Returns how a record differs from the stored one with its hand ID, or None if there is none."""
    stored = hands.raw_record(verdict.hand) if verdict.hand else None
    return compare(data, stored, verdict.hand) if verdict.hand and stored is not None else None


def several(
    hands: HandLookup,
    every: list[bytes],
    budget: Budget,
    receipts: Mapping[str, bytes],
    reader: Reader,
    *,
    mended: bool,
) -> Several:
    """Judges several records, those with a receipt together with it, with findings across them. Raises
    `TooManyRecords`."""
    if len(every) > MOST_RECORDS:
        raise TooManyRecords
    read: list[tuple[bytes, AnyRecord | None, Verdict]] = []
    for number, data in enumerate(every, 1):
        budget.spend(data)
        record, verdict = judged_record(data, f"record {number}")
        if record is not None and not isinstance(record, ImportedRecord) and record.hand in receipts:
            verdict = with_receipt(record, verdict, receipts[record.hand], reader.policy, reader.now)
        read.append((data, record, with_wording(verdict, record, data)))
    found = findings(trace(record, data) if record else None for data, record, _ in read)
    judged: list[OneOf] = []
    for index, (data, record, verdict) in enumerate(read):
        said = found.get(index, ())
        judged.append(OneOf(index + 1, remarked(verdict, said), record, on_file(hands, data, verdict), said))
    return Several(tuple(judged), mended)


def remarked(verdict: Verdict, found: Iterable[Finding]) -> Verdict:
    """Returns the verdict with remarks added for the findings from other records."""
    more = tuple(Remark(None, each.name) for each in found if each.name in REMARKS)
    return verdict._replace(remarks=(*verdict.remarks, *more)) if more else verdict
