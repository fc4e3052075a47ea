"""`dealproof check` of a JSON array of records: so many hands (M1), and what is no array of records."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.verifier.encoding import MAX_BYTES
from dealproof.web.cli.input.arrays import elements
from dealproof.web.cli.input.chunks import BLOCK, MOST
from dealproof.web.cli.input.sources import opening
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, ILLEGAL, MALFORMED, Run, hand_id, record, text

LOOKALIKES = ROOT / "fixtures" / "lookalikes"


def judged(output: str) -> list[tuple[Any, Any]]:
    return [(verdict["source"], verdict["verdict"]) for verdict in map(json.loads, output.splitlines())]


def array(*parts: bytes) -> bytes:
    return b"[" + b", ".join(parts) + b"]\n"


@pytest.mark.parametrize("name", ["a.json", "a.hand.json", "hands", "-"])
def test_an_array_of_records_is_so_many_hands(run: Run, name: str) -> None:
    data = array(text(GOOD), text(ILLEGAL), text(MALFORMED), b"17")
    if name != "-":
        Path(name).write_bytes(data)
    result = run("check", "--format", "json", name, stdin=data)
    assert judged(result.stdout) == [
        (f"{name}#/0", "verified"),
        (f"{name}#/1", "illegal"),
        (f"{name}#/2", "malformed"),
        (f"{name}#/3", "malformed"),
    ]


def test_the_reported_array_is_read_packed_or_not(run: Run) -> None:
    data = (LOOKALIKES / "json-array.json").read_bytes()
    Path("a.json.gz").write_bytes(gzip.compress(data))
    assert run("check", "a.json.gz").exit_code == run("check", "-", stdin=data).exit_code == 0


def test_an_item_is_named_as_people_count_and_by_the_line_that_it_begins_in(run: Run) -> None:
    laid_out = json.dumps([record(GOOD), record(ILLEGAL)], indent=2).encode()
    Path("a.json").write_bytes(laid_out)
    line = 1 + laid_out[: laid_out.index(b"\n  {", 10)].count(b"\n") + 1
    assert f"item 2 {hand_id(ILLEGAL)}" in run("check", "--format", "junit", "a.json").stdout
    assert f"file=a.json,line={line}," in run("check", "--format", "github", "a.json").stdout


def test_show_shows_the_item_that_check_names(run: Run) -> None:
    Path("a.json").write_bytes(array(text(GOOD), text(ILLEGAL)))
    assert hand_id(ILLEGAL) in run("show", "a.json#/1").stdout


def test_a_broken_item_keeps_no_other_from_being_judged(run: Run) -> None:
    data = array(text(GOOD), b'{"header": {"a": [1, 2}, "b": ]}', b'{"header": tru}', text(ILLEGAL))
    Path("a.json").write_bytes(data)
    found = judged(run("check", "--format", "json", "a.json").stdout)
    assert [verdict for _, verdict in found] == ["verified", "malformed", "malformed", "illegal"]


def test_an_item_too_large_is_malformed_and_the_next_is_judged(run: Run) -> None:
    data = array(b'{"a": "' + b"x" * (2 * MAX_BYTES) + b'"}', text(GOOD))
    Path("a.json").write_bytes(data)
    result = run("check", "--format", "json", "a.json")
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["malformed"]["code"] == "too-large"
    assert second["verdict"] == "verified"


@pytest.mark.parametrize("end", [b",", b"", b", " + text(GOOD)[:900]])
def test_an_array_that_is_cut_off_is_said_and_what_came_before_is_judged(run: Run, end: bytes) -> None:
    Path("a.json").write_bytes(b"[" + text(GOOD) + end)
    result = run("check", "--format", "json", "a.json")
    assert judged(result.stdout)[0] == ("a.json#/0", "verified")
    assert result.exit_code == 2
    assert result.stderr == (
        "dealproof: a.json is truncated: its array of records is not closed. Everything before that was read.\n"
    )


def test_an_empty_array_is_no_hand_and_what_follows_an_array_is_malformed(run: Run) -> None:
    assert run("check", "-", stdin=b" [ ] ").exit_code == 5
    found = judged(run("check", "--format", "json", "-", stdin=array(text(GOOD)) + b"{}").stdout)
    assert [verdict for _, verdict in found] == ["verified", "malformed"]


@pytest.mark.parametrize(
    ("data", "verdicts", "exit_code"),
    [
        (b"[%s}", ["malformed"], 2),
        (b"[%s}}]", ["malformed"], 1),
        (b"[%s}, %s]", ["malformed", "verified"], 1),
        (b"[,%s]", ["malformed", "verified"], 1),
        (b"[%s,]", ["verified", "malformed"], 1),
        (b"[,%s,,]", ["malformed", "verified", "malformed", "malformed"], 1),
        (b"[%s %s]", ["malformed"], 1),
        (b"[%s]%s", ["verified", "malformed"], 1),
        (b"[%s]\n]", ["verified", "malformed"], 1),
        (b"[]%s", ["malformed"], 1),
    ],
)
def test_an_array_is_read_as_strictly_as_json(run: Run, data: bytes, verdicts: list[str], exit_code: int) -> None:
    """An empty element, one with a brace too many, and a record after the array are malformed."""
    Path("a.json").write_bytes(data.replace(b"%s", text(GOOD).strip()))
    result = run("check", "--format", "json", "a.json")
    assert [verdict for _, verdict in judged(result.stdout)] == verdicts
    assert result.exit_code == exit_code


def test_what_follows_an_element_after_much_white_space_is_a_part_of_it(run: Run) -> None:
    Path("a.json").write_bytes(array(text(GOOD).strip() + b" " * (2 * MAX_BYTES) + b"x", text(GOOD)))
    found = judged(run("check", "--format", "json", "a.json").stdout)
    assert [verdict for _, verdict in found] == ["malformed", "verified"]


@pytest.mark.parametrize("name", ["a.json", "hands", "-"])
def test_an_array_after_white_space_longer_than_a_block_is_read_as_one(run: Run, name: str) -> None:
    data = b" " * (BLOCK + 40_000) + b"\n" + array(text(GOOD), text(ILLEGAL))
    if name != "-":
        Path(name).write_bytes(data)
    found = judged(run("check", "--format", "json", name, stdin=data).stdout)
    assert found == [(f"{name}#/0", "verified"), (f"{name}#/1", "illegal")]


def test_no_more_white_space_is_held_than_a_record_may_have() -> None:
    blocks = iter([b" " * BLOCK] * 100)
    assert len(opening(blocks)) <= MOST + BLOCK


def test_an_array_on_a_line_of_a_file_of_lines_is_one_malformed_hand_with_a_sentence(run: Run) -> None:
    Path("a.hands.jsonl").write_bytes(text(GOOD) + b"\n" + array(text(GOOD), text(ILLEGAL)))
    result = run("check", "a.hands.jsonl")
    assert "2 hands: 1 verified, 1 malformed." in result.stdout
    assert "JSON array of records" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("smart-quotes.hand.json", "The quotes are curly"),
        ("utf16-powershell.hand.json", "This text is in UTF-16"),
    ],
)
@pytest.mark.parametrize("ending", [".hand.json", ".hands.jsonl", ""])
def test_what_is_brought_in_place_of_a_record_is_one_hand_and_named(
    run: Run, name: str, said: str, ending: str
) -> None:
    """M1: not a malformed hand for each line of it."""
    Path(f"a{ending}").write_bytes((LOOKALIKES / name).read_bytes() + "\r\n\r\n".encode("utf-16-le") * ("16" in said))
    result = run("check", f"a{ending}")
    assert said in " ".join(result.stdout.split())
    assert "1 hand: 1 malformed." in result.stdout


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<!doctype html>\n<title>Hand t1.2</title>\n<p>Verified\n", "This is a saved web page"),
        (text(GOOD)[:2000], "The record is truncated"),
        (text(GOOD).replace(b": ", ":\u00a0".encode()), "contains no-break spaces"),
    ],
)
@pytest.mark.parametrize("ending", [".hand.json", ".hands.jsonl", ""])
def test_a_page_a_cut_and_odd_spaces_are_named(run: Run, data: bytes, said: str, ending: str) -> None:
    """M1."""
    Path(f"a{ending}").write_bytes(data)
    result = run("check", f"a{ending}")
    assert said in " ".join(result.stdout.split())
    assert "1 hand: 1 malformed." in result.stdout


@pytest.mark.parametrize("form", ["text", "json", "junit", "github", "sarif"])
def test_a_verdict_in_place_of_a_record_is_named_in_every_format(run: Run, form: str) -> None:
    """M1."""
    verdict = run("check", "--format", "json", "-", stdin=text(GOOD)).stdout_bytes
    told = " ".join(run("check", "--format", form, "-", stdin=verdict).stdout.split())
    assert "This is a verdict, not the record" in told


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('"\\{}[], ab\n\u20ac'),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('"\\{}[],a', max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(values=st.lists(JSON, max_size=5), indent=st.sampled_from([None, 1]), size=st.integers(1, 9))
def test_an_array_is_divided_into_its_elements_however_its_bytes_come(
    values: list[Any], indent: int | None, size: int
) -> None:
    data = b" \n" + json.dumps(values, indent=indent, ensure_ascii=False).encode() + b"\n"
    chunks = [*elements("a", [data[place : place + size] for place in range(0, len(data), size)])]
    assert [json.loads(chunk.data) for chunk in chunks] == values
    for chunk in chunks:
        line = data.split(b"\n")[chunk.first - 1]
        assert chunk.data.split(b"\n")[0].strip() in line


def test_no_more_is_held_of_an_element_than_shows_that_it_is_too_large() -> None:
    chunks = [*elements("a", [b'["', *[b"x" * 99_999] * 60, b'"]'])]
    assert [len(chunk.data) for chunk in chunks] == [MOST]
