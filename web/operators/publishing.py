"""From a request to a published leaf, once for each idempotency key.

1. In one transaction: the key is looked up. If it is new, table and hand must be the operator's and the log must be
   going to accept the leaf; then the leaf is stored under the key, with its time.
2. The leaf is appended, and published with a checkpoint (`web.log.publishing`).
3. A void record is stored, and the receipt of a stored hand is renewed.
4. In one transaction: the hand, what was done, and the answer are stored.

After a crash anywhere, the same request under the same key goes on: the leaf has the same bytes, so the log answers
with the index that it has. A request that is refused keeps nothing, so its key is free. Under another key, a leaf that
the log has already, but for its time, is answered like the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final, NamedTuple

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.appends import check_append
from dealproof.verifier.tlog.leaf import parse_leaf
from dealproof.web.log.errors import NotWitnessed
from dealproof.web.log.publishing import Admit, LogService, Unpublished, append
from dealproof.web.log.sequencing import Outcome
from dealproof.web.operators.accounts import Caller, claim_table, own_hand
from dealproof.web.operators.answers import published
from dealproof.web.operators.errors import CONFLICT, LATER, Refusal
from dealproof.web.operators.leaves import Submission
from dealproof.web.operators.records import (
    check_fits,
    check_header,
    check_header_fits,
    check_leaf_fits,
    renew_receipt,
    store,
)
from dealproof.web.operators.service import OperatorService
from dealproof.web.store.errors import StoreError
from dealproof.web.store.log_queries import LogTables
from dealproof.web.store.operator_database import OperatorTables
from dealproof.web.store.operator_requests import Asked

KEPT: Final = 7 * 24 * 3600 * 1000
"""Milliseconds for which a key is remembered."""
SOON: Final = 2
"""Seconds after which a request may be sent again that found the log busy, or its witnesses away."""
STOPPED: Final = 60
"""Likewise, where the log does not sign until a person has decided."""


class Keyed(NamedTuple):
    """A request under its key: who sent it, the key, the SHA-256 of its path and body (64 hex digits), and when it came
    (ms since 1970)."""

    caller: Caller
    key: str
    digest: str
    now: int

    @classmethod
    def of(cls, caller: Caller, key: str, path: str, body: bytes, now: int) -> Keyed:
        """The request with this key, path and body."""
        return cls(caller, key, sha256(f"{path}\n".encode() + body).hexdigest(), now)


def publish(service: OperatorService, keyed: Keyed, wanted: Submission) -> bytes:
    """Publishes a leaf and returns the answer, JSON: the one that was given before to a request with this key. Raises
    `Refusal`, `web.store.errors.StoreError`."""
    log = service.publishing()
    if wanted.record is not None:
        check_fits(service, wanted.hand, wanted.record)
    begun = begin(service, keyed, wanted)
    if begun.answer is not None:
        return begun.answer
    check_stored(service, keyed, wanted)
    with turn(service):
        append_once(service, log, keyed, wanted, begun.leaf)
    if wanted.record is not None:
        store(service, wanted.hand, wanted.record)
    elif wanted.header is None:
        renew_receipt(service, wanted.hand)
    return settle(service, keyed, wanted)


def check_stored(service: OperatorService, keyed: Keyed, wanted: Submission) -> None:
    """Raises `Refusal` if a record of the hand is stored that does not go with a leaf which the log would accept; the
    request is forgotten. Judging that record takes long, so no other writer waits for it."""
    try:
        if wanted.header is not None:
            check_header_fits(service, wanted.hand, wanted.header)
        elif wanted.record is None:
            check_leaf_fits(service, wanted.hand, wanted.fields)
    except Refusal:
        forget(service, keyed)
        raise


def begin(service: OperatorService, keyed: Keyed, wanted: Submission) -> Asked:
    """Returns the request with this key: as it is known, or else stored now. Raises `Refusal`."""
    account, key = keyed.caller.account, keyed.key
    with service.database.writing() as tables:
        known = tables.requests.find(account, key)
        if known is not None:
            if known.digest != keyed.digest:
                raise Refusal(CONFLICT, "key-reused", key=key)
            return known
        check_owned(tables, keyed.caller, wanted)
        begun = Asked(keyed.digest, admitted(tables.log, wanted), None)
        tables.requests.prune(keyed.now - KEPT)
        tables.requests.add(account, key, begun, keyed.now)
    return begun


def check_owned(tables: OperatorTables, caller: Caller, wanted: Submission) -> None:
    """Raises `Refusal` unless table and hand are the operator's, and the header of a void record is the committed
    one."""
    if wanted.header is not None:
        claim_table(tables, caller.account, str(wanted.fields["table"]))
        return
    hand = own_hand(tables, caller.account, wanted.hand)
    if wanted.record is not None:
        check_header(hand, wanted.hand, wanted.record)


def admitted(log: LogTables, wanted: Submission) -> bytes:
    """Returns the leaf to append: the one in the log that says the same, or else the one that is wanted, which the log
    is going to accept. Raises `Refusal`."""
    if (there := logged(log, wanted)) is not None:
        return there
    fields: Any = wanted.fields
    hand, table = log.hands([wanted.hand]).get(wanted.hand), fields.get("table")
    try:
        check_append(
            wanted.fields, hand and hand.progress, None if table is None else log.last_numbers([table]).get(table)
        )
    except (LogRefuted, MalformedLog) as fault:
        raise Refusal(CONFLICT, fault.code, reason=fault.reason) from None
    check_seed_unused(log, wanted)
    return wanted.leaf


def check_seed_unused(log: LogTables, wanted: Submission) -> None:
    """Raises `Refusal` for a commit that is not in the log, if one of another hand has its server commitment."""
    hands = [] if wanted.header is None else log.committed_to(str(wanted.fields["server_commitment"]))
    if hands and wanted.hand not in hands:
        raise Refusal(CONFLICT, "commitment-used", hand=hands[0])


def logged(log: LogTables, wanted: Submission) -> bytes | None:
    """Returns the leaf in the log that says what is wanted, or None."""
    places = log.hands([wanted.hand]).get(wanted.hand)
    position: int | None = None if places is None else getattr(places, wanted.place)
    if position is None:
        return None
    (leaf,) = log.entries(position, 1)
    return leaf if parse_leaf(leaf)["type"] == wanted.fields["type"] and wanted.is_said_by(leaf) else None


@contextmanager
def turn(service: OperatorService) -> Iterator[None]:
    """Waits for the log together with few others: a request that waits takes a thread, and pages need some. Raises
    `Refusal`."""
    if not service.turns.acquire(blocking=False):
        raise Refusal(LATER, "busy", SOON)
    try:
        yield
    finally:
        service.turns.release()


def append_once(service: OperatorService, log: LogService, keyed: Keyed, wanted: Submission, leaf: bytes) -> None:
    """Publishes a leaf, or the one that another request was quicker to append and that says the same. Raises
    `Refusal`."""
    try:
        # A request that ran at the same time may have committed another hand to the same seed since `begin`.
        (outcome,) = append_leaf(log, leaf, lambda tables: check_seed_unused(tables, wanted))
    except Refusal as refusal:
        if refusal.kind == CONFLICT:
            forget(service, keyed)
        raise
    if outcome.index is not None:
        return
    with service.database.reading() as tables:
        there = logged(tables.log, wanted)
    if there is None:
        forget(service, keyed)
        raise Refusal(CONFLICT, str(outcome.code), reason=outcome.reason)
    append_leaf(log, there)


def forget(service: OperatorService, keyed: Keyed) -> None:
    """Forgets a request that is refused, so that its key is free."""
    with service.database.writing() as tables:
        tables.requests.drop(keyed.caller.account, keyed.key)


def append_leaf(log: LogService, leaf: bytes, admit: Admit = lambda tables: None) -> list[Outcome]:
    """Appends and publishes one leaf. Raises `Refusal`, `web.store.errors.StoreError`, and what `admit` raises."""
    try:
        return append(log, [leaf], admit)
    except Unpublished as stopped:
        cause = stopped.__cause__
        if isinstance(cause, StoreError):
            raise cause from None
        if isinstance(cause, NotWitnessed):
            raise Refusal(LATER, "unwitnessed", SOON, reason=str(cause)) from cause
        raise Refusal(LATER, "log-stopped", STOPPED) from cause


def settle(service: OperatorService, keyed: Keyed, wanted: Submission) -> bytes:
    """Stores what was done, with the answer, and returns the answer; a request that ran at the same time may have
    stored it."""
    (account, token), hand = keyed.caller, wanted.hand
    with service.database.writing() as tables:
        known = tables.requests.find(account, keyed.key)
        if known is not None and known.answer is not None:
            return known.answer
        if wanted.header is not None:
            tables.hands.add(account, hand, wanted.header)
        tables.hands.touch(hand)
        answer = published(tables.log, hand, wanted.place)
        tables.requests.answer(account, keyed.key, answer)
        tables.requests.note(account, token, str(wanted.fields["type"]), hand, keyed.now)
    return answer
