"""The score in words, and the mark of provisional rules wherever such rules are shown."""

import html
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from dealproof.replay.audit import narrate
from dealproof.replay.core.narrative import ScoreLine
from dealproof.replay.record.record import parse
from dealproof.web.http.app import create_app
from dealproof.web.presentation.games.gulan.result import score_line
from dealproof.web.presentation.rules import label_of_id
from dealproof.web.presentation.standing import standing_in_words
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.store.service import Hands
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import Run

SEATS = ("Annamma", "Biju", "Devaki", "Joseph")
KERALA_HOUSE = "05-28-kerala-house-signed.hand.json"
STANDARD = "01-28-made-with-a-ruff.hand.json"
PROVISIONAL = "These rules are provisional"


def score(name: str) -> list[str]:
    record = parse((SAMPLES / name).read_bytes())
    return [score_line(line, record.seats, sentences(ENGLISH)) for line in narrate(record).score]


def test_a_marujodi_is_the_other_sides_contract_over_the_declarers_bid() -> None:
    told = score("07-28-gulan-marujodi.hand.json")
    assert told[0] == "Joseph (seat 4) bid 21; then marujodi was promised."
    assert told[3] == ("The contract of Annamma & ദേവകി counts: +4 if made, −5 if not. Here it is +4.")


def test_a_bid_is_the_declarers_sides_contract() -> None:
    told = score("02-28-honors-failed.hand.json")
    assert told[0] == "Raghavan (seat 4) bid 20 (honors)."
    assert "of ഗോപാലൻ & Raghavan counts: +2 if made, −3 if not. Here it is −3." in told[3]


def test_thani_is_named_once() -> None:
    assert score("03-28-thani-lost.hand.json")[0] == "ദേവകി (seat 3) bid thani."


def test_a_match_names_both_sides_and_who_puts_kunukku_on() -> None:
    assert score("06-28-gulan-slam.hand.json")[4] == (
        "Match score of Mini & Fathima against ഗോപാലൻ & Raghavan: kooli 2:10, slams 0:0. "
        "After this hand: kooli 6:6, slams 0:1, kunukku on Mini & Fathima, put on now."
    )


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"totals": [-2, 14]}, "points −2:14"),
        ({"flags": [0, 1], "kooli": [4, 2]}, "kooli 4:2, flags taken 0:1"),
        ({"net": -3, "slams": [1, 0], "kunukku": [False] * 4, "fresh": None}, "Biju & Joseph ahead by 3, slams 1:0"),
        (
            {"kooli": [6, 6], "slams": [1, 0], "kunukku": [False, True, False, False], "fresh": None},
            "kooli 6:6, slams 1:0, kunukku on Biju",
        ),
    ],
)
def test_a_standing_has_team_0_first_and_what_wins_a_match_last(values: dict[str, object], told: str) -> None:
    assert standing_in_words(values, SEATS, sentences(ENGLISH)) == told


def test_a_flag_is_a_word() -> None:
    line = ScoreLine("price", {"made": 5, "failed": "flag", "team": 1, "points": "flag"})
    assert score_line(line, SEATS, sentences(ENGLISH)).endswith("the flag if not. Here it is the flag.")


# What is provisional


@pytest.fixture
def samples(database: str) -> FlaskClient:
    app = create_app(database)
    hands: Hands = app.extensions["hands"]
    hands.take_in((name, (SAMPLES / name).read_bytes()) for name in (STANDARD, KERALA_HOUSE))
    return app.test_client()


def test_a_page_under_provisional_rules_says_so_and_another_does_not(samples: FlaskClient) -> None:
    assert PROVISIONAL in samples.get("/hands/28-kerala-house-signed").get_data(as_text=True)
    assert PROVISIONAL not in samples.get("/hands/28-made-with-a-ruff").get_data(as_text=True)


def test_lists_of_hands_and_of_other_rules_mark_what_is_provisional(samples: FlaskClient) -> None:
    for path in ("/", "/tables/kerala-house", "/hands/28-made-with-a-ruff"):
        assert "28-kerala-house · provisional" in html.unescape(samples.get(path).get_data(as_text=True))
    assert label_of_id("28-standard", sentences(ENGLISH)) == "28-standard"
    assert label_of_id("a-house", sentences(ENGLISH)) == "a-house"


def test_show_says_that_rules_are_provisional_and_which_ruling_is(run: Run) -> None:
    printed = " ".join(run("show", str(SAMPLES / KERALA_HOUSE)).stdout.split())
    assert PROVISIONAL in printed
    assert "(kerala-house-auction; provisional: its source calls it unconfirmed)" in printed
    assert "provisional" not in run("show", str(SAMPLES / STANDARD)).stdout


def test_a_hidden_hand_under_provisional_rules_is_marked_too(run: Run) -> None:
    text = (SAMPLES / KERALA_HOUSE).read_text(encoding="utf-8")
    seed = text.split('"server_seed":"')[1][:64]
    Path("a.hand.json").write_text(text.replace(f'"{seed}"', "null"), encoding="utf-8")
    assert PROVISIONAL in " ".join(run("show", "a.hand.json").stdout.split())
