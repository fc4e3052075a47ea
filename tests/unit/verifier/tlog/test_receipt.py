"""Receipts: made here step by step, then broken in one place each (LOG.md, "Receipts" and "Checking a receipt")."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.verifier.encoding import canonical
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.signature import public_key
from dealproof.verifier.tlog import cosignature as cosignatures
from dealproof.verifier.tlog import note_signature as note_signatures
from dealproof.verifier.tlog import publication as publications
from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint
from dealproof.verifier.tlog.cosignature import cosign, cosignature_key, seat_key
from dealproof.verifier.tlog.leaf import format_leaf, parse_leaf
from dealproof.verifier.tlog.note import Note, Signature
from dealproof.verifier.tlog.note_signature import note_key, sign_note
from dealproof.verifier.tlog.policy import Log, Policy, Witness
from dealproof.verifier.tlog.proof_text import ProofText
from dealproof.verifier.tlog.publication import Hand, Publication, published
from dealproof.verifier.tlog.receipt import (
    Entry,
    Receipt,
    SeedReceipt,
    format_receipt,
    format_seed_receipt,
    parse_receipt,
    parse_seed_receipt,
)
from dealproof.verifier.tlog.tree import Tree, leaf_hash, prove_consistency, prove_inclusion, root

LOG_SECRET, WITNESS_SECRET, *SEAT_SECRETS = (bytes([number]) * 32 for number in range(1, 5))
LOG = note_key("log.example/28", LOG_SECRET)
WITNESS = cosignature_key("witness.example", WITNESS_SECRET)
SEATS = [public_key(secret) for secret in SEAT_SECRETS]
POLICY = Policy((Log(LOG),), (Witness("w", WITNESS),), (), "w")
NOW = 1790007200

SEED_HASHES = [sha256(text).hexdigest() for text in (b"a", b"b")]
HEADER: dict[str, Any] = {
    "hand": "h1",
    "table": "t1",
    "number": 3,
    "server_commitment": sha256(bytes(32)).hexdigest(),
    "player_commitments": SEED_HASHES,
}
SALT = bytes(range(32))
CLOSE: dict[str, Any] = {"type": "result", "log_head": "11" * 32, "server_seed": "00" * 32, "result": "22" * 32}
HAND = Hand(HEADER, SEATS, SALT, CLOSE)
LEAVES: tuple[dict[str, Any], ...] = (
    {
        "type": "commit",
        "hand": "h1",
        "time": 1,
        "header": sha256(canonical(HEADER)).hexdigest(),
        **{key: HEADER[key] for key in ("table", "number", "server_commitment")},
    },
    {"type": "deal", "hand": "h1", "time": 2, "salt": SALT.hex()},
    {"hand": "h1", "time": 3, **CLOSE},
)
SIZES = (2, 4, 6)
TIMES = (1790000010, 1790000020, 1790000900)


def tree() -> Tree:
    """Leaf 1 is the commit, 3 the deal, 5 the end; the others are of somebody else."""
    found = Tree()
    for leaf in LEAVES:
        found.append(leaf_hash(b"another"))
        found.append(leaf_hash(format_leaf(leaf)))
    return found


def signed(size: int, *lines: Signature) -> tuple[Note, Checkpoint]:
    checkpoint = Checkpoint(LOG.name, size, root(size, tree().subtrees))
    note = sign_note(format_checkpoint(checkpoint), LOG, LOG_SECRET)
    return note._replace(signatures=(*note.signatures, *lines)), checkpoint


def witnessed(size: int, time: int) -> Signature:
    return cosign(signed(size)[0].text, WITNESS, time, WITNESS_SECRET)


def seat_line(size: int, seat: int, time: int) -> Signature:
    return cosign(signed(size)[0].text, seat_key(SEATS[seat]), time, SEAT_SECRETS[seat])


def entry(place: int, *lines: Signature) -> Entry:
    size, index, read = SIZES[place], 2 * place + 1, tree().subtrees
    note, checkpoint = signed(size, *lines)
    proof = ProofText(index, prove_inclusion(index, size, read), note, checkpoint)
    consistency = prove_consistency(SIZES[place - 1], size, read) if place else ()
    return Entry(LEAVES[place], proof, consistency)


RECEIPT = Receipt(HEADER, *(entry(place, witnessed(SIZES[place], TIMES[place])) for place in range(3)), ())


def show(receipt: Receipt, hand: Hand = HAND, policy: Policy = POLICY, now: int = NOW) -> Publication:
    return published(format_receipt(receipt), hand, policy, now)


def code(receipt: Receipt | bytes, hand: Hand = HAND, policy: Policy = POLICY) -> str:
    data = receipt if isinstance(receipt, bytes) else format_receipt(receipt)
    with pytest.raises((LogRefuted, MalformedLog)) as fault:
        published(data, hand, policy, NOW)
    error: Any = fault.value
    assert error.reason.endswith(".")
    found: str = error.code
    return found


def with_commit(*lines: Signature) -> Receipt:
    return RECEIPT._replace(commit=entry(0, *lines))


def test_a_whole_receipt_is_read_as_it_is_written_and_shows_publication() -> None:
    assert parse_receipt(format_receipt(RECEIPT)) == RECEIPT
    shown = show(RECEIPT)
    assert (shown.withheld, shown.log, shown.by, shown.witnesses) == (None, LOG.name, "policy", (WITNESS.name,))
    moments = [shown.commit, shown.deal, shown.close]
    assert [(each.index, each.size, each.witnessed_at) for each in moments if each] == [
        (1, 2, TIMES[0]),
        (3, 4, TIMES[1]),
        (5, 6, TIMES[2]),
    ]


def test_without_receipt_or_trusted_log_nothing_is_looked_at() -> None:
    assert published(None, HAND, POLICY, NOW) == Publication("no-receipt")
    for data in (format_receipt(RECEIPT), b"no receipt at all"):
        assert published(data, HAND, POLICY._replace(logs=()), NOW) == Publication("no-policy")
    other = POLICY._replace(logs=(Log(note_key("log.example/28", WITNESS_SECRET)),))
    assert show(RECEIPT, policy=other) == Publication("unknown-log")
    assert Publication("unknown-log").to_json() is None


def test_seats_that_all_cosigned_are_enough_and_one_less_is_not() -> None:
    both = with_commit(seat_line(2, 0, 30), seat_line(2, 1, 20))
    later = {name: entry(place) for place, name in ((1, "deal"), (2, "close"))}
    shown = show(both._replace(**later))
    assert (shown.withheld, shown.by, shown.seats, shown.witnesses) == (None, "seats", (0, 1), ())
    assert shown.commit is not None
    assert shown.commit.witnessed_at == 30
    one = show(with_commit(seat_line(2, 1, 20))._replace(**later))
    assert (one.withheld, one.by, one.seats) == ("unwitnessed", None, (1,))
    # A hand in which not every seat has a key cannot be witnessed by its seats.
    shown = show(both._replace(**later), HAND._replace(keys=[*SEATS, None]))
    assert shown.withheld == "unwitnessed"
    assert show(with_commit()._replace(**later), HAND._replace(keys=[])).withheld == "unwitnessed"


def test_a_seat_of_another_hand_is_nobody() -> None:
    shown = show(with_commit(seat_line(2, 0, 5), seat_line(2, 1, 5)), HAND._replace(keys=[]))
    assert (shown.withheld, shown.seats) == ("unwitnessed", ())


def test_a_cosignature_counts_up_to_an_hour_ahead_of_the_clock() -> None:
    assert show(RECEIPT, now=TIMES[0] - 3600).withheld is None
    shown = show(RECEIPT, now=TIMES[0] - 3601)
    assert (shown.withheld, shown.witnesses) == ("unwitnessed", ())


def test_a_hand_that_was_not_dealt_and_one_that_is_not_over() -> None:
    assert show(RECEIPT._replace(close=None)).withheld is None
    shown = show(RECEIPT._replace(deal=None, close=None))
    assert (shown.withheld, shown.by, shown.deal) == ("not-dealt", "policy", None)


BREAKS: dict[str, tuple[str, Callable[[], Receipt]]] = {
    "another-header": ("wrong-hand", lambda: RECEIPT._replace(header={**HEADER, "dealer": 1})),
    "true-for-1": ("wrong-hand", lambda: RECEIPT._replace(header={**HEADER, "number": True})),
    "leaf-of-another-hand": (
        "wrong-hand",
        lambda: RECEIPT._replace(deal=replace_leaf(RECEIPT.deal, hand="h2")),
    ),
    "another-number": ("wrong-leaf", lambda: RECEIPT._replace(commit=replace_leaf(RECEIPT.commit, number=4))),
    "another-salt": ("wrong-leaf", lambda: RECEIPT._replace(deal=replace_leaf(RECEIPT.deal, salt="00" * 32))),
    "another-result": ("wrong-leaf", lambda: RECEIPT._replace(close=replace_leaf(RECEIPT.close, result="00" * 32))),
    "another-time": ("not-included", lambda: RECEIPT._replace(deal=replace_leaf(RECEIPT.deal, time=9))),
    "another-index": ("not-included", lambda: RECEIPT._replace(deal=replace_proof(RECEIPT.deal, index=2))),
    "deal-unsigned": ("bad-signature", lambda: RECEIPT._replace(deal=resigned(RECEIPT.deal))),
    "no-consistency": (
        "not-consistent",
        lambda: RECEIPT._replace(deal=entry(1)._replace(consistency=())),
    ),
    "older-cosignature-of-the-deal": (
        "bad-cosignature",
        lambda: RECEIPT._replace(deal=entry(1, witnessed(4, TIMES[0] - 1))),
    ),
    "seat-line-of-another-checkpoint": ("bad-cosignature", lambda: with_commit(seat_line(4, 0, 30))),
}


def replace_leaf(entry: Entry | None, **fields: Any) -> Entry:
    assert entry is not None
    return entry._replace(leaf={**entry.leaf, **fields})


def replace_proof(entry: Entry | None, **fields: Any) -> Entry:
    assert entry is not None
    return entry._replace(proof=replace(entry.proof, **fields))


def resigned(entry: Entry | None) -> Entry:
    """Without the line of the log."""
    assert entry is not None
    note = entry.proof.note
    lines = (*note.signatures[1:], Signature("x", b"1234", b"?"))
    return replace_proof(entry, note=note._replace(signatures=lines))


@pytest.mark.parametrize(("expected", "broken"), BREAKS.values(), ids=BREAKS)
def test_a_receipt_with_one_thing_wrong_is_named_by_it(expected: str, broken: Callable[[], Receipt]) -> None:
    assert code(broken()) == expected


def test_where_several_things_are_wrong_the_first_names_it() -> None:
    found = RECEIPT
    expected = []
    for name in ("older-cosignature-of-the-deal", "no-consistency", "another-time", "deal-unsigned", "another-salt"):
        deal = BREAKS[name][1]().deal
        assert deal is not None
        assert found.deal is not None
        changed = {
            "older-cosignature-of-the-deal": found.deal._replace(proof=deal.proof),
            "no-consistency": found.deal._replace(consistency=()),
            "another-time": found.deal._replace(leaf=deal.leaf),
            "deal-unsigned": resigned(found.deal),
            "another-salt": found.deal._replace(leaf=deal.leaf),
        }[name]
        found = found._replace(deal=changed)
        expected.append(BREAKS[name][0])
        assert code(found) == expected[-1]
    assert expected == ["bad-cosignature", "not-consistent", "not-included", "bad-signature", "wrong-leaf"]
    assert code(found._replace(header={})) == "wrong-hand"


def test_two_cosignatures_of_one_checkpoint_do_not_contradict_a_later_one() -> None:
    twice = with_commit(witnessed(2, TIMES[0]), witnessed(2, TIMES[1] + 5))
    shown = show(twice)
    assert shown.commit is not None
    assert shown.commit.witnessed_at == TIMES[0]


def test_a_seed_receipt_counts_for_a_missing_seat_only_where_all_of_it_is_right() -> None:
    def note(receipt: SeedReceipt, name: str = LOG.name, secret: bytes = LOG_SECRET) -> Note:
        return sign_note(format_seed_receipt(receipt), note_key(name, secret), secret)

    good = SeedReceipt("h1", 1, SEED_HASHES[1], 5)
    hand, receipt = HAND._replace(salt=None, missing=(1,)), RECEIPT._replace(deal=None, close=None)
    assert show(receipt._replace(seed_receipts=(note(good),)), hand).received == (1,)
    assert show(receipt._replace(seed_receipts=(note(good), note(good))), hand).received == (1,)
    assert show(receipt._replace(seed_receipts=(note(good),)), HAND).received == ()
    wrong = [
        note(good._replace(hand="h2")),
        note(good._replace(seat=0)),
        note(good._replace(seat=7)),
        note(good._replace(commitment=SEED_HASHES[0])),
        note(good, secret=WITNESS_SECRET),
        note(good, name="log.example/29"),
        note(good)._replace(text=note(good._replace(time=6)).text),
        sign_note("another text\n", LOG, LOG_SECRET),
    ]
    for each in wrong:
        assert show(receipt._replace(seed_receipts=(each,)), hand).received == ()
    nobody = hand._replace(header={**HEADER, "player_commitments": [None, None]})
    assert publications._seat_of(note(good), nobody, POLICY) is None


@given(st.text(max_size=8), st.integers(0, 2**53 - 1), st.text(max_size=8), st.integers(0, 2**53 - 1))
def test_a_seed_receipt_is_read_as_it_is_written(hand: str, seat: int, commitment: str, time: int) -> None:
    if "\n" not in hand + commitment:
        receipt = SeedReceipt(hand, seat, commitment, time)
        assert parse_seed_receipt(format_seed_receipt(receipt)) == receipt


def test_each_line_of_a_known_key_is_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked for; so the work for a receipt grows with its bytes."""
    verified = []

    def counted(public: bytes, sig: bytes, message: bytes, event: int) -> None:
        verified.append(message)

    for module in (cosignatures, note_signatures):
        monkeypatch.setattr(module, "check_signature", counted)
    assert show(RECEIPT).withheld is None
    assert len(verified) == 6
    verified.clear()
    strangers = (Signature("x", b"1234", b"?"),) * 62
    assert show(with_commit(witnessed(2, TIMES[0]), *strangers)).withheld is None
    assert len(verified) == 6
    verified.clear()
    many = sign_note(format_seed_receipt(SeedReceipt("h1", 1, SEED_HASHES[1], 5)), LOG, LOG_SECRET)
    stuffed = RECEIPT._replace(deal=None, close=None, seed_receipts=(many,) * 800)
    assert show(stuffed).received == ()
    assert len(verified) == 2
    verified.clear()
    assert show(stuffed, HAND._replace(salt=None, missing=(1,))).received == (1,)
    assert len(verified) <= 2 + 800


# Bytes that are no receipt

WHOLE = json.loads(format_receipt(RECEIPT))


def without(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {each: value[each] for each in value if each != key}


MALFORMED: dict[str, Any] = {
    "null": None,
    "list": [WHOLE],
    "another-format": {**WHOLE, "format": "dealproof/receipt/2"},
    "header-null": {**WHOLE, "header": None},
    "commit-null": {**WHOLE, "commit": None},
    "commit-a-list": {**WHOLE, "commit": []},
    "commit-with-consistency": {**WHOLE, "commit": {**WHOLE["commit"], "consistency": []}},
    "deal-without-consistency": {**WHOLE, "deal": without(WHOLE["deal"], "consistency")},
    "deal-false": {**WHOLE, "deal": False},
    "close-before-deal": {**WHOLE, "deal": WHOLE["close"], "close": WHOLE["deal"]},
    "consistency-a-text": {**WHOLE, "deal": {**WHOLE["deal"], "consistency": "AAAA"}},
    "consistency-of-numbers": {**WHOLE, "deal": {**WHOLE["deal"], "consistency": [1]}},
    "consistency-of-100000": {**WHOLE, "deal": {**WHOLE["deal"], "consistency": [""] * 80_000}},
    "leaf-a-text": {**WHOLE, "deal": {**WHOLE["deal"], "leaf": format_leaf(LEAVES[1]).decode()}},
    "leaf-without-time": {**WHOLE, "deal": {**WHOLE["deal"], "leaf": without(LEAVES[1], "time")}},
    "leaf-type-a-list": {**WHOLE, "deal": {**WHOLE["deal"], "leaf": {**LEAVES[1], "type": ["deal"]}}},
    "proof-null": {**WHOLE, "deal": {**WHOLE["deal"], "proof": None}},
    "proof-bytes-of-another": {**WHOLE, "deal": {**WHOLE["deal"], "proof": WHOLE["deal"]["proof"][1:]}},
    "seed-receipts-null": {**WHOLE, "seed_receipts": None},
    "seed-receipts-of-null": {**WHOLE, "seed_receipts": [None]},
    "seed-receipt-unsigned": {**WHOLE, "seed_receipts": ["text\n"]},
    "time-2-to-the-53": {**WHOLE, "deal": {**WHOLE["deal"], "leaf": {**LEAVES[1], "time": 2**53}}},
    "time-with-a-fraction": {**WHOLE, "deal": {**WHOLE["deal"], "leaf": {**LEAVES[1], "time": 1.0}}},
    "lone-surrogate": {**WHOLE, "deal": {**WHOLE["deal"], "proof": "\ud800"}},
    **{f"without-{key}": without(WHOLE, key) for key in WHOLE},
    "unknown-key": {**WHOLE, "note": ""},
}


@pytest.mark.parametrize("value", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_receipt_is_a_bad_receipt(value: Any) -> None:
    assert code(json.dumps(value).encode()) == "bad-receipt"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"{",
        b"[" * 100_000,
        json.dumps(WHOLE).encode("utf-16"),
        b"\xef\xbb\xbf" + format_receipt(RECEIPT),
        format_receipt(RECEIPT)[:-1] + b',"format":"dealproof/receipt/1"}',
        format_receipt(RECEIPT).ljust((1 << 18) + 1),
    ],
    ids=["empty", "not-utf-8", "cut-off", "deep", "utf-16", "byte-order-mark", "key-twice", "over-256-kib"],
)
def test_bytes_that_are_no_receipt_are_a_bad_receipt(data: bytes) -> None:
    assert code(data) == "bad-receipt"
    assert show(parse_receipt(format_receipt(RECEIPT).ljust(1 << 18))).withheld is None


@given(st.data())
def test_whatever_is_done_to_a_receipt_no_other_error_is_raised(data: st.DataObject) -> None:
    whole = format_receipt(RECEIPT)
    place = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:place] + data.draw(st.binary(max_size=3)) + whole[place + data.draw(st.integers(0, 3)) :]
    try:
        shown = published(changed, HAND, POLICY, NOW)
    except (LogRefuted, MalformedLog) as fault:
        assert fault.code.isascii()  # noqa: PT017 (either may happen)
    else:
        assert shown.withheld in (None, "unwitnessed", "unknown-log")


def test_the_longest_leaf_has_1024_bytes() -> None:
    def void(seats: int) -> bytes:
        missing = list(range(seats))
        fields = {"reason": "seed-missing", "missing": missing, "server_seed": "0" * 64, "record": "0" * 64}
        return format_leaf({"type": "void", "hand": "x" * 64, "time": 2**53 - 1, **fields})

    sizes = {seats: len(void(seats)) for seats in range(1, 400)}
    most = max(seats for seats in sizes if sizes[seats] <= 1024)
    assert parse_leaf(void(most))["missing"] == list(range(most))
    with pytest.raises(MalformedLog, match="1024"):
        parse_leaf(void(most + 1))
