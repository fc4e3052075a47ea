"""What players sign and what they are given: cosignatures of the commit, and receipts for their seeds."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from dealproof.verifier.tlog.cosignature import cosign, seat_key
from dealproof.verifier.tlog.note import format_signature, parse_note
from dealproof.verifier.tlog.note_signature import check_note
from dealproof.verifier.tlog.receipt import parse_receipt, parse_seed_receipt
from tests.support.operators import Asking, asking, dealt, log_key, result_of
from tests.support.sealed import Sealed

EACH_DATABASE = True

pytestmark = pytest.mark.slow

NOW = 1_700_000_000
"""Seconds since 1970: when seats cosign."""
FUTURE = 9_000_000_000


@pytest.fixture
def asked(database: str, tmp_path: Path) -> Iterator[Asking]:
    with asking(database, tmp_path) as found:
        yield found


def committed(asked: Asking) -> Sealed:
    """A hand whose seat 2 has a key, committed."""
    hand = dealt(1, signer=2)
    asked.post("/hands/table.1/commit", {"header": hand.header})
    return hand


def line(asked: Asking, hand: Sealed, time: int = NOW, text: str | None = None) -> str:
    """The line with which seat 2 cosigns the checkpoint of the commit."""
    entry = asked.get("/hands/table.1").get_json()["leaves"]["commit"]
    key = seat_key(public(hand))
    signed = cosign(text or parse_note(entry["checkpoint"].encode()).text, key, time, hand.secret)
    return format_signature(signed)


def public(hand: Sealed) -> bytes:
    from dealproof.verifier.signature import public_key

    return public_key(hand.secret)


def post(asked: Asking, *lines: Any) -> tuple[int, Any]:
    answer = asked.post("/hands/table.1/cosignatures", {"lines": [*lines]})
    return answer.status_code, answer.get_json().get("code", answer.get_json().get("seats"))


def test_a_cosignature_is_verified_and_is_part_of_the_receipt(asked: Asking) -> None:
    """Issue 13, item 3: post player cosignatures."""
    hand = committed(asked)
    mine = line(asked, hand)
    assert post(asked, mine) == (200, [2])
    assert asked.get("/hands/table.1").get_json()["cosigned"] == [2]
    commit = parse_receipt(asked.get("/hands/table.1/receipt").data).commit
    assert [each.name for each in commit.proof.note.signatures] == ["log.example/28", seat_key(public(hand)).name]


def test_the_first_line_of_a_seat_counts_and_the_same_may_come_again(asked: Asking) -> None:
    hand = committed(asked)
    first = line(asked, hand)
    changed = [post(asked, each) and asked.get("/hands/table.1").get_json()["changed"] for each in (first, first)]
    assert changed[0] == changed[1]
    assert post(asked, line(asked, hand, NOW + 1)) == (200, [2])
    receipt = asked.get("/hands/table.1/receipt").data
    assert first.rpartition(" ")[2].encode() in receipt


def test_a_line_that_does_not_hold_is_refused_and_none_of_its_request_is_stored(asked: Asking) -> None:
    hand = committed(asked)
    mine = line(asked, hand)
    name, _, value = mine.rpartition(" ")
    other = line(asked, hand, text="log.example/28\n1\n" + "A" * 43 + "=\n")
    stranger = dealt(2, signer=2)
    stranger.secret = bytes(32)
    for lines, code in [
        ([mine, other], "bad-cosignature"),
        ([line(asked, hand, FUTURE)], "cosigned-later"),
        ([line(asked, stranger)], "no-seat-key"),
        ([f"{name} {value[:-4]}"], "bad-cosignature"),
        ([f"{name} {value[:-1]}"], "bad-line"),
        ([f"{mine}\n{mine}"], "bad-line"),
        (["x"], "bad-line"),
        ([""], "bad-line"),
        ([], "no-lines"),
        ([1], "no-lines"),
        ([mine] * 65, "no-lines"),
    ]:
        assert post(asked, *lines) == (400, code), lines
    assert asked.get("/hands/table.1").get_json()["cosigned"] == []


def seed(asked: Asking, seat: Any, hash: Any, **more: Any) -> tuple[int, Any]:
    answer = asked.post("/hands/table.1/seed-receipts", {"seat": seat, "seed_hash": hash, **more})
    return answer.status_code, answer.get_json().get("code", answer.get_json().get("note"))


def hash_of(hand: Sealed, seat: int) -> str:
    return sha256(hand.player_seeds[seat].encode()).hexdigest()


def test_a_seed_receipt_is_signed_by_the_log_and_is_the_same_again(asked: Asking, tmp_path: Path) -> None:
    hand = committed(asked)
    status, text = seed(asked, 1, hash_of(hand, 1), time=1_790_000_000_000)
    note = parse_note(text.encode())
    check_note(note, log_key(tmp_path)[1].public)
    assert (status, parse_seed_receipt(note.text)) == (200, ("table.1", 1, hash_of(hand, 1), 1_790_000_000_000))
    assert seed(asked, 1, hash_of(hand, 1)) == (200, text)
    asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()})
    assert seed(asked, 1, hash_of(hand, 1)) == (200, text), "a request whose answer was lost is repeated"
    assert parse_receipt(asked.get("/hands/table.1/receipt").data).seed_receipts == (note,)
    assert asked.get("/hands/table.1").get_json()["seed_receipts"] == {"1": text}


def test_a_seed_receipt_is_only_for_the_committed_seed_and_only_one_a_seat(asked: Asking) -> None:
    hand = committed(asked)
    assert hand.header["player_commitments"][0] is None
    assert seed(asked, 0, "00" * 32)[0] == 200
    assert seed(asked, 0, "11" * 32) == (409, "seed-received")
    assert seed(asked, 1, "00" * 32) == (409, "seed-uncommitted")
    for seat in (-1, 4, True, "1", None):
        assert seed(asked, seat, "00" * 32) == (400, "no-seat")
    for hash in ("00", "0G" * 32, "AA" * 32, 1, None):
        assert seed(asked, 1, hash) == (400, "no-seed-hash")


def test_there_is_no_seed_receipt_after_the_deal(asked: Asking) -> None:
    hand = committed(asked)
    asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()})
    assert seed(asked, 1, hash_of(hand, 1)) == (409, "hand-dealt")
    asked.post("/hands/table.1/result", result_of(hand))
    assert seed(asked, 1, hash_of(hand, 1)) == (409, "hand-dealt")


def test_the_log_proves_that_it_continues_what_a_player_has_seen(asked: Asking) -> None:
    """LOG.md, "Cosignatures of seats", 2."""
    from dealproof.verifier.tlog.checkpoint import parse_checkpoint
    from dealproof.verifier.tlog.fields import parse_base64
    from dealproof.verifier.tlog.tree import check_consistency

    hand = committed(asked)
    seen = parse_checkpoint(parse_note(asked.get("/consistency?size=1").get_json()["checkpoint"].encode()).text)
    asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()})
    asked.post("/hands/table.1/result", result_of(hand))
    answer = asked.get("/consistency?size=1").get_json()
    latest = parse_checkpoint(parse_note(answer["checkpoint"].encode()).text)
    hashes = [parse_base64(each, "bad-proof") for each in answer["consistency"]]
    check_consistency(1, 3, seen.root, latest.root, hashes)
    for size in ("0", "4", "x", "-1", ""):
        assert asked.get(f"/consistency?size={size}").get_json()["code"] == "no-size"
