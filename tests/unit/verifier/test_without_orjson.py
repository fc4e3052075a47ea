"""The quick reader and writer give the answers of the strict ones, and nothing depends on their being there.

Source: verifier/encoding/quick.py; PROTOCOL.md, "JSON".
"""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.verifier import encoding
from dealproof.verifier.encoding import quick
from dealproof.verifier.errors import Malformed
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

FIXTURES = ROOT / "fixtures"
RECORDS = sorted((FIXTURES / "records").glob("*.jsonl"))

TEXTS = st.text(max_size=6)
NUMBERS = st.integers(-(2**53) - 2, 2**53 + 2) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
SPACES = st.sampled_from([(",", ":"), (", ", ": "), (" , ", " :"), (",\n", ":\t")])


def strictly(data: bytes, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the standard library alone makes of a text: its value, or pointer and code of the fault."""
    with monkeypatch.context() as alone:
        alone.setattr(quick, "_INSTALLED", False)
        return outcome(data)


def outcome(data: bytes) -> Any:
    try:
        return encoding.parse_json(data)
    except Malformed as fault:
        return fault.pointer, fault.code


def same(one: Any, other: Any) -> bool:
    """Equal, and of equal types all the way down: to Python, 1, 1.0 and True are the same."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@given(VALUES, SPACES, st.booleans())
def test_what_the_quick_reader_reads_the_strict_one_reads(value: Any, spaces: tuple[str, str], ascii_: bool) -> None:
    data = json.dumps(value, separators=spaces, ensure_ascii=ascii_).encode("utf-8", "surrogatepass")
    with pytest.MonkeyPatch.context() as patch:
        assert same(outcome(data), strictly(data, patch))


@given(st.text(st.sampled_from('{}[]":, 0159.eE-tab\\nul\U0001f0cf'), max_size=30))
def test_on_texts_that_are_hardly_json_both_readers_agree(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert same(outcome(text.encode()), strictly(text.encode(), patch))


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":1}',
        '{"a": 1, "a": 1}',
        '{"a":1,"\\u0061":1}',
        '{"a":1, "a":1,"b" :2}',
        "[1e16]",
        "[1E16]",
        "[-1e16]",
        '{"a":1e16}',
        "1e16",
        "1e30",
        "-1e-30",
        "[1e30]",
        '{"a":[true,-1e300]}',
        "[1.0]",
        "-0.0",
        "[9007199254740992]",
        "[-9007199254740993]",
        "[18446744073709551616]",
        '"\\ud800"',
        "[" * 17 + "]" * 17,
        "NaN",
        "[1,]",
        "\ufeff1",
    ],
)
def test_what_the_strict_reader_refuses_the_quick_one_does_not_let_through(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        told = strictly(text.encode(), patch)
        assert isinstance(told, tuple), "the strict reader refuses it"
    assert outcome(text.encode()) == told


def test_no_escape_hides_that_a_key_stands_twice() -> None:
    """Every pair of keys of two such pieces, with a space behind the comma and without."""
    pieces = ["a", '\\"', "\\\\", "\\u0022", "\\u005c", '\\u005c\\"', '\\\\\\"', ""]
    keys = ["".join(pair) for pair in product(pieces, repeat=2)]
    with pytest.MonkeyPatch.context() as patch:
        for one, other, space in product(keys, keys, ("", " ")):
            text = f'{{"{one}":1,{space}"{other}":"{one}"}}'.encode()
            read = quick.parse(text)
            assert read is None or read.value == strictly(text, patch)


def test_a_space_inside_a_key_makes_it_another_key() -> None:
    for text in ('{"a, b":1,"a,b":1}', '{"a: b":1,"a:b":1}'):
        assert outcome(text.encode()) == json.loads(text)


@given(VALUES.filter(lambda value: "." not in json.dumps(value)))
def test_what_the_quick_writer_writes_the_strict_one_writes(value: Any) -> None:
    sure = quick.canonical(value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quick, "_INSTALLED", False)
        try:
            strict = encoding.canonical(value)
        except ValueError:
            strict = b""
    if sure is not None and not quick.may_hold_floats(sure):
        assert sure == strict


def test_the_quick_writer_is_used_and_unsure_only_where_a_key_beyond_the_bmp_may_sort_otherwise() -> None:
    assert quick.canonical({"b": "\U0001f0cf", "a": 1}) == b'{"a":1,"b":"\xf0\x9f\x83\x8f"}'
    assert quick.canonical({"\U0001f0cf": 1, "\ud7ff": 2}) == b'{"\xed\x9f\xbf":2,"\xf0\x9f\x83\x8f":1}'
    for key in ("\U0001f0cf", 'a\U0001f0cf"b', "\U0001f0cf\\"):
        for last in ("\ue000", "\uf8ff", "\uffff"):
            assert quick.canonical({key: 1, last: 2}) is None
            assert quick.canonical({key: 1, "text": last}) is None


ROUND_THE_SURROGATES = st.sampled_from("a\u0d15\ud7ff\ue000\ufe0f\uffff\U00010000\U0001f0cf\U0010ffff")


@given(st.dictionaries(st.text(ROUND_THE_SURROGATES), st.none()))
def test_keys_are_written_in_order_of_their_utf_16_units(value: Any) -> None:
    """RFC 8785, 3.2.3."""
    ordered = sorted(value, key=lambda key: key.encode("utf-16-be"))
    assert list(json.loads(encoding.canonical(value))) == ordered


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_are_judged_alike_without_orjson(path: Path) -> None:
    """In a process of its own in which `orjson` cannot be imported."""
    judge = (
        "import sys, json\n"
        "{hide}"
        "from dealproof.replay.audit import audit\n"
        "for line in open(sys.argv[1], encoding='utf-8'):\n"
        "    record = json.loads(line)['record']\n"
        "    print(json.dumps(audit(json.dumps(record).encode()).to_json()))\n"
    )
    hide = "sys.modules['orjson'] = None\n"
    runs = [
        subprocess.run(
            [sys.executable, "-c", judge.format(hide=each), str(path)],
            cwd=FIXTURES.parent,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for each in ("", hide)
    ]
    assert runs[0] == runs[1]
    assert runs[0].count("\n") == path.read_bytes().count(b"\n")
