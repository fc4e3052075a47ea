"""Whether a receipt shows that a hand's header was published before the hand was dealt.

`check_receipt` goes through LOG.md, "Checking a receipt", in this order, and names the first that fails:

1. `wrong-hand`: the header is the record's, and each leaf names its hand.
2. `wrong-leaf`: each leaf says what the record says.
3. `bad-signature`: each checkpoint is of the log of the first one, and signed by it.
4. `not-included`: each leaf is in the tree of its checkpoint.
5. `not-consistent`: each checkpoint continues the one before.
6. `published-late`: the deal was logged when the checkpoint of the commit had been made, and the end after the deal.
7. `bad-cosignature`: each cosignature of a witness or a seat verifies, and none is older than an earlier one.

`published` then says who witnessed what, and when. The reader's clock is an argument: `now`, in seconds since 1970.

    >>> published(None, hand=Hand({}, (), None, {}), policy=Policy(), now=0).withheld
    'no-receipt'

Source: LOG.md, "Checking a receipt" and "What is shown".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.codes import NO_POLICY, NO_RECEIPT, NOT_DEALT, UNKNOWN_LOG, UNWITNESSED
from dealproof.verifier.tlog.cosignature import cosigned_at, seat_key
from dealproof.verifier.tlog.fields import shown
from dealproof.verifier.tlog.leaf import format_leaf
from dealproof.verifier.tlog.note import Key, Note
from dealproof.verifier.tlog.note_signature import check_note, has_line
from dealproof.verifier.tlog.policy import Policy
from dealproof.verifier.tlog.receipt import Entry, Receipt, parse_receipt, parse_seed_receipt
from dealproof.verifier.tlog.tree import check_consistency, check_inclusion, leaf_hash

CLOCK_SKEW: Final = 3600
"""Seconds by which a cosignature may be ahead of the reader's clock."""


class Hand(NamedTuple):
    """What a record says, as far as a receipt is about it.

    `header` as JSON, `keys` a public key (32 bytes) or None a seat (empty where no seat has one), `salt` 32 bytes or
    None if a seed is missing, `close` the fields that the last leaf must have, `missing` the seats without a seed.
    """

    header: Mapping[str, Any]
    keys: Sequence[bytes | None]
    salt: bytes | None
    close: Mapping[str, Json]
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """An entry in the log: its index, the size of the tree of its checkpoint, and when that was witnessed or None."""

    index: int
    size: int
    witnessed_at: int | None


class Publication(NamedTuple):
    """What a receipt shows. `withheld` is None if it shows that the header was published before play, else one of
    `WITHHELD`. The other fields are empty for the first three of them, `received` aside.

    `log` is the origin, `by` says whose cosignatures suffice for the commit (`policy`, `seats` or None), `witnesses`
    and `seats` cosigned it. `received` are the missing seats whose seed the operator had all the same.
    """

    withheld: str | None
    log: str | None = None
    by: str | None = None
    commit: Moment | None = None
    deal: Moment | None = None
    close: Moment | None = None
    witnesses: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    received: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Json] | None:
        """The key `published` of a verdict (LOG.md, "What is shown")."""
        if self.log is None:
            return None
        moments = {name: getattr(self, name) for name in ("commit", "deal", "close")}
        return {
            "log": self.log,
            "by": self.by,
            **{name: None if each is None else asdict(each) for name, each in moments.items()},
            "witnesses": list(self.witnesses),
            "seats": list(self.seats),
        }


Times: TypeAlias = Mapping[Key, int]
"""When each key cosigned a checkpoint, in seconds since 1970."""


class Signed(NamedTuple):
    """Who signed the checkpoints of a receipt: whether the first is of a log of the policy, and the cosignatures of
    each, without regard to the reader's clock."""

    by_known_log: bool
    times: tuple[Times, ...]


def published(data: bytes | None, hand: Hand, policy: Policy, now: int) -> Publication:
    """What the bytes of a receipt, or None, show about a hand to a reader with this policy.

    Raises MalformedLog if they cannot be read, and LogRefuted if something in them is wrong. With no log in the policy
    nobody vouches for any of it, so nothing in the receipt is looked at.
    """
    if data is None or not policy.logs:
        return Publication(NO_RECEIPT if data is None else NO_POLICY)
    receipt = parse_receipt(data)
    signed = check_receipt(receipt, hand, policy)
    received = tuple(_received(receipt, hand, policy))
    if not signed.by_known_log:
        return Publication(UNKNOWN_LOG, received=received)
    views = [_view(times, hand, policy, now) for times in signed.times]
    moments = [
        Moment(entry.proof.index, entry.proof.checkpoint.size, view.witnessed_at)
        for entry, view in zip(receipt.entries, views, strict=True)
    ]
    withheld = UNWITNESSED if views[0].by is None else None
    return Publication(
        NOT_DEALT if receipt.deal is None else withheld,
        receipt.commit.proof.checkpoint.origin,
        views[0].by,
        moments[0],
        None if receipt.deal is None else moments[1],
        None if receipt.close is None else moments[-1],
        views[0].witnesses,
        views[0].seats,
        received,
    )


def check_receipt(receipt: Receipt, hand: Hand, policy: Policy) -> Signed:
    """Who signed the checkpoints of a receipt in which nothing is wrong. Raises LogRefuted with the first code that holds.

    A log that the policy does not name is no fault. Each line of a known key is verified once.
    """
    _check_hand(receipt, hand)
    _check_leaves(receipt, hand)
    by_known_log = _check_signatures(receipt, policy)
    for entry in receipt.entries:
        proof = entry.proof
        leaf = leaf_hash(format_leaf(entry.leaf))
        check_inclusion(proof.index, proof.checkpoint.size, leaf, proof.checkpoint.root, proof.hashes)
    for before, after in pairwise(receipt.entries):
        old, new = before.proof.checkpoint, after.proof.checkpoint
        check_consistency(old.size, new.size, old.root, new.root, after.consistency)
    _check_order(receipt)
    return Signed(by_known_log, _check_cosignatures(receipt, hand, policy))


def _check_hand(receipt: Receipt, hand: Hand) -> None:
    if canonical(receipt.header) != canonical(hand.header):
        raise LogRefuted("wrong-hand", "The header in the receipt is not the header of the record.")
    for entry in receipt.entries:
        if entry.leaf["hand"] != hand.header["hand"]:
            reason = f"The {entry.leaf['type']} leaf is of the hand {shown(str(entry.leaf['hand']))}."
            raise LogRefuted("wrong-hand", reason)


def _check_leaves(receipt: Receipt, hand: Hand) -> None:
    header = hand.header
    commit = {key: header[key] for key in ("table", "number", "server_commitment")}
    _check_fields(receipt.commit, {**commit, "header": sha256(canonical(header)).hexdigest()})
    if receipt.deal is not None:
        _check_fields(receipt.deal, {"salt": None if hand.salt is None else hand.salt.hex()})
    if receipt.close is not None:
        _check_fields(receipt.close, hand.close)


def _check_fields(entry: Entry, fields: Mapping[str, Json]) -> None:
    for key, value in fields.items():
        if entry.leaf.get(key) != value:
            reason = f"The {key} of the {entry.leaf['type']} leaf is not what follows from the record."
            raise LogRefuted("wrong-leaf", reason)


def _check_signatures(receipt: Receipt, policy: Policy) -> bool:
    """Whether the first checkpoint is signed by a log of the policy whose name is the origin."""
    heads = [entry.proof for entry in receipt.entries]
    origin = heads[0].checkpoint.origin
    signers = [{log.key.name for log in policy.logs if has_line(head.note, log.key)} for head in heads]
    if origin not in signers[0]:
        return False
    if any(head.checkpoint.origin != origin for head in heads):
        raise LogRefuted("bad-signature", "A later checkpoint has another origin than the first one.")
    if any(origin not in names for names in signers):
        raise LogRefuted("bad-signature", "A later checkpoint is not signed by the log of the first one.")
    return True


def _check_order(receipt: Receipt) -> None:
    commit, deal, close = receipt.commit.proof, receipt.deal, receipt.close
    if deal is not None and deal.proof.index < commit.checkpoint.size:
        size = commit.checkpoint.size
        reason = f"The deal is at index {deal.proof.index}, in the tree of size {size} that shows the commit."
        raise LogRefuted("published-late", reason)
    before = commit if deal is None else deal.proof
    if close is not None and close.proof.index <= before.index:
        reason = f"The end of the hand is at index {close.proof.index}, not after index {before.index}."
        raise LogRefuted("published-late", reason)


def _check_cosignatures(receipt: Receipt, hand: Hand, policy: Policy) -> tuple[Times, ...]:
    """The time at which each key cosigned each checkpoint."""
    found: tuple[dict[Key, int], ...] = tuple({} for _ in receipt.entries)
    for key in _cosigners(hand, policy):
        times = []
        for entry, signed in zip(receipt.entries, found, strict=True):
            if (time := cosigned_at(entry.proof.note, key)) is not None:
                signed[key] = time
                times.append(time)
        if times != sorted(times):
            reason = f"A later checkpoint has an older cosignature of {shown(key.name)} than an earlier one."
            raise LogRefuted("bad-cosignature", reason)
    return found


def _cosigners(hand: Hand, policy: Policy) -> Iterator[Key]:
    yield from (each.key for each in policy.witnesses)
    yield from (seat_key(key) for key in hand.keys if key is not None)


class _View(NamedTuple):
    """Who cosigned one checkpoint, and when that was enough, by the policy or by the seats."""

    by: str | None
    witnessed_at: int | None
    witnesses: tuple[str, ...]
    seats: tuple[int, ...]


def _view(times: Times, hand: Hand, policy: Policy, now: int) -> _View:
    counted = {key: time for key, time in times.items() if time <= now + CLOCK_SKEW}
    by_policy = policy.completed_at(counted)
    seats = {seat: seat_key(key) for seat, key in enumerate(hand.keys) if key is not None}
    signed = {seat: counted[key] for seat, key in seats.items() if key in counted}
    by_seats = max(signed.values()) if signed and len(signed) == len(hand.keys) else None
    found = [time for time in (by_policy, by_seats) if time is not None]
    by = "policy" if by_policy is not None else "seats" if by_seats is not None else None
    witnesses = tuple(each.key.name for each in policy.witnesses if each.key in counted)
    return _View(by, min(found, default=None), witnesses, tuple(signed))


def _received(receipt: Receipt, hand: Hand, policy: Policy) -> Iterator[int]:
    """The missing seats whose seed a log of the policy had received, in order."""
    if not hand.missing:
        return
    told = [each for note in receipt.seed_receipts if (each := _seat_of(note, hand, policy)) is not None]
    yield from (seat for seat in hand.missing if seat in told)


def _seat_of(note: Note, hand: Hand, policy: Policy) -> int | None:
    """The seat that a seed receipt is of, or None where it does not count."""
    try:
        receipt = parse_seed_receipt(note.text)
        commitments = hand.header["player_commitments"]
        if (
            receipt.hand != hand.header["hand"]
            or receipt.commitment not in commitments[receipt.seat : receipt.seat + 1]
        ):
            return None
        return receipt.seat if any(_signed(note, log.key) for log in policy.logs) else None
    except MalformedLog:
        return None


def _signed(note: Note, key: Key) -> bool:
    try:
        check_note(note, key)
    except LogRefuted:
        return False
    return True
