"""Lists of a table's and a match's hands: in order, with the gaps in their numbers and the standings shown."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.web.store.pages import PAGE
from dealproof.web.store.service import Hands
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, record

EACH_DATABASE = True


def numbered(number: int, name: str = GOOD, hand: str = "", **header: Any) -> bytes:
    told = record(name)
    told["header"] |= {"hand": hand or f"h{number}", "table": "t1", "number": number, **header}
    return json.dumps(told).encode()


def bring(site: FlaskClient, *records: bytes) -> None:
    hands: Hands = site.application.extensions["hands"]
    hands.take_in(("x", each) for each in records)


def test_a_table_is_in_order_and_its_gaps_are_shown(site: FlaskClient) -> None:
    bring(site, numbered(9, HIDDEN), numbered(3), numbered(5, ILLEGAL), numbered(4))
    shown = site.get("/tables/t1").get_data(as_text=True)
    places = [shown.index(f"/hands/h{number}") for number in (3, 4, 5, 9)]
    assert places == sorted(places)
    assert shown.index("Numbers 1 to 2 are missing.") < places[0]
    assert places[2] < shown.index("Numbers 6 to 8 are missing.") < places[3]
    assert "Missing: 5 of the numbers 1 to 9." in shown
    told = site.get("/api/v1/tables/t1").get_json()
    assert [each["hand"] for each in told["hands"]] == ["h3", "h4", "h5", "h9"]
    assert [each["verdict"] for each in told["hands"]] == ["tampered", "tampered", "tampered", "hidden"]
    assert told["gaps"] == [{"first": 1, "last": 2}, {"first": 6, "last": 8}]
    assert (told["stored"], told["greatest"], told["missing"], told["next"]) == (4, 9, 5, None)


def test_a_table_without_a_gap_says_so_and_one_missing_number_is_named(site: FlaskClient) -> None:
    bring(site, numbered(1), numbered(2))
    assert "All numbers from 1 to 2 are here." in site.get("/tables/t1").get_data(as_text=True)
    bring(site, numbered(4))
    assert "Number 3 is missing." in site.get("/tables/t1").get_data(as_text=True)


def test_two_hands_with_one_number_are_both_shown_and_that_is_said(site: FlaskClient) -> None:
    bring(site, numbered(1), numbered(1, hand="other"))
    shown = site.get("/tables/t1").get_data(as_text=True)
    assert "/hands/other" in shown
    assert "Number 1 occurs more than once." in shown
    assert site.get("/api/v1/tables/t1").get_json()["missing"] == 0


def test_a_long_table_has_pages_and_a_gap_between_two_of_them_is_not_lost(site: FlaskClient) -> None:
    numbers = [*range(1, PAGE + 1), PAGE + 11, 2**53 - 1]
    bring(site, *(numbered(number) for number in numbers))
    first = site.get("/api/v1/tables/t1").get_json()
    assert len(first["hands"]) == PAGE
    assert first["gaps"] == []
    second = site.get(f"/api/v1/tables/t1?from={first['next']}").get_json()
    assert [each["number"] for each in second["hands"]] == numbers[PAGE:]
    assert second["gaps"] == [{"first": PAGE + 1, "last": PAGE + 10}, {"first": PAGE + 12, "last": 2**53 - 2}]
    assert f"/tables/t1?from={PAGE + 11}" in site.get("/tables/t1").get_data(as_text=True)


@pytest.mark.parametrize("start", ["0", "-1", "x", "", "1.0", "9" * 17, "%C2%B2", "9007199254740992"])
def test_a_list_begins_from_a_number(site: FlaskClient, start: str) -> None:
    bring(site, numbered(1))
    for path in ("/tables/t1", "/api/v1/tables/t1"):
        assert site.get(f"{path}?from={start}").status_code == 400


def test_a_list_that_begins_behind_its_end_is_empty(site: FlaskClient) -> None:
    bring(site, numbered(1))
    assert site.get("/api/v1/tables/t1?from=7").get_json()["hands"] == []
    assert site.get("/tables/t1?from=7").status_code == 200


def test_a_match_shows_the_standings_and_where_one_was_not_carried_on(site: FlaskClient) -> None:
    sample = (SAMPLES / "01-28-made-with-a-ruff.hand.json").read_bytes()
    match, after = json.loads(sample)["header"]["match"], json.loads(sample)["claim"]["match"]
    id, number, seats = match["id"], match["number"], json.loads(sample)["header"]["seats"]

    def place(further: int, before: object) -> bytes:
        header = {"seats": seats, "match": {"id": id, "number": number + further, "before": before}}
        return numbered(further, hand=f"m{further}", **header)

    bring(site, sample, place(1, after), place(2, {"totals": [99, -99]}), place(4, {"totals": [1, 1]}))
    told = site.get(f"/api/v1/matches/{id}").get_json()
    assert [each["match_number"] for each in told["hands"]] == [number, number + 1, number + 2, number + 4]
    assert [each["carried"] for each in told["hands"]] == [None, True, None, None]
    assert told["hands"][0]["after"] == told["hands"][1]["before"] == after
    assert told["gaps"] == [{"first": 1, "last": number - 1}, {"first": number + 3, "last": number + 3}]
    bring(
        site, numbered(9, hand="m9", seats=seats, match={"id": id, "number": number + 1, "before": {"totals": [9, 9]}})
    )
    shown = site.get(f"/matches/{id}").get_data(as_text=True)
    assert "points 99:−99" in shown
    assert f"Number {number + 1} occurs more than once." in shown


def test_a_standing_that_was_not_carried_on_is_said(site: FlaskClient) -> None:
    sample = (SAMPLES / "01-28-made-with-a-ruff.hand.json").read_bytes()
    match = json.loads(sample)["header"]["match"]
    other = {**match, "number": match["number"] + 1, "before": {"totals": [99, 99]}}
    bring(site, sample, numbered(1, hand="next", match=other))
    assert site.get(f"/api/v1/matches/{match['id']}").get_json()["hands"][1]["carried"] is False
    assert "The match breaks here." in site.get(f"/matches/{match['id']}").get_data(as_text=True)


def test_a_hand_leads_to_its_table_and_its_match(site: FlaskClient) -> None:
    bring(site, numbered(1, match={"id": "m1", "number": 1, "before": {"totals": [0, 0]}}), numbered(2, match=None))
    with_match, without = (site.get(f"/hands/{hand}").get_data(as_text=True) for hand in ("h1", "h2"))
    assert 'href="/tables/t1"' in with_match
    assert 'href="/matches/m1"' in with_match
    assert "/matches/" not in without


def test_a_table_or_match_that_nobody_knows_is_not_there(site: FlaskClient) -> None:
    for path in ("/tables/t2", "/matches/m2", "/api/v1/tables/t2", "/api/v1/matches/m2"):
        assert site.get(path).status_code == 404


def test_a_hidden_hand_whose_hashes_fail_looks_bad_in_a_list(site: FlaskClient) -> None:
    told = record(HIDDEN) | {"log_head": "0" * 64}
    bring(site, json.dumps(told).encode())
    assert 'class="title bad"' in site.get("/hands").get_data(as_text=True)
