"""The words that a verdict gets besides (`web.presentation.wording`): who did what, and what was brought in place of a
record."""

import json

import pytest

from dealproof.replay.audit import audited
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.presentation.wording import with_wording
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, ILLEGAL, MALFORMED, record, text

LOOKALIKES = ROOT / "fixtures" / "lookalikes"


def judged(data: bytes) -> dict[str, object]:
    hand, verdict = audited(data)
    return with_wording(verdict, hand, data).to_json()


def test_a_fault_names_player_and_card_in_plain_words() -> None:
    """Item 2: additional keys `did`, in English, and `card`, as the record writes it."""
    fault = judged(text(ILLEGAL))["fault"]
    assert isinstance(fault, dict)
    event = record(ILLEGAL)["events"][fault["event"]]
    name = record(ILLEGAL)["header"]["seats"][fault["seat"]]
    assert fault["card"] == event["card"]
    assert fault["did"].startswith(f"{name} played ")
    assert list(fault) == ["event", "seat", "rule", "legal", "did", "card"]


def test_a_fault_without_a_card_or_a_seat_has_no_card_and_is_told_all_the_same() -> None:
    wrong = record(GOOD)
    wrong["events"].insert(0, {"do": "redeal", "reason": "four-jacks"})
    fault = judged(json.dumps(wrong).encode())["fault"]
    assert isinstance(fault, dict)
    assert (fault["seat"], fault["card"]) == (None, None)
    assert fault["did"] == sentences(ENGLISH).say(
        "did", "redeal", reason=sentences(ENGLISH).say("redeals", "four-jacks")
    )


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("smart-quotes.hand.json", "curly-quotes"),
        ("utf16-powershell.hand.json", "utf-16"),
        ("json-array.json", "array"),
    ],
)
def test_what_is_brought_in_place_of_a_record_is_named(name: str, code: str) -> None:
    """M1."""
    malformed = judged((LOOKALIKES / name).read_bytes())["malformed"]
    assert isinstance(malformed, dict)
    assert malformed["reason"] == sentences(ENGLISH).say("lookalikes", code)


def test_a_record_with_a_fault_keeps_the_sentence_of_its_fault() -> None:
    data = text(MALFORMED)
    assert judged(data)["malformed"] == audited(data)[1].to_json()["malformed"]
