"""The page of a match and what the pages of its hands say of it: a verdict of its own, first (issue 10, 2)."""

import html
import json
from itertools import pairwise
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient

from dealproof.web.http.api.openapi import SCHEMAS
from dealproof.web.store import match as chain
from dealproof.web.store import service
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "matches"
MATCH = "28-gulan-7001"


EACH_DATABASE = True


def records(name: str) -> list[bytes]:
    return (FOLDER / f"{name}.jsonl").read_bytes().splitlines()


def bring(site: FlaskClient, hands: list[bytes]) -> None:
    kept: Hands = site.application.extensions["hands"]
    receipt = kept.take_in(("x", each) for each in hands)
    assert not receipt.refused


def page(site: FlaskClient, path: str) -> str:
    answer = site.get(path)
    assert answer.status_code == 200
    return html.unescape(answer.get_data(as_text=True))


def verdict(shown: str) -> str:
    return shown[shown.index('<section class="verdict') : shown.index("</section>")]


def test_a_match_that_breaks_says_so_first_and_leads_to_the_hand(site: FlaskClient) -> None:
    """`28-gulan-standing-altered.jsonl`: the page was all green, and the break one phrase two screens down."""
    bring(site, records("28-gulan-standing-altered"))
    shown = page(site, f"/matches/{MATCH}")
    assert "<title>The match does not follow" in shown
    first = verdict(shown)
    assert 'class="verdict bad"' in first
    assert f'<a href="/hands/{MATCH}:10">Hand 10</a> does not follow from the hand before.' in first
    assert "It starts from kooli 9:3. The hand before ended at kooli 10:2." in first
    row = shown[shown.index('<li id="h10" class="broken">') :]
    assert f'href="/hands/{MATCH}:10#match">The match breaks here.' in row
    assert shown.count("The match breaks here.") == 1


def test_the_page_of_the_hand_that_does_not_follow_says_why(site: FlaskClient) -> None:
    bring(site, records("28-gulan-standing-altered"))
    shown = page(site, f"/hands/{MATCH}:10")
    assert "Verified by itself</h1>" in verdict(shown)
    note = shown[shown.index('id="match"') :]
    note = note[: note.index("</section>")]
    assert f'This hand does not follow from <a href="/hands/{MATCH}:09">hand 9</a> of its match.' in note
    assert "It starts from kooli 9:3. The hand before ended at kooli 10:2." in note
    assert f'href="/matches/{MATCH}"' in note


def test_the_pages_of_the_other_hands_lead_to_where_the_match_breaks(site: FlaskClient) -> None:
    bring(site, records("28-gulan-standing-altered"))
    for hand in ("01", "09", "11"):
        shown = page(site, f"/hands/{MATCH}:{hand}")
        assert f'It breaks at <a href="/hands/{MATCH}:10">hand 10</a>.' in shown
        assert "by itself" not in verdict(shown)


def test_a_match_that_follows_is_good_and_says_nothing_on_its_hands(site: FlaskClient) -> None:
    bring(site, records("28-gulan"))
    assert 'class="verdict good"' in verdict(page(site, f"/matches/{MATCH}"))
    assert 'id="match"' not in page(site, f"/hands/{MATCH}:10")


def test_a_page_that_was_kept_follows_what_is_stored_around_its_hand(site: FlaskClient) -> None:
    hands = records("28-gulan-standing-altered")
    bring(site, hands[9:10])
    assert 'id="match"' not in page(site, f"/hands/{MATCH}:10")
    assert "Hands are missing" in verdict(page(site, f"/matches/{MATCH}"))
    bring(site, hands[8:9])
    assert "does not follow from" in page(site, f"/hands/{MATCH}:10")
    assert "does not follow" in verdict(page(site, f"/matches/{MATCH}"))


def test_the_api_gives_the_verdict_and_every_break_with_pointers_and_values(site: FlaskClient) -> None:
    bring(site, records("28-gulan-standing-altered"))
    told: dict[str, Any] = site.get(f"/api/v1/matches/{MATCH}").get_json()
    jsonschema.validate(told, {**SCHEMAS["Match"], "components": {"schemas": SCHEMAS}})
    assert (told["verdict"], told["compared"]) == ("broken", 12)
    (broken,) = told["breaks"]
    assert (broken["hand"], broken["match_number"], broken["why"]) == (f"{MATCH}:10", 10, ["standing"])
    assert broken["pointers"] == ["/header/match/before"]
    assert broken["found"]["standing"]["kooli"] == [9, 3]
    assert broken["expected"]["standing"]["kooli"] == [10, 2]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("28-gulan", "follows"),
        ("28-standard-hand-missing", "missing"),
        ("40-gulan-wrong-dealer", "broken"),
        ("40-gulan-table-number-repeated", "broken"),
        ("40-cheettukali-number-repeated", "broken"),
        ("28-gulan-void-hands-between", "follows"),
    ],
)
def test_what_is_stored_of_a_match_has_the_verdict_of_its_records(site: FlaskClient, name: str, expected: str) -> None:
    hands = records(name)
    bring(site, hands)
    match = json.loads(hands[0])["header"]["match"]["id"]
    assert site.get(f"/api/v1/matches/{match}").get_json()["verdict"] == expected


def test_a_hand_that_is_not_verified_is_what_is_said_of_a_match(site: FlaskClient) -> None:
    hands = [json.loads(each) for each in records("28-gulan")]
    hands[3]["claim"]["score"]["points"] += 1
    bring(site, [json.dumps(each).encode() for each in hands])
    first = verdict(page(site, f"/matches/{MATCH}"))
    assert "Not every hand is verified" in first
    assert f'<a href="/hands/{MATCH}:04">hand 4</a>' in first


def test_a_match_is_compared_to_a_bound_and_says_so(site: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(site, records("28-gulan"))
    for module in (chain, service):
        monkeypatch.setattr(module, "MOST", 5)
    assert site.get(f"/api/v1/matches/{MATCH}").get_json()["compared"] == 5
    assert "Only the first 5 hands of the match are compared." in verdict(page(site, f"/matches/{MATCH}"))
    assert site.get(f"/hands/{MATCH}:12").status_code == 200


def test_a_hand_leads_to_the_hands_before_and_after_it(site: FlaskClient) -> None:
    bring(site, records("28-gulan"))
    shown = page(site, f"/hands/{MATCH}:02")
    assert f'<a rel="prev" href="/hands/{MATCH}:01">' in shown
    assert f'<a rel="next" href="/hands/{MATCH}:03">' in shown
    assert 'rel="prev"' not in page(site, f"/hands/{MATCH}:01")
    assert 'rel="next"' not in page(site, f"/hands/{MATCH}:12")


def test_the_way_through_a_match_differs_where_other_hands_lie_between_at_the_table(site: FlaskClient) -> None:
    hands = [json.loads(each) for each in records("28-gulan-void-hands-between")]
    between = json.loads(json.dumps(hands[0]))
    numbers = [each["header"]["number"] for each in hands]
    gap = next(low for low, high in pairwise(numbers) if high > low + 1)
    between["header"] |= {"hand": "between", "number": gap + 1, "match": None}
    bring(site, [json.dumps(each).encode() for each in [*hands, between]])
    before = next(each for each in hands if each["header"]["number"] == gap)
    shown = page(site, f"/hands/{before['header']['hand']}")
    assert '<a rel="next" href="/hands/between">' in shown
    assert "In the match" in shown
