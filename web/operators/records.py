"""Records and receipts of hands whose commit an operator published.

A record is stored if its header is the committed one. A hidden record is replaced by its opened form alone, as for
every stored hand (`web.store.service`). With a record, the receipt is stored that the log has for it at that time; it
is renewed whenever there is more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealproof.replay.judge import judged, kind_of
from dealproof.replay.publication import facts
from dealproof.replay.record.imported import ImportedRecord
from dealproof.verifier.encoding import canonical, parse_json
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.receipt import format_receipt
from dealproof.web.intake.budget import REQUEST, check_weight
from dealproof.web.intake.comparison import object_of, opens, same
from dealproof.web.log.errors import LogError
from dealproof.web.log.receipts import receipt_of
from dealproof.web.operators.accounts import Caller, own_hand
from dealproof.web.operators.errors import CONFLICT, MISSING, Refusal
from dealproof.web.operators.service import OperatorService
from dealproof.web.store.operator_database import OperatorTables
from dealproof.web.store.operator_hands import CommittedHand
from dealproof.web.store.receipts import Receipts, applied

STORED = "stored"
OPENED = "opened"
PRESENT = "present"


def put_record(service: OperatorService, caller: Caller, hand: str, data: bytes, now: int) -> str:
    """Stores the record of a hand and returns what became of it: `stored`, `opened` or `present`. Raises `Refusal`, and
    `TooMuchWork` if judging it takes too much."""
    check_weight(data, REQUEST)
    with service.database.reading() as tables:
        committed = own_hand(tables, caller.account, hand)
    if kind_of(data) is not None:
        raise Refusal(CONFLICT, "not-a-hand-record")
    check_header(committed, hand, data)
    check_agrees(service, hand, data)
    outcome = store(service, hand, data)
    if outcome != PRESENT:
        with service.database.writing() as tables:
            tables.hands.touch(hand)
            tables.requests.note(caller.account, caller.token, "record", hand, now)
    return outcome


def store(service: OperatorService, hand: str, data: bytes) -> str:
    """Stores a record together with the receipt that there is for it; returns what became of it. Raises `Refusal`."""
    # The receipt is read while no other writer is at work, so that no older one is stored over a newer one.
    receipts = Receipts(lambda each: receipt(service, each), service.reader())
    report = service.hands.take_in([(f"/hands/{hand}", data)], receipts)
    if report.refused:
        raise Refusal(CONFLICT, "record-refused", reason=report.refused[0].reason)
    return STORED if report.stored else OPENED if report.opened else PRESENT


def check_header(committed: CommittedHand, hand: str, data: bytes) -> None:
    """Raises `Refusal` unless a record has the header that was committed."""
    header = object_of(data).get("header")
    if header is None or canonical(header) != committed.header:
        raise Refusal(CONFLICT, "other-header", hand=hand)


def check_agrees(service: OperatorService, hand: str, data: bytes) -> None:
    """Raises `Refusal` if a record contradicts its own hashes or the leaves of its hand: a stored record cannot be
    taken back, and this one would make the hand a tampered one."""
    record, verdict = judged(data)
    if "tampered" in applied(record, verdict, receipt(service, hand), service.reader()).all:
        raise Refusal(CONFLICT, "record-tampered", hand=hand)


def check_fits(service: OperatorService, hand: str, data: bytes) -> None:
    """Raises `Refusal` if a record of the hand is stored that this one cannot replace."""
    there = service.hands.raw_record(hand)
    if there is not None and not same(there, data) and not opens(there, data):
        raise Refusal(CONFLICT, "other-record", hand=hand)


def check_header_fits(service: OperatorService, hand: str, header: bytes) -> None:
    """Raises `Refusal` if a record of the hand with another header is stored: it may be somebody else's, and no record
    of this hand could be."""
    there = service.hands.raw_record(hand)
    if there is not None and canonical(object_of(there).get("header")) != header:
        raise Refusal(CONFLICT, "other-header-stored", hand=hand)


def check_leaf_fits(service: OperatorService, hand: str, leaf: Mapping[str, Any]) -> None:
    """Raises `Refusal` if a `deal` or `result` leaf contradicts the stored record of its hand: neither can be taken
    back. Of a hidden record the salt alone is known."""
    there = service.hands.raw_record(hand)
    record, verdict = (None, None) if there is None else judged(there)
    if record is None or verdict is None or isinstance(record, ImportedRecord):
        return
    said = facts(record, verdict)
    dealt = {"salt": None if said.salt is None else said.salt.hex()}
    must = dealt if leaf["type"] == "deal" else {} if record.server_seed is None else said.close
    if any(leaf.get(name) != value for name, value in must.items()):
        raise Refusal(CONFLICT, "leaf-contradicts", hand=hand)


def renew_receipt(service: OperatorService, hand: str) -> None:
    """Stores the receipt of a hand again, if its record is stored. Raises `Refusal`."""
    there = service.hands.raw_record(hand)
    if there is not None:
        store(service, hand, there)


def receipt(service: OperatorService, hand: str) -> bytes | None:
    """Returns the receipt of a hand, as far as its leaves are published; None if the log has none."""
    with service.database.reading() as tables:
        committed = tables.hands.find(hand)
        try:
            return None if committed is None else receipt_in(tables, hand, committed)
        except LogError:
            return None


def receipt_in(tables: OperatorTables, hand: str, committed: CommittedHand) -> bytes:
    """Returns the receipt of a hand, as far as its leaves are published. Raises `LogError` if the log has none."""
    header: Any = parse_json(committed.header)
    lines = "".join(f"{line}\n" for line in tables.hands.cosignatures(hand).values())
    cosigned = parse_note(f"-\n\n{lines}".encode()).signatures if lines else ()
    notes = map(parse_note, tables.hands.seed_receipts(hand).values())
    return format_receipt(receipt_of(tables.log, header, cosigned, notes))


def own_receipt(service: OperatorService, caller: Caller, hand: str) -> bytes:
    """Returns the receipt of a hand of an operator. Raises `Refusal`."""
    with service.database.reading() as tables:
        committed = own_hand(tables, caller.account, hand)
        try:
            return receipt_in(tables, hand, committed)
        except LogError as error:
            raise Refusal(MISSING, "log-receipt", reason=str(error)) from None
