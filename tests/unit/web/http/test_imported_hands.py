"""Imported hands on the site and in the API: never a good sign without the words that nothing is known of the deck
(RECORD.md, "Imported hands")."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.replay import rulesets
from dealproof.replay.simulation.imported_hands import imported
from dealproof.replay.simulation.records import simulate
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.store.service import Hands
from tests.unit.web.cli.test_check_imported import KAZHUTHA, RECORDS, UNKNOWN, VERDICTS

Json = dict[str, Any]


def site(folder: Path, *records: Json) -> FlaskClient:
    """A site that has these records."""
    app = create_app(f"sqlite:///{folder / 'hands.sqlite3'}", SiteSettings(posts=0, log=False))
    hands: Hands = app.extensions["hands"]
    taken = hands.take_in([("given", json.dumps(record).encode()) for record in records])
    assert taken.stored == len(records), taken
    return app.test_client()


def posted(client: FlaskClient, *records: Json) -> str:
    typed = "\n".join(map(json.dumps, records))
    return client.post("/find", data={"what": typed}, content_type="multipart/form-data").text


@pytest.mark.parametrize("rules", RECORDS)
def test_the_page_of_an_imported_hand_says_that_nothing_is_known_of_its_deck(tmp_path: Path, rules: str) -> None:
    record = RECORDS[rules]
    client = site(tmp_path, record)
    for text in (client.get(f"/hands/{record['hand']}").text, posted(client, record)):
        assert '<section class="verdict open">' in text
        assert "Moves legal, deck unknown" in text
        assert UNKNOWN in text
        assert record["origin"] in text
        assert "Deck: no grade" in text
        assert "data-record" not in text, "the browser has nothing to recompute"
        assert "seeds have not been revealed" not in text
        assert "Still hidden" not in text
    assert client.get(f"/hands/{record['hand']}/record").data == json.dumps(record).encode()


@pytest.mark.parametrize("verdict", VERDICTS)
def test_every_verdict_on_an_imported_hand_has_a_page_and_an_answer(tmp_path: Path, verdict: str) -> None:
    record, _ = VERDICTS[verdict]
    client = site(tmp_path)
    text = posted(client, record)
    assert '<section class="verdict good">' not in text
    assert (UNKNOWN in text) == (verdict != "malformed")
    answer = client.post("/api/v1/find", data=json.dumps(record), content_type="application/json").json
    assert answer is not None
    assert (answer["verdict"]["verdict"], answer["verdict"]["grade"]) == (verdict, None)


def test_lists_never_show_an_imported_hand_as_good(tmp_path: Path) -> None:
    client = site(tmp_path, *RECORDS.values())
    for path in ("/", "/hands", "/hands?verdict=verified", f"/tables/{KAZHUTHA['table']}"):
        text = client.get(path).text
        assert "Moves legal, deck unknown" in text, path
        assert "Verified<" not in text.replace('value="verified">Verified<', "").replace("selected>Verified<", ""), path
    listed = client.get("/api/v1/hands").json
    assert listed is not None
    assert {each["grade"] for each in listed["hands"]} == {None}


def test_imported_hands_share_no_seed(tmp_path: Path) -> None:
    client = site(tmp_path, *RECORDS.values())
    answer = client.get(f"/api/v1/hands/{KAZHUTHA['hand']}").json
    assert answer is not None
    assert "several" not in answer


def test_a_match_of_imported_hands_is_not_shown_as_proven(tmp_path: Path) -> None:
    hands = (imported(hand).record for hand in simulate(rulesets.games()["28-gulan"], "match", 40))
    record = next(each for each in hands if each["match"] and each["match"]["number"] == 1 and each["claim"])
    client = site(tmp_path, record)
    answer = client.get(f"/api/v1/matches/{record['match']['id']}").json
    assert answer is not None
    assert answer["match_verdict" if "match_verdict" in answer else "verdict"] != "follows"
    page = client.get(f"/matches/{record['match']['id']}")
    assert page.status_code == 200
    assert "Moves legal, deck unknown" in page.text


def test_several_in_the_box_are_not_called_verified(tmp_path: Path) -> None:
    text = posted(site(tmp_path), *RECORDS.values())
    assert "All verified" not in text
    assert "Nothing wrong, but not every deck is proven" in text
    assert "5 × Moves legal, deck unknown" in text


def test_the_record_of_the_box_is_compared_with_the_stored_one(tmp_path: Path) -> None:
    client = site(tmp_path, KAZHUTHA)
    other = KAZHUTHA | {"origin": "somewhere else"}
    answers = [
        client.post("/api/v1/find", data=json.dumps(record), content_type="application/json").json["on_file"]  # type: ignore[index]
        for record in (KAZHUTHA, other)
    ]
    assert [(each["how"], each["differences"]) for each in answers] == [("same", []), ("differs", ["/origin"])]


def test_the_hand_is_told_in_the_api(tmp_path: Path) -> None:
    account = site(tmp_path, KAZHUTHA).get(f"/api/v1/hands/{KAZHUTHA['hand']}/account").json
    assert account is not None
    assert account["hand"] == KAZHUTHA["hand"]
    assert account["deals"][0]["draw"] == "deal/0"
