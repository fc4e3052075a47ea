"""What is brought in place of a record is named (M1), whatever its bytes."""

import gzip
import json
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from dealproof.replay.audit import audit
from dealproof.replay.record.schema import record_schema
from dealproof.web.intake.lookalikes import KINDS, elements, kind
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, ILLEGAL, record, text

REPORTED = ROOT / "fixtures" / "lookalikes"

LINE = text(GOOD)
PRETTY = json.dumps(record(GOOD), indent=1, ensure_ascii=False)


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


CASES: list[tuple[str, bytes]] = [
    ("utf-16", PRETTY.encode("utf-16")),
    ("utf-16", PRETTY.encode("utf-16-le")),
    ("utf-16", PRETTY.encode("utf-16-be")),
    ("utf-32", PRETTY.encode("utf-32")),
    ("utf-32", PRETTY.encode("utf-32-be")),
    ("gzip", gzip.compress(LINE)),
    ("zstd", zstandard.compress(LINE)),
    ("zip", b"PK\x03\x04rest"),
    ("picture", b"\x89PNG\r\n"),
    ("picture", b"\xff\xd8\xff\xe0"),
    ("pdf", b"%PDF-1.7"),
    ("rich-text", b"{\\rtf1\\ansi " + LINE + b"}"),
    ("html", b"\n<!DOCTYPE html><html>" + LINE),
    ("html", b"\xef\xbb\xbf<html lang=en>"),
    ("html", b"<!-- saved from url -->"),
    ("fenced", b"```json\n" + LINE + b"\n```"),
    ("quoted", dumped(LINE.decode())),
    ("array", dumped([record(GOOD), record(ILLEGAL)])),
    ("single-quotes", str(record(GOOD)).encode()),
    ("no-break-space", PRETTY.replace("\n ", "\n\u00a0").encode()),
    ("no-break-space", PRETTY.replace(": ", ":\u202f").encode()),
    ("unseen", PRETTY.replace(": ", ":\u200b").encode()),
    ("unseen", b"\xef\xbb\xbf" + PRETTY.replace(": ", ":\ufeff").encode()),
    ("unseen", "\u200b".encode() + LINE),
    *[("cut-off", LINE[: len(LINE) * part // 16]) for part in range(1, 16)],
    ("cut-off", LINE[:-1]),
    ("cut-off", b'{"a": "b\\'),
    ("cut-off", b"[" + LINE),
    ("joined", LINE + LINE),
    ("joined", f"{PRETTY}\n{PRETTY}".encode()),
    ("receipt", dumped({"header": {}, "commit": {}, "deal": None, "close": None, "seed_receipts": []})),
    ("verdict", dumped(audit(LINE).to_json())),
    ("verdicts", dumped([audit(LINE).to_json()])),
    ("schema", dumped(record_schema())),
    ("wrapped", dumped({"name": "a", "record": record(GOOD)})),
    ("answer", dumped({"took": "record", "verdict": audit(LINE).to_json()})),
    ("answer", dumped({"hands": []})),
    ("report", dumped({"$schema": "x", "version": "2.1.0", "runs": []})),
    ("rule-set", dumped({"id": "our-28", "family": "gulan", "pack": {}})),
]


@pytest.mark.parametrize(("name", "data"), CASES)
def test_what_is_no_record_is_named(name: str, data: bytes) -> None:
    """M1."""
    assert kind(data) == name
    assert name in KINDS


@pytest.mark.parametrize("quotes", ["“”", "„“", "‘’", "«»", "””"])
def test_quotes_of_every_kind_that_programs_put_are_named(quotes: str) -> None:
    """M1."""
    parts = PRETTY.split('"')
    curled = "".join(part + (quotes[place % 2] if place < len(parts) - 1 else "") for place, part in enumerate(parts))
    assert kind(curled.encode()) == "curly-quotes"


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("array", "json-array.json"),
        ("curly-quotes", "smart-quotes.hand.json"),
        ("utf-16", "utf16-powershell.hand.json"),
    ],
)
def test_the_reported_files_are_named(name: str, file: str) -> None:
    """M1."""
    assert kind((REPORTED / file).read_bytes()) == name


@pytest.mark.parametrize(
    "data", [LINE, PRETTY.encode(), b"", b" ", b"{}", b"[]", b"nobody", b"1", b'"a"', b"\xff", b"[1]"]
)
def test_a_record_and_what_is_like_nothing_have_no_name(data: bytes) -> None:
    assert kind(data) is None


def test_curly_quotes_within_a_text_are_no_fault_of_the_record() -> None:
    told = record(GOOD)
    told["header"]["seats"] = ["“a”", "b\u00a0c", "d\u200b", "\\"]
    assert kind(json.dumps(told, ensure_ascii=False).encode()) is None
    assert kind(json.dumps(told, ensure_ascii=False).encode()[:-9]) == "cut-off"


def test_every_kind_has_a_sentence_and_no_other_has() -> None:
    assert set(sentences(ENGLISH).sections["lookalikes"]) == set(KINDS)


def test_records_of_an_array_are_taken_out_as_they_are_written() -> None:
    """M1: an array of records is so many hands."""
    pretty = PRETTY.encode()
    for data in (
        b"[" + LINE + b"," + pretty + b"]",
        b" [\n" + LINE + b" ,\n" + pretty + b"\n]\n",
        LINE + pretty,
        LINE + b"\n\n" + pretty + b"\n",
        LINE + b",\n" + pretty + b",",
    ):
        assert elements(data, 9) == [LINE, pretty]
    assert elements(LINE, 9) == [LINE]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"[1]",
        b"[{}",
        b"{}]",
        b"[{}]x",
        b"[{} 1]",
        b"\xff",
        b"{" * 5000,
        b'[{"a": ]',
        b"[,{}]",
        b"[{},]",
        b"[{},,{}]",
        b"[{} {}]",
        b"[{}}",
    ],
)
def test_what_holds_anything_else_is_not_taken_apart(data: bytes) -> None:
    assert elements(data, 9) is None


@given(st.binary(max_size=80) | st.text(alphabet='{}[]",:\\ \u201c\u200b\x00a1', max_size=40).map(str.encode))
def test_any_bytes_are_looked_at(data: bytes) -> None:
    assert kind(data) in {*KINDS, None}
    for each in elements(data, 9) or []:
        assert isinstance(json.loads(each), dict)


def test_a_great_text_is_looked_at_once() -> None:
    """Bounded: an unclosed text full of escaped quotes, or of quotes, is read in one go."""
    for data in (b'{"' + b'\\"' * 400_000, b"{" + b'""' * 400_000, b"{" * 400_000):
        assert kind(data) == "cut-off"
