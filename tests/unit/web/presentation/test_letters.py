"""Names that others chose: nothing unseen passes unseen, and no two seats of a hand look the same (S15)."""

import html
import json
import unicodedata

import pytest
from flask.testing import FlaskClient

from dealproof.web.presentation.visible_text import distinct_names, look, visible
from tests.unit.web.conftest import GOOD, Run, record

UNSEEN = "\u00ad\u034f\u061c\u115f\u180e\u200b\u200e\u2060\u2063\u2800\u3164\ufeff\uffa0\ufff9\U000e0041\U0001d173"


@pytest.mark.parametrize("char", UNSEEN, ids=lambda char: f"U+{ord(char):04X}")
def test_an_unseen_character_is_shown_as_what_it_is(char: str) -> None:
    """S15: names with U+200B and other unseen format characters."""
    shown = visible(f"As{char}ha")
    assert char not in shown
    assert "\\u" in shown


def test_every_format_character_of_unicode_is_shown_as_what_it_is() -> None:
    formats = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"]
    assert len(formats) > 150
    assert [char for char in formats if char in visible(f"a{char}b")] == []


@pytest.mark.parametrize(
    "name",
    [
        *["അമ്മു", "ന്\u200dനായർ", "അവന്\u200c", "র\u200d্যাব", "می\u200cخواهم"],
        *["👩\u200d👧", "👩🏽\u200d🚀", "❤\ufe0f\u200d🔥", "♠\ufe0f", "1\ufe0f\u20e3"],
    ],
)
def test_joiners_and_selectors_stay_where_they_shape_what_is_seen(name: str) -> None:
    assert visible(name) == name


@pytest.mark.parametrize("name", ["As\u200dha", "Asha\u200c", "\u200dAsha", "As\ufe0fha", "\ufe0f"])
def test_joiners_and_selectors_that_shape_nothing_are_shown(name: str) -> None:
    assert "\\u" in visible(name)


@pytest.mark.parametrize(
    "names",
    [
        ["Asha", "Asha\u200b"],
        ["അവന്\u200d", "അവന്"],
        ["é", "e\u0301"],
        ["finn", "ﬁnn"],
        ["Asha B", "Asha  B"],
        ["Asha", "Asha "],
        ["♠\ufe0f", "♠"],
        ["Asha\u00a0B", "Asha B"],
        ["Asha\u200b", "Asha\u200c", "Asha\u200b\u200c"],
    ],
)
def test_two_seats_that_look_the_same_differ_to_the_eye(names: list[str]) -> None:
    shown = [visible(name) for name in distinct_names([*names, "Biju"])]
    assert len({look(name) for name in shown}) == len(names) + 1
    assert shown[-1] == "Biju"


def test_names_that_differ_to_the_eye_stay_as_they_are() -> None:
    names = ["Asha", "asha", "അമ്മു", "ﬁnn", "K. P. Unni", "👩\u200d👧"]
    assert distinct_names(names) == tuple(names)


def test_page_and_command_show_two_like_seats_apart(client: FlaskClient, run: Run) -> None:
    told = record(GOOD)
    told["header"]["seats"][:2] = ["Asha", "Asha\u200b"]
    told["header"]["seats"][2:] = ["e\u0301", "é"]
    data = json.dumps(told)
    page = html.unescape(client.post("/find", data={"what": data}).get_data(as_text=True))
    for output in (page, run("show", "-", stdin=data.encode()).stdout):
        assert "\u200b" not in output.split("pasted-record")[0].split("Seeds and hashes")[0]
        assert "Asha\\u200b" in output
        assert "e\\u0301" in output
        assert "\\u00e9" in output
