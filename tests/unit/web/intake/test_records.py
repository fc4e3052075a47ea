"""Several records in the box: each is judged and shown, the worst first, and one sentence says what holds of all."""

import html
import io
import json
import re

import pytest
from flask.testing import FlaskClient

from dealproof.replay.several import EQUIVOCATION, OPENED_ELSEWHERE, SEED_REUSED
from dealproof.web.intake.box import MOST_RECORDS
from dealproof.web.presentation.verdict import BAD, OPEN
from dealproof.web.presentation.verdict import GOOD as FINE
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MALFORMED, MISMATCH, TAMPERED, hand_id, record, text

FIXTURES = ROOT / "fixtures"
SEVERAL = FIXTURES / "several"
VERIFIED = "honors-made"


def put(client: FlaskClient, data: bytes) -> str:
    answer = client.post("/find", data={"what": "", "file": (io.BytesIO(data), "a")})
    assert answer.status_code == 200
    return html.unescape(answer.get_data(as_text=True))


def asked(client: FlaskClient, data: bytes) -> dict[str, object]:
    told: dict[str, object] = client.post("/api/v1/find", data=data, content_type="application/json").get_json()
    return told


def state(page: str) -> str:
    found = re.search(r'class="verdict (\w+)"', page)
    assert found
    return found[1]


def titles(page: str) -> list[str]:
    return re.findall(r'<p class="title \w+">(.*?)</p>', page)


def other(name: str, hand: str) -> bytes:
    told = record(name)
    told["header"]["hand"] = hand
    return json.dumps(told).encode()


@pytest.mark.parametrize("layout", ["lines", "array", "joined", "pretty"])
def test_a_tampered_second_record_is_shown_first_and_nothing_is_green(client: FlaskClient, layout: str) -> None:
    """Issue: a tampered second one never appeared. M1: an array of records is read as so many hands."""
    records = [text(GOOD), text(TAMPERED)]
    pretty = [json.dumps(json.loads(each), indent=2).encode() for each in records]
    data = {
        "lines": b"\r\n".join(records),
        "array": b"[" + b",\n".join(records) + b"]",
        "joined": b"".join(records),
        "pretty": b"\n".join(pretty),
    }[layout]
    page = put(client, data)
    assert state(page) == BAD
    assert "Not all verified" in page
    assert "2 records: 1 × Tampered, 1 × Verified." in page
    assert titles(page) == ["Tampered", "Verified"]
    shown = page.partition("<main")[2]
    assert shown.index(hand_id(TAMPERED)) < shown.index(hand_id(GOOD))
    told = asked(client, data)
    assert (told["took"], told["records"], told["verified"]) == ("records", 2, False)
    assert [each["verdict"]["verdict"] for each in told["hands"]] == ["verified", "tampered"]  # type: ignore[attr-defined]
    assert [each["number"] for each in told["hands"]] == [1, 2]  # type: ignore[attr-defined]


def test_every_kind_of_verdict_has_its_place_the_worst_first(client: FlaskClient) -> None:
    names = [HIDDEN, GOOD, MALFORMED, MISMATCH, ILLEGAL, TAMPERED]
    page = put(client, b"\n".join(map(text, names)))
    assert titles(page)[:2] == ["Tampered", "Illegal move"]
    assert titles(page)[-2:] == ["Still hidden", "Verified"]
    assert len(titles(page)) == 6


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([GOOD, ILLEGAL], BAD),
        ([GOOD, MISMATCH], BAD),
        ([GOOD, MALFORMED], BAD),
        ([GOOD, HIDDEN], OPEN),
    ],
)
def test_the_whole_is_no_better_than_its_worst_record(client: FlaskClient, names: list[str], expected: str) -> None:
    assert state(put(client, b"\n".join(map(text, names)))) == expected


def test_where_all_are_verified_that_is_said(client: FlaskClient) -> None:
    page = put(client, text(GOOD) + b"\n" + text(GOOD))
    assert state(page) == FINE
    assert "All verified" in page
    assert "2 records: 2 × Verified." in page


def test_a_line_that_is_no_record_is_one_of_the_records(client: FlaskClient) -> None:
    for data in (text(GOOD) + b"\nnonsense\n", b"nonsense\n" + text(GOOD)):
        page = put(client, data)
        assert titles(page) == ["Not a hand record", "Verified"]
        assert state(page) == BAD


@pytest.mark.parametrize(
    ("file", "finding"),
    [("one-seed-in-two-hands", SEED_REUSED), ("two-records-of-one-hand", EQUIVOCATION)],
)
def test_what_records_say_about_each_other_is_shown_and_nothing_is_green(
    client: FlaskClient, file: str, finding: str
) -> None:
    """S7."""
    data = (SEVERAL / f"{file}.hands.jsonl").read_bytes()
    page = put(client, data)
    assert titles(page) == ["Verified", "Verified"]
    assert state(page) == (BAD if finding == EQUIVOCATION else OPEN)
    assert ("Different records of one hand" if finding == EQUIVOCATION else "All verified, with a remark") in page
    assert "(record 2)" in page
    told = asked(client, data)
    assert told["verified"] is False
    for number, each in enumerate(told["hands"], 1):  # type: ignore[arg-type, var-annotated]
        assert {"event": None, "remark": finding} in each["verdict"]["remarks"]
        assert each["several"] == [{"finding": finding, "records": [3 - number], "more": False}]


def test_a_hidden_hand_whose_commitment_another_record_opens_says_so(client: FlaskClient) -> None:
    """S7."""
    data = b"\n".join((SEVERAL / f"{name}.hand.json").read_bytes() for name in ("hidden-secret-1", "opened-2"))
    page = put(client, data)
    assert page.count("opened-2 (record 2)") == 2
    hidden = asked(client, data)["hands"][0]  # type: ignore[index]
    assert [each["finding"] for each in hidden["several"]] == [SEED_REUSED, OPENED_ELSEWHERE]


def test_each_is_held_against_the_one_that_is_stored(client: FlaskClient) -> None:
    changed = json.loads(text(ILLEGAL))
    changed["claim"] = None
    data = b"\n".join([text(GOOD), json.dumps(changed).encode(), other(GOOD, "unknown")])
    page = put(client, data)
    assert "identical, byte for byte, to the record stored here" in page
    assert "not the same as the record stored here" in page
    files = [each["on_file"] for each in asked(client, data)["hands"]]  # type: ignore[attr-defined]
    assert [each and each["how"] for each in files] == ["same", "differs", None]


def test_more_records_than_are_judged_at_once_are_refused_with_the_command(client: FlaskClient) -> None:
    """S2: before anything is judged."""
    data = b"{}\n" * (MOST_RECORDS + 1)
    answer = client.post("/api/v1/find", data=data, content_type="text/plain")
    assert answer.status_code == 413
    assert answer.get_json()["code"] == "too-many-records"
    assert "dealproof check" in answer.get_json()["message"]
    assert len(asked(client, b"{}\n" * MOST_RECORDS)["hands"]) == MOST_RECORDS  # type: ignore[arg-type]


LOOKALIKES = FIXTURES / "lookalikes"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ((LOOKALIKES / "smart-quotes.hand.json").read_bytes(), "The quotes are curly"),
        (text(GOOD)[:900], "The record is truncated"),
        (text(GOOD).replace(b": ", ":\u00a0".encode()), "no-break spaces"),
        (b'{"verdict": "verified", "checks": {}}', "This is a verdict"),
    ],
)
def test_what_begins_like_a_record_is_malformed_by_name(client: FlaskClient, data: bytes, sentence: str) -> None:
    """M1."""
    assert sentence in put(client, data)
    assert sentence in asked(client, data)["verdict"]["malformed"]["reason"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ((LOOKALIKES / "utf16-powershell.hand.json").read_bytes(), "This text is in UTF-16"),
        (b"<!doctype html><title>x</title>", "This is a saved web page"),
        (b"\x1f\x8b\x08rest", "compressed with gzip"),
        (b"```json\n" + text(GOOD) + b"\n```", "code fences"),
    ],
)
def test_what_does_not_begin_like_a_record_is_named_as_well(client: FlaskClient, data: bytes, sentence: str) -> None:
    """M1."""
    answer = client.post("/find", data={"what": "", "file": (io.BytesIO(data), "a")})
    assert answer.status_code == 404
    assert sentence in html.unescape(answer.get_data(as_text=True))
    told = client.post("/api/v1/find", data=data, content_type="text/plain")
    assert (told.status_code, told.get_json()["code"]) == (404, "no-record")
    assert sentence in told.get_json()["message"]


def test_the_reported_array_is_so_many_hands(client: FlaskClient) -> None:
    """M1."""
    page = put(client, (LOOKALIKES / "json-array.json").read_bytes())
    assert len(titles(page)) > 1
