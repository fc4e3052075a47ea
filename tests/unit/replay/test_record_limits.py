"""Every limit of the hand record, at its edge and past it. Source: RECORD.md, "Limits"; PROTOCOL.md, "Header"."""

import json

import pytest

from dealproof.replay.record.record import MAX_EVENTS, parse
from dealproof.verifier.encoding import MAX_BYTES, MAX_INTEGER
from tests.unit.replay.test_record import SIG, full, named, read, with_


def test_a_record_may_have_a_mebibyte() -> None:
    data = json.dumps(full()).encode()
    assert parse(data.ljust(MAX_BYTES)) == parse(data)
    assert named(data.ljust(MAX_BYTES + 1)) == ("", "too-large")


def test_sixteen_levels_are_read_and_seventeen_are_not() -> None:
    for levels, expected in ((15, ("/deep", "unknown-key")), (16, ("", "too-deep"))):
        data = json.dumps(full() | {"deep": 0}).encode()
        assert named(data.replace(b'"deep": 0', b'"deep": ' + b"[" * levels + b"]" * levels)) == expected


def test_a_log_may_have_ten_thousand_events() -> None:
    event = {"seat": 0, "do": "pass"}
    assert len(parse(json.dumps(full() | {"events": [event] * MAX_EVENTS}).encode()).events) == MAX_EVENTS == 10_000
    assert named(full() | {"events": [event] * (MAX_EVENTS + 1)}) == ("/events", "too-many")


ID_POINTERS = ("/header/hand", "/header/table", "/header/match/id")


@pytest.mark.parametrize("pointer", ID_POINTERS)
def test_an_id_has_1_to_64_letters_digits_and_marks(pointer: str) -> None:
    for good in ("a", "Z9._:-", "x" * 64):
        read(with_((pointer, good)))
    for bad in ("", "x" * 65, "a b", "é", "a\n", "a/b", "٣"):  # the last is a digit, and none of 0-9
        assert named(with_((pointer, bad))) == (pointer, "not-an-id")


def test_a_name_has_1_to_64_characters_whatever_their_bytes() -> None:
    for good in ("a", "x" * 64, "\U0001f0cf" * 64, " "):
        read(with_(("/header/seats/3", good)))
    for bad in ("", "x" * 65, "\U0001f0cf" * 65):
        assert named(with_(("/header/seats/3", bad))) == ("/header/seats/3", "wrong-length")


def test_a_seed_has_1_to_256_bytes_whatever_its_characters() -> None:
    for good in ("a", "x" * 256, "é" * 128, "അ" * 85, "\U0001f0cf" * 64, "\x00"):
        read(with_(("/player_seeds/0", good)))
    for bad in ("", "x" * 257, "é" * 129, "അ" * 86, "\U0001f0cf" * 65):
        assert named(with_(("/player_seeds/0", bad))) == ("/player_seeds/0", "wrong-length")


def test_numbers_and_times_lie_below_two_to_the_53() -> None:
    for pointer in ("/header/number", "/events/2/t", "/claim/deals"):
        read(with_((pointer, MAX_INTEGER)))
        assert named(with_((pointer, MAX_INTEGER + 1))) == (pointer, "integer-too-large")


@pytest.mark.parametrize("pointer", ["/header/number", "/header/match/number"])
def test_hands_are_counted_from_1(pointer: str) -> None:
    read(with_((pointer, 1)))
    assert named(with_((pointer, 0))) == (pointer, "out-of-range")


def test_a_signature_is_base64_of_64_bytes_and_a_key_of_32() -> None:
    bad_sigs = ("", "A" * 84, "A" * 87 + "=", "A" * 88, "A" * 86, SIG + "\n", "A" * 85 + "B==", "-" * 86 + "==")
    assert [named(with_(("/events/1/sig", sig))) for sig in bad_sigs] == [("/events/1/sig", "not-base64")] * len(
        bad_sigs
    )
    bad_keys = ("", "A" * 42 + "==", "A" * 44, "A" * 43, "A" * 42 + "B=", SIG)
    pointer = "/header/seat_keys/0"
    assert [named(with_((pointer, key))) for key in bad_keys] == [(pointer, "not-base64")] * len(bad_keys)


@pytest.mark.parametrize("pointer", ["/server_seed", "/log_head", "/header/server_commitment", "/header/rules_digest"])
def test_hashes_and_seeds_are_64_lower_case_hex_digits(pointer: str) -> None:
    read(with_((pointer, "0" * 64)))
    for bad in ("", "0" * 63, "0" * 65, "F" * 64, "g" * 64, "0" * 64 + "\n", " " + "0" * 63, "٣" * 64):
        assert named(with_((pointer, bad))) == (pointer, "not-hex")


def test_times_never_go_back_and_may_stand_still() -> None:
    read(with_(("/events/1/t", 900), ("/events/2/t", 900)))
    record = with_(("/events/2/t", 899))
    del record["events"][1]["t"]
    assert named(record) == ("/events/2/t", "time-goes-back")


def test_the_second_of_two_equal_seats_is_the_one_named() -> None:
    for first, second in ((0, 1), (0, 3), (2, 3)):
        record = full()
        record["header"]["seats"][second] = record["header"]["seats"][first]
        assert named(record) == (f"/header/seats/{second}", "equal-names")
    assert named(with_(("/header/seats", list("abba")))) == ("/header/seats/2", "equal-names")


def test_names_are_taken_as_they_are() -> None:
    """Two names that look alike are two names: nothing is trimmed, nothing normalised, no case changed."""
    read(with_(("/header/seats", ["é", "e\u0301", "É", "é "])))
