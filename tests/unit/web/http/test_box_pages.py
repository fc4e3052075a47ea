"""The pages that answer the box: what matches and since when, what does not, what is similar, and what was typed."""

import html

import pytest
from flask.testing import FlaskClient

from dealproof.verifier.tlog.policy import parse_policy
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.intake.box import Reader
from dealproof.web.intake.budget import Budget
from dealproof.web.store.receipts import Receipts
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, ILLEGAL, hand_id, record

HEADER = record(GOOD)["header"]
OTHER = record(ILLEGAL)["header"]["server_commitment"]
SAMPLES = ROOT / "web" / "samples"
PUBLISHED = "28-published-before-play"
NOW = 1_800_000_000


def put(client: FlaskClient, what: str) -> tuple[int, str]:
    answer = client.post("/find", data={"what": what}, follow_redirects=True)
    return answer.status_code, html.unescape(answer.get_data(as_text=True))


def test_a_noted_commitment_matches_a_hand_and_no_receipt_says_since_when(client: FlaskClient) -> None:
    """Issue 14, part 5."""
    status, page = put(client, f"I noted this commitment: {HEADER['server_commitment']} ({HEADER['hand']})")
    assert status == 200
    assert "It matches" in page
    assert f"No time of publication is proven for hand {HEADER['hand']}" in page


def test_a_players_own_commitment_matches_with_the_players_name(client: FlaskClient) -> None:
    _, page = put(client, HEADER["player_commitments"][2])
    assert f"It matches hand {HEADER['hand']}: in its header, it is the commitment of Chacko (seat 3)." in page


def test_a_seed_of_a_player_is_in_no_address(client: FlaskClient) -> None:
    seed = record(GOOD)["player_seeds"][0]
    answer = client.post("/find", data={"what": seed})
    assert answer.location.endswith(f"?matched=player-seed&hash={HEADER['player_commitments'][0]}")


def test_a_published_hand_says_since_when(database: str) -> None:
    policy = parse_policy((SAMPLES / "demo.policy").read_bytes())
    app = create_app(database, SiteSettings(log=False, posts=0, policy=str(SAMPLES / "demo.policy")))
    sample, data = (next(SAMPLES.glob(f"*{PUBLISHED}.{kind}.json")).read_bytes() for kind in ("hand", "receipt"))
    app.extensions["hands"].take_in(
        [("x", sample)],
        Receipts(lambda hand: data if hand == PUBLISHED else None, Reader(policy, NOW)),
    )
    commitment = app.extensions["hands"].find(PUBLISHED)[0].server_commitment
    _, page = put(app.test_client(), f"{commitment[:16]} is what I noted")
    assert f"The header of hand {PUBLISHED} with all its commitments was published at 20" in page
    assert "as its receipt shows" in page


def test_a_hash_that_does_not_match_stands_beside_those_of_the_hand(client: FlaskClient) -> None:
    status, page = put(client, f"{HEADER['hand']}: my note says {OTHER}")
    assert status == 200
    assert f"Does not match hand {HEADER['hand']}" in page
    assert page.index(OTHER) < page.index(HEADER["server_commitment"])
    assert f"/hands/{hand_id(ILLEGAL)}" in page


@pytest.mark.parametrize("how", ["player-commitment", "player-seed", "header-hash", "log-head", "record-hash"])
def test_a_link_cannot_claim_that_a_hash_is_one_of_the_hand(client: FlaskClient, how: str) -> None:
    page = client.get(f"/hands/{HEADER['hand']}?matched={how}&hash={OTHER}").get_data(as_text=True)
    assert f"says that {OTHER} is a hash of this hand. It is not." in page
    assert "It matches" not in page


def test_where_nothing_is_found_the_text_stays_and_what_is_similar_is_linked(client: FlaskClient) -> None:
    typed = f"look at {HEADER['hand'][:-1]}"
    status, page = put(client, typed)
    assert status == 404
    assert f">\n{typed}</textarea>" in page
    assert f'<a href="/hands/{HEADER["hand"]}">hand {HEADER["hand"]}</a>' in page


@pytest.mark.parametrize("what", ["x" * 3000, '{"no": "record' + " " * 3000 + "x"])
def test_a_long_text_stays_in_the_box(client: FlaskClient, what: str) -> None:
    answer = client.post("/find", data={"what": what})
    assert f">\n{what}</textarea>" in html.unescape(answer.get_data(as_text=True)) or answer.status_code == 200


def test_a_text_that_is_too_much_work_stays_in_the_box(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealproof.web.store.lookup.MOST_RECORDS", 1)
    what = '{"a": 1}\n{"a": 2}\n'
    status, page = put(client, what)
    assert status == 413
    assert f">\n{what}</textarea>" in page


def test_a_post_too_many_keeps_the_text(database: str) -> None:
    client = create_app(database, SiteSettings(log=False, posts=1)).test_client()
    put(client, "one")
    status, page = put(client, "two words")
    assert status == 429
    assert ">\ntwo words</textarea>" in page


def test_the_list_of_hands_is_filtered_by_player_in_pages_and_as_json(client: FlaskClient) -> None:
    page = client.get("/hands?player=CHACKO").get_data(as_text=True)
    assert page.count('class="id"') == 1
    assert hand_id(GOOD) in page
    found = client.get("/api/v1/hands?player=chacko").get_json()
    assert [each["hand"] for each in found["hands"]] == [hand_id(GOOD)]
    assert client.get(f"/hands?player={'x' * 65}").status_code == 400
    assert put(client, "chacko") == (200, html.unescape(client.get("/hands?player=chacko").get_data(as_text=True)))


def test_the_api_compares_and_names_what_is_similar(client: FlaskClient) -> None:
    def ask(what: str) -> dict[str, object]:
        answer: dict[str, object] = client.post("/api/v1/find", data=what, content_type="text/plain").get_json()
        return answer

    assert ask(f"{HEADER['hand']} {OTHER}")["matches"] is False
    assert ask("chacko") == {"took": "player", "hands": [], "commitment": None, "name": "chacko"}
    assert f"Similar are: hand {HEADER['hand']}." in str(ask(HEADER["hand"][1:])["message"])


def test_a_budget_is_spent_by_records_alone(client: FlaskClient) -> None:
    hands = client.application.extensions["hands"]
    assert hands.look_up(HEADER["hand"].encode(), Budget(units=0))
