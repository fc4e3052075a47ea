"""Strict JSON in, canonical JSON out, hex, base64. Source: PROTOCOL.md, "JSON"; RECORD.md, "Limits", RFC 8785."""

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import assume, example, given
from hypothesis import strategies as st

from dealproof.replay.audit import audit
from dealproof.verifier.encoding import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_INTEGER,
    UNHOLDABLE,
    canonical,
    format_base64,
    json_reading,
    json_value,
    parse_base64,
    parse_hex,
    parse_json,
    parse_loosely,
    unholdable,
)
from dealproof.verifier.errors import Malformed

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SCALARS = st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXTS
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=20)
JSON_CHARACTERS = st.text(st.sampled_from('[]{}",:\\u d8019.-ena\n'), max_size=60)


def depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


def code_of(data: bytes) -> str | None:
    try:
        parse_json(data)
    except Malformed as fault:
        return fault.code if fault.code in UNHOLDABLE else fault.pointer + fault.code  # others name the whole text
    return None


def nested(levels: int, mixed: bool = False) -> bytes:
    opening, closing = ('{"a":[', "]}") if mixed else ("[", "]")
    return (opening * levels + closing * levels).encode()


@given(VALUES)
@example({"\ue000": 1, "\U00010000": 2})
@example(["\x00\x1f\x7f\u2028\u2029\ufeff"])
def test_canonical_json_is_rfc_8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(VALUES)
def test_parsing_canonical_json_gives_the_value_back(value: Any) -> None:
    assume(depth(value) <= MAX_DEPTH)
    assert parse_json(canonical(value)) == value


@given(VALUES)
def test_any_json_text_with_the_same_values_is_read(value: Any) -> None:
    assume(depth(value) <= MAX_DEPTH)
    assert parse_json(json.dumps(value, indent=2).encode()) == value
    assert canonical(parse_json(json.dumps(value, indent=2).encode())) == canonical(value)


@given(JSON_CHARACTERS)
@example('"' + "[" * 40)
@example('["\\"",' + "[" * 16 + "]" * 17)
@example('["\\\\",' + "[" * 16 + "]" * 17)
@example('["[",' + "[" * 15 + "]" * 16)
def test_a_text_is_accepted_only_where_json_reads_it_too(text: str) -> None:
    code = code_of(text.encode())
    try:
        value = json.loads(text)
    except ValueError:
        assert code is not None
        return
    if depth(value) > MAX_DEPTH:
        assert code == "too-deep"
    else:
        assert code in {None, "duplicate-key", "float", "integer-too-large", "lone-surrogate", "bad-json"}
        assert code != "bad-json" or any(constant in text for constant in ("NaN", "Infinity"))


@given(st.binary(max_size=64))
def test_any_bytes_are_read_or_refused_and_nothing_else(data: bytes) -> None:
    code_of(data)


def test_a_text_may_have_a_mebibyte() -> None:
    text = b'"' + b"x" * (MAX_BYTES - 2) + b'"'
    assert code_of(text) is None
    assert code_of(text + b" ") == "too-large"
    assert code_of(b"\xff" * (MAX_BYTES + 1)) == "too-large"


@pytest.mark.parametrize("levels", range(MAX_DEPTH + 1))
def test_sixteen_levels_are_read(levels: int) -> None:
    assert code_of(b"[" * levels + b"1" + b"]" * levels) is None


@pytest.mark.parametrize("levels", [17, 18, 100, 100_000, MAX_BYTES // 2])
def test_seventeen_levels_are_too_deep_however_deep(levels: int) -> None:
    assert code_of(nested(levels)) == "too-deep"
    assert code_of(b"[" * levels) == "too-deep"


def test_objects_and_lists_count_alike() -> None:
    assert code_of(nested(8, mixed=True)) is None
    assert code_of(nested(9, mixed=True)) == "too-deep"


@pytest.mark.parametrize("hidden", ['"["', '"\\""', '"\\\\"', '"]}"', '"\\"["', '"\\\\[\\""', '"\\u005b["'])
def test_brackets_in_texts_add_no_level_and_hide_none(hidden: str) -> None:
    for levels, code in ((15, None), (16, "too-deep")):
        assert code_of(f"[{hidden},{'[' * levels}{']' * levels},{hidden}]".encode()) == code


@pytest.mark.parametrize("value", [MAX_INTEGER, -MAX_INTEGER, 0, 10**15])
def test_integers_up_to_the_limit_are_read(value: int) -> None:
    assert parse_json(str(value).encode()) == value


def test_integers_past_the_limit_are_refused_however_long() -> None:
    for text in ("9007199254740992", "-9007199254740992", "1" * 17, "1" * 100_000, "-" + "9" * 5000):
        assert code_of(text.encode()) == "integer-too-large"
        assert code_of(f'{{"a":[0,{text}]}}'.encode()) == "integer-too-large"


def test_a_value_that_a_record_cannot_hold_is_named_by_its_pointer() -> None:
    """RECORD.md, "Malformed records": named by JSON pointer; `~` and `/` in keys are escaped as RFC 6901 has it."""
    for text in ("1.5", "9007199254740992", '"\\ud800"', "1e3"):
        with pytest.raises(Malformed) as found:
            parse_json(b'{"x":[0],"a/~":[true,{"b":' + text.encode() + b"},2.5]}")
        assert found.value.pointer == "/a~1~0/1/b"


def test_reading_loosely_marks_what_cannot_be_held_and_changes_nothing_else() -> None:
    loose = parse_loosely(b'{"a":[1,1.5],"b":"\\ud83c\\udccf"}')
    assert isinstance(loose, dict)
    assert loose["b"] == "\U0001f0cf"
    assert loose["a"][0] == 1
    marked = unholdable(loose["a"][1])
    assert marked is not None
    assert marked.code == "float"
    assert unholdable("1.5") is unholdable(1) is unholdable(None) is None


def test_long_digits_in_a_text_are_a_text() -> None:
    assert parse_json(b'["' + b"9" * 64 + b'",1]') == ["9" * 64, 1]


def test_canonical_json_refuses_lone_surrogates() -> None:
    for value in ("\ud800", {"\udc00": 1}, [["a\udfff"]], {"\ud800": 1, "\U00010000": 2}):
        with pytest.raises(ValueError, match="surrogates"):
            canonical(value)


@given(st.binary(max_size=80))
def test_hex_and_base64_give_back_what_was_written(data: bytes) -> None:
    assert parse_hex(data.hex(), len(data)) == data
    assert parse_base64(format_base64(data), len(data)) == data


@pytest.mark.parametrize(
    "text", ["00FF", "00f", "00ff00", "00 ff", " 00ff", "00ff\n", "0xff", "", "00f\u0661", "zzzz", "0\ud800ff"]
)
def test_hex_is_lower_case_and_of_its_size(text: str) -> None:
    with pytest.raises(ValueError, match="must be 4 lower-case hex digits"):
        parse_hex(text, 2)


@pytest.mark.parametrize(
    "text", ["AP8", "AP9=", "AP8=\n", " AP8=", "AP8==", "A_8=", "A-8=", "AP8A", "", "=AP8", "A\u0661==", "AP\ud800="]
)
def test_base64_is_padded_and_has_no_spare_bits(text: str) -> None:
    with pytest.raises(ValueError, match="must be the padded base64 of 2 bytes"):
        parse_base64(text, 2)


def test_each_base64_text_of_one_byte_but_its_own_is_refused() -> None:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    accepted = 0
    for first in alphabet:
        for second in alphabet:
            try:
                parse_base64(first + second + "==", 1)
            except ValueError:
                continue
            accepted += 1
    assert accepted == 256


def reason_of(data: bytes) -> str:
    with pytest.raises(Malformed) as caught:
        parse_json(data)
    return caught.value.reason


def test_of_a_text_too_large_the_limit_is_said_and_no_size_that_a_reader_may_have_cut() -> None:
    assert reason_of(b" " * (MAX_BYTES + 3)) == ("The text is larger than 1048576 bytes, the limit for a record.")


@pytest.mark.parametrize("text", ["9" * 41, "0." + "5" * 39, '{"key":0,"key":1}'.replace("key", "k" * 41)])
def test_what_a_sentence_repeats_in_part_ends_in_an_ellipsis(text: str) -> None:
    reason = reason_of(text.encode())
    assert reason.count("…") == 1
    assert text[:40].lstrip('{"')[:30] in reason


def test_what_a_sentence_repeats_whole_has_no_ellipsis() -> None:
    assert "…" not in reason_of(b"9" * 40) + reason_of(b'{"%b":0,"%b":1}' % (b"k" * 40, b"k" * 40))


@pytest.mark.parametrize("rest", [b"{}", b"[1, 2]", b""])
def test_a_byte_order_mark_is_named(rest: bytes) -> None:
    assert code_of(b"\xef\xbb\xbf" + rest) == "bad-json"
    assert "byte order mark" in reason_of(b"\xef\xbb\xbf" + rest)


# Work (S19)


def full_of(value: bytes) -> bytes:
    """As large a list as a record may be, of one value again and again."""
    return b"[" + b",".join([value] * ((MAX_BYTES - 2) // (len(value) + 1))) + b"]"


@pytest.mark.parametrize("value", [b"1.5", b"1e5", b'"\\ud800"', b"9" * 17, b'{"\\ud800":1}'])
def test_a_text_full_of_what_no_record_can_hold_is_decoded_three_times_at_most(
    value: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S19: it was decoded seven times, and a sentence was written for each value."""
    decoded, said = [], []
    decode, says = json_reading._decoded, json_value.unholdable
    monkeypatch.setattr(json_reading, "_decoded", lambda *each: decoded.append(each) or decode(*each))
    monkeypatch.setattr(json_value, "unholdable", lambda each: said.append(each) or says(each))
    verdict = audit(full_of(value))
    assert verdict.verdict == "malformed"
    assert len(decoded) <= 2  # beside what `parse_surely` does
    assert len(said) < 10


@pytest.mark.parametrize("keys", [1000, 4000])
def test_the_second_of_two_equal_keys_is_found_in_one_walk(keys: int) -> None:
    """S19: each key was looked for among all before it: 1 MiB of keys took four minutes."""

    class Key(str):
        compared = 0

        def __eq__(self, other: object) -> bool:
            Key.compared += 1
            return str.__eq__(self, str(other))

        __hash__ = str.__hash__

    names = [Key(number) for number in range(keys)] + [Key(keys - 1)]
    assert json_reading._second_of(names) == str(keys - 1)
    assert Key.compared <= keys


def test_a_bracket_after_another_is_counted_once() -> None:
    for text in (b"[" * MAX_BYTES, b"]" * MAX_BYTES, b"[" * 17, b'{"a":' * 17):
        assert json_reading._too_deep(text) == text.startswith((b"[", b"{"))


@pytest.mark.parametrize("integer", [2**53 - 1, 1 - 2**53])
def test_integers_are_kept_up_to_two_to_the_53_less_one(integer: int) -> None:
    """PROTOCOL.md, "JSON"; a text that also holds a float is read by the standard library."""
    beyond = integer + (1 if integer > 0 else -1)
    assert parse_json(str(integer).encode()) == integer
    assert parse_loosely(f"[1.5,{integer},{beyond}]".encode()) == [b"1.5", integer, str(beyond).encode()]
    with pytest.raises(Malformed) as refused:
        parse_json(str(beyond).encode())
    assert refused.value.code == "integer-too-large"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"[" * 16, "bad-json"),
        (b"[" * 17, "too-deep"),
        (b"][" * 40, "bad-json"),
        (b"]" + b"[" * 16, "bad-json"),
        (b"[" * 10 + b"]" + b"[" * 7, "bad-json"),
        (b"[" * 10 + b"]" + b"[" * 8, "too-deep"),
    ],
)
def test_the_depth_of_an_unbalanced_text_is_counted(text: bytes, code: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_json(text)
    assert refused.value.code == code
