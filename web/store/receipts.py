"""The receipts of stored hands: which are stored, and what they add to the verdicts.

A receipt is stored for a hand that is stored, in place of an earlier one: a receipt grows while its hand is played.
What it shows depends on the policy of the reader, so that the summary of its hand notes under which policy it was
judged, and is judged again under another one (`web.store.rejudging`).
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col

from dealproof.replay.judge import AnyRecord
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.verdict import Verdict
from dealproof.verifier.encoding import canonical
from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.policy import Policy, format_policy
from dealproof.verifier.tlog.receipt import parse_receipt
from dealproof.web.intake.box import NOBODY, Reader
from dealproof.web.intake.comparison import object_of
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.models import StoredHand, StoredReceipt, Summary


class Receipts(NamedTuple):
    """Where the receipts of hands come from as they are stored: `of` returns the receipt of a hand ID or None, and
    `reader` is who judges them."""

    of: Callable[[str], bytes | None] = lambda hand: None
    reader: Reader = NOBODY


NO_RECEIPTS: Final = Receipts()


def applied(record: AnyRecord | None, verdict: Verdict, receipt: bytes | None, reader: Reader) -> Verdict:
    """Returns the verdict on a stored record together with its receipt. While the record is hidden the receipt is left
    out: whether a leaf fits would confirm or refute a guess at the log. An imported hand has none."""
    if record is None or receipt is None or isinstance(record, ImportedRecord) or record.server_seed is None:
        return verdict
    return with_receipt(record, verdict, receipt, reader.policy, reader.now)


def unfit(receipt: bytes, record: bytes) -> str | None:
    """Returns why a receipt is not stored for a record, as a sentence; None if it fits."""
    try:
        header = parse_receipt(receipt).header
    except MalformedLog as fault:
        return fault.reason
    if canonical(header) != canonical(object_of(record).get("header")):
        return spoken().say("receipt", "other-header")
    return None


def put(connection: Connection, id: int, receipt: bytes) -> None:
    """Stores the receipt of the hand with this ID in the table, in place of one that is there."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    values = {"receipt": receipt, "digest": sha256(receipt).hexdigest(), "policy": ""}
    statement = dialect.insert(StoredReceipt).values(hand_id=id, **values)
    connection.execute(statement.on_conflict_do_update(index_elements=["hand_id"], set_=values))


def stored(connection: Connection, hand: str) -> bytes | None:
    """Returns the receipt of the hand with this hand ID, or None."""
    found = select(col(StoredReceipt.receipt)).join_from(
        StoredReceipt, StoredHand, col(StoredHand.id) == col(StoredReceipt.hand_id)
    )
    receipt: bytes | None = connection.execute(found.where(col(StoredHand.hand) == hand)).scalar()
    return receipt


def judged_under(connection: Connection, ids: list[int], policy: Policy) -> None:
    """Notes that the summaries of the hands with these IDs in the table were judged under a policy."""
    noted = update(StoredReceipt).where(col(StoredReceipt.hand_id).in_(ids))
    connection.execute(noted.values(policy=digest(policy)))


def outdate(connection: Connection, policy: Policy) -> None:
    """Marks the summaries of hands with a receipt that were judged under another policy, to be judged again."""
    other = select(col(StoredReceipt.hand_id)).where(col(StoredReceipt.policy) != digest(policy))
    connection.execute(update(Summary).where(col(Summary.hand_id).in_(other)).values(judge=-func.abs(Summary.judge)))


def digest(policy: Policy) -> str:
    """Returns the SHA-256 of a policy in hex."""
    return sha256(format_policy(policy)).hexdigest()
