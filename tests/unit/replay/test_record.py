"""The hand record: strict in, canonical out, the first fault named. Source: RECORD.md."""

import copy
import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from dealproof.replay.record.record import ROOT_KEYS, Texts, parse
from dealproof.replay.record.record import format as written
from dealproof.verifier.encoding import MAX_BYTES
from dealproof.verifier.errors import Malformed
from tests.generate.schema_fixtures import house_rules, put, sound
from tests.support.paths import ROOT

FIXTURES = ROOT / "fixtures"
GULAN = sorted(path for path in (FIXTURES / "records").glob("*.jsonl") if path.stem[:2] in ("28", "40", "56"))
KEY, OTHER_KEY = (b64encode(bytes([y]).ljust(32, bytes(1))).decode() for y in (2, 3))
SIG = "A" * 86 + "=="
Json = dict[str, Any]
PIECES = st.sampled_from(
    [*'",:{}[]\\\x00a\U0001f0cf\uffff', *ROOT_KEYS, '","events":', '],"rules":', '"sig":', ',"header":{']
)
TEXTS_LIKE_KEYS = st.lists(PIECES, min_size=1, max_size=5).map("".join)


def records(path: Path) -> Iterator[Json]:
    """The records of a file that are not malformed."""
    for line in path.read_bytes().splitlines():
        vector = json.loads(line)
        if vector["expect"]["verdict"] != "malformed":
            yield vector["record"]


def full(rules: Json | None = None) -> Json:
    """A record in which everything stands that may: a match, keys, a claim, a signed event."""
    record = sound(rules)
    record["header"]["seat_keys"] = [KEY, None, OTHER_KEY, None]
    record["events"][1] |= {"sig": SIG}
    record["claim"] = {
        "rules": "28-standard",
        "ended": "played",
        "declarer": 1,
        "bid": 16,
        "kind": "ordinary",
        "trump": "s",
        "made": True,
        "card_points": [11, 17],
        "tricks": [3, 5],
        "score": {"team": 1, "points": 1},
        "match": {"totals": [0, 1]},
        "deals": 1,
    }
    return record


def with_(*changes: tuple[str, Any], record: Json | None = None) -> Json:
    changed = copy.deepcopy(record or full())
    for pointer, value in changes:
        put(pointer, value)(changed)
    return changed


def fault(data: bytes | Json) -> Malformed:
    with pytest.raises(Malformed) as found:
        parse(data if isinstance(data, bytes) else json.dumps(data).encode())
    return found.value


def named(data: bytes | Json) -> tuple[str, str]:
    found = fault(data)
    return found.pointer, found.code


def read(record: Json) -> None:
    parse(json.dumps(record).encode())


# Paired verbs: format and parse


@pytest.mark.parametrize("path", GULAN, ids=lambda path: path.stem)
def test_a_record_that_is_written_is_the_record_that_was_read(path: Path) -> None:
    for value in records(path):
        record = parse(json.dumps(value, indent=1).encode())
        data = written(record)
        assert data == rfc8785.dumps(value)
        assert parse(data) == record
        assert written(parse(data)) == data


def texts_as_written(record: Json) -> Texts:
    """The hashed parts of a record, written by another library."""
    header, seeds, events = (rfc8785.dumps(record[key]) for key in ("header", "player_seeds", "events"))
    return Texts(header, seeds, None if any("sig" in event for event in record["events"]) else events)


@pytest.mark.parametrize("path", sorted((FIXTURES / "records").glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_hashed_parts_are_cut_from_the_record_as_they_would_be_written(path: Path) -> None:
    """PROTOCOL.md, "Notation": canonical JSON is RFC 8785."""
    for record in records(path):
        for data in (written(parse(json.dumps(record).encode())), json.dumps(record, indent=1).encode()):
            assert parse(data).texts == texts_as_written(record)


@given(
    st.lists(TEXTS_LIKE_KEYS, min_size=4, max_size=4, unique=True),
    st.lists(TEXTS_LIKE_KEYS, min_size=4, max_size=4),
    TEXTS_LIKE_KEYS,
    st.booleans(),
)
def test_no_name_seed_or_reason_is_taken_for_a_key_of_the_record(
    names: list[str], seeds: list[str], word: str, ascii_: bool
) -> None:
    record = sound()
    record["header"]["seats"], record["player_seeds"] = names, seeds
    record["events"].append({"do": "redeal", "reason": word})
    record["claim"] = {**full()["claim"], "rules": word, "ended": word, "kind": word, "trump": word, "match": None}
    assert parse(json.dumps(record, ensure_ascii=ascii_).encode()).texts == texts_as_written(record)


def test_any_json_text_with_the_same_values_is_the_same_record() -> None:
    """RECORD.md, "Files": white space, the order of keys and escapes make no difference."""
    value = full()
    back = dict(reversed(value.items())) | {"header": dict(reversed(value["header"].items()))}
    texts = [json.dumps(value), json.dumps(back, indent=3), json.dumps(value, ensure_ascii=False)]
    assert len({written(parse(text.encode())) for text in texts}) == 1


# The first fault: bytes and JSON, header, rules, seeds, events, log head, claim


IN_ORDER = [
    ("/header/format", "dealproof/hand/2"),
    ("/header/hand", ""),
    ("/header/table", 7),
    ("/header/number", 0),
    ("/header/rules_digest", "A" * 64),
    ("/header/seats/1", ""),
    ("/header/dealer", 4),
    ("/header/server_commitment", None),
    ("/header/player_commitments/0", "x"),
    ("/header/seat_keys/2", "AA=="),
    ("/header/match/id", "a b"),
    ("/header/match/number", True),
    ("/header/match/before/totals/1", "0"),
    ("/server_seed", "F" * 64),
    ("/player_seeds/3", ""),
    ("/events/0/at", "7"),
    ("/events/1/seat", 9),
    ("/events/2/t", -1),
    ("/log_head", "0"),
    ("/claim/made", 1),
]


@pytest.mark.parametrize("first", range(len(IN_ORDER)), ids=lambda index: IN_ORDER[index][0])
def test_the_first_fault_is_named_in_the_order_of_the_record(first: int) -> None:
    assert fault(with_(*IN_ORDER[first:])).pointer == IN_ORDER[first][0]


@pytest.mark.parametrize("value", [1.5, 1e3, 2**53, "\ud800"])
def test_a_value_that_no_record_can_hold_is_named_in_its_turn(value: Any) -> None:
    """RECORD.md, "Malformed records": never a guess, and the first fault found."""
    for first, (pointer, _) in enumerate(IN_ORDER):
        assert fault(with_((pointer, value), *IN_ORDER[first + 1 :])).pointer == pointer


def test_bytes_and_json_come_before_everything_else() -> None:
    data = json.dumps(with_(*IN_ORDER)).encode()
    assert named(data + b" " * (MAX_BYTES + 1 - len(data))) == ("", "too-large")
    assert named(data.replace(b"dealproof", b"\xff")) == ("", "bad-utf-8")
    assert named(data[:-1]) == ("", "bad-json")
    assert named(data.replace(b'"claim"', b'"claim": null, "claim"', 1)) == ("", "duplicate-key")
    assert named(data.replace(b'"claim"', b'"deep": ' + b"[" * 16 + b"]" * 16 + b', "claim"')) == ("", "too-deep")


# Keys: missing, unknown


def objects(value: Any, pointer: str = "") -> Iterator[tuple[str, Json]]:
    """Every object in a value, and where it stands."""
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield pointer, value
    for key, each in members:
        yield from objects(each, f"{pointer}/{key}")


@pytest.mark.parametrize("record", [full(), full(house_rules())], ids=["built-in", "own rules"])
def test_a_missing_key_is_named_by_the_pointer_that_it_would_have(record: Json) -> None:
    for pointer, inner in list(objects(record)):
        for key, value in list(inner.items()):
            if key in ("t", "sig") or pointer == "/rules/pack/aliases" or (pointer, key) == ("", "rules"):
                continue
            del inner[key]
            assert named(record) == (f"{pointer}/{key}", "missing-key")
            inner[key] = value


@pytest.mark.parametrize("record", [full(), full(house_rules())], ids=["built-in", "own rules"])
@pytest.mark.parametrize(("key", "escaped"), [("x", "x"), ("", ""), ("a/~b", "a~1~0b"), ("പേര്", "പേര്")])
def test_an_unknown_key_is_named_wherever_it_stands(record: Json, key: str, escaped: str) -> None:
    """A pointer escapes `~` and `/` (RFC 6901)."""
    for pointer, inner in list(objects(record)):
        if pointer != "/rules/pack/aliases":
            inner[key] = 0
            assert named(record) == (f"{pointer}/{escaped}", "unknown-key")
            del inner[key]


# Bad inputs, one fault each


BAD: list[tuple[str, Any, str, str]] = [
    ("/header", [], "/header", "wrong-type"),
    ("/header/format", None, "/header/format", "unknown-format"),
    ("/header/rules", 28, "/header/rules", "wrong-type"),
    ("/header/rules", "29-standard", "/header/rules", "unknown-rules"),
    ("/rules", {}, "/header/rules_digest", "missing-digest"),
    ("/header/seats", {}, "/header/seats", "wrong-type"),
    ("/header/seats/0", None, "/header/seats/0", "wrong-type"),
    ("/header/seats", list("abc"), "/header/seats", "wrong-number-of-seats"),
    ("/header/seats", list("abcde"), "/header/seats", "wrong-number-of-seats"),
    ("/header/dealer", None, "/header/dealer", "wrong-type"),
    ("/header/dealer", True, "/header/dealer", "wrong-type"),
    ("/header/dealer", -1, "/header/dealer", "no-such-seat"),
    ("/header/player_commitments", [None] * 3, "/header/player_commitments", "wrong-length"),
    ("/header/player_commitments", None, "/header/player_commitments", "wrong-type"),
    ("/header/seat_keys", [None] * 5, "/header/seat_keys", "wrong-length"),
    ("/header/seat_keys/1", 0, "/header/seat_keys/1", "wrong-type"),
    ("/header/match", "m", "/header/match", "wrong-type"),
    ("/header/match/before", {"kooli": [6, 6]}, "/header/match/before/kooli", "unknown-key"),
    ("/header/match/before/totals", [0], "/header/match/before/totals", "wrong-length"),
    ("/player_seeds", ["a", "b", "c"], "/player_seeds", "wrong-length"),
    ("/player_seeds/2", None, "/player_seeds/2", "wrong-type"),
    ("/events", None, "/events", "wrong-type"),
    ("/events/1", None, "/events/1", "wrong-type"),
    ("/events/1", {}, "/events/1/do", "missing-key"),
    ("/events/1/do", ["bid"], "/events/1/do", "wrong-type"),
    ("/events/1/do", "Bid", "/events/1/do", "unknown-do"),
    ("/events/1/do", "draw", "/events/1/do", "unknown-do"),
    ("/events/1/seat", 4, "/events/1/seat", "no-such-seat"),
    ("/events/1/seat", -1, "/events/1/seat", "no-such-seat"),
    ("/events/1/seat", "1", "/events/1/seat", "wrong-type"),
    ("/events/1/seat", True, "/events/1/seat", "wrong-type"),
    ("/events/1/value", True, "/events/1/value", "not-a-bid"),
    ("/events/1/value", "16", "/events/1/value", "not-a-bid"),
    ("/events/1/value", 16.0, "/events/1/value", "float"),
    ("/events/1/t", "5120", "/events/1/t", "wrong-type"),
    ("/events/0/t", -1, "/events/0/t", "out-of-range"),
    ("/events/0/at", None, "/events/0/at", "not-a-number"),
    ("/events/2", {"seat": 1, "do": "play", "card": "10h"}, "/events/2/card", "not-a-card"),
    ("/events/2", {"seat": 1, "do": "play", "card": "js"}, "/events/2/card", "not-a-card"),
    ("/events/2", {"seat": 1, "do": "play", "card": "J\u2660"}, "/events/2/card", "not-a-card"),
    ("/events/2", {"seat": 1, "do": "play", "card": 9}, "/events/2/card", "not-a-card"),
    ("/events/2", {"do": "redeal", "reason": 1}, "/events/2/reason", "not-a-text"),
    ("/events/2", {"seat": 1, "do": "redeal", "reason": "four-jacks"}, "/events/2/seat", "unknown-key"),
    ("/claim", [], "/claim", "wrong-type"),
    ("/claim/score", {"team": 1}, "/claim/score/points", "missing-key"),
    ("/claim/tricks", [1, 2, 3], "/claim/tricks", "wrong-length"),
    ("/claim/bid", None, "/claim/bid", "wrong-type"),
    ("/claim/match", {"totals": [1, None]}, "/claim/match/totals/1", "wrong-type"),
]


@pytest.mark.parametrize(("at", "value", "pointer", "code"), BAD)
def test_a_bad_input_is_named_by_pointer_code_and_sentence(at: str, value: Any, pointer: str, code: str) -> None:
    found = fault(with_((at, value)))
    assert (found.pointer, found.code) == (pointer, code)
    check_sentence(found.reason)


def check_sentence(reason: str) -> None:
    assert reason[0].isupper() or reason[0] in "'\"-0123456789"
    assert reason.endswith(".")
    assert "\n" not in reason
    assert " object at 0x" not in reason


LEGALITY = [
    {"seat": 1, "do": "play", "card": "2s"},
    {"seat": 1, "do": "play", "card": "Jk"},
    {"seat": 1, "do": "bid", "value": -3},
    {"seat": 1, "do": "cut", "at": -1},
    {"do": "redeal", "reason": "because"},
]


@pytest.mark.parametrize("event", LEGALITY)
def test_what_the_replayer_judges_is_not_malformed(event: Json) -> None:
    """RECORD.md, "Events": a card that the deck does not hold, a negative bid, an unknown reason are illegal."""
    read(with_(("/events/2", event)))


@pytest.mark.parametrize(
    "pointer", ["/claim/ended", "/claim/kind", "/claim/rules", "/claim/score/points", "/claim/bid"]
)
def test_any_text_where_a_text_stands_in_a_claim_is_a_value(pointer: str) -> None:
    """RECORD.md, "Claims": a mismatch, not malformed."""
    read(with_((pointer, "anything")))


@pytest.mark.parametrize(
    ("fresh", "good"), [(None, True), (0, True), (1, True), (2, False), (-1, False), (True, False)]
)
def test_fresh_is_null_0_or_1_and_other_numbers_of_a_standing_are_not_judged(fresh: Any, good: bool) -> None:
    before = {"kooli": [-4, 900], "slams": [0, -1], "kunukku": [True] * 4, "fresh": fresh}
    record = with_(("/header/rules", "28-gulan"), ("/header/match/before", before), ("/claim", None))
    if good:
        read(record)
    else:
        assert fault(record).pointer == "/header/match/before/fresh"


def test_rules_of_ones_own_need_their_digest_and_their_name() -> None:
    """RECORD.md, "Small print"."""
    own = full(house_rules())
    assert named(with_(("/header/rules_digest", None), record=own)) == ("/header/rules_digest", "missing-digest")
    assert named(with_(("/rules", None), record=own)) == ("/header/rules", "unknown-rules")
    assert named(with_(("/rules/id", "other"), record=own)) == ("/rules/id", "other-name")
    assert named(with_(("/header/rules", "a b"), record=own)) == ("/header/rules", "not-an-id")
