"""A hand that was found by its commitment or its server seed says so, and a link cannot make it say what is not so."""

import html
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.web.intake.box import commitment_of
from dealproof.web.store.service import Hands
from tests.unit.web.conftest import GOOD, HIDDEN, TAMPERED, hand_id, record

COMMITMENT = record(GOOD)["header"]["server_commitment"]
SEED = record(GOOD)["server_seed"]
OTHER = "0" * 64


def shown(client: FlaskClient, path: str) -> str:
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == 200
    page = html.unescape(answer.get_data(as_text=True))
    start = page.find('class="pasted matched"')
    return page[start : page.index("</section>", start)] if start >= 0 else ""


def found(client: FlaskClient, what: str) -> str:
    location: str = client.post("/find", data={"what": what}).location
    return location


def kept(client: FlaskClient, value: dict[str, Any]) -> None:
    hands: Hands = client.application.extensions["hands"]
    hands.take_in([("x", json.dumps(value).encode())])


def test_a_commitment_that_was_looked_for_is_said_to_match(client: FlaskClient) -> None:
    told = shown(client, found(client, COMMITMENT))
    assert f"You looked for the server commitment {COMMITMENT}. It matches" in told
    assert "before the cards were dealt" in told
    assert shown(client, found(client, hand_id(GOOD))) == ""


def test_a_server_seed_that_was_looked_for_is_said_to_match_and_stands_in_no_address(client: FlaskClient) -> None:
    where = found(client, SEED)
    assert SEED not in where
    told = shown(client, where)
    assert f"the server seed whose SHA-256 is {COMMITMENT}. It matches" in told
    assert SEED not in told


def test_the_seed_of_a_hidden_hand_is_found_and_stays_out_of_the_page(client: FlaskClient) -> None:
    seed, told = "ab" * 32, record(HIDDEN)
    told["header"] |= {"hand": "secret", "server_commitment": commitment_of(seed)}
    kept(client, told)
    where = found(client, seed)
    assert "knows every card" in shown(client, where)
    assert seed not in where + client.get(where).get_data(as_text=True)


def test_where_the_record_has_another_seed_than_the_one_committed_to_the_match_says_so(client: FlaskClient) -> None:
    told = record(GOOD)
    told["header"] |= {"hand": "another", "server_commitment": "12" * 32}
    kept(client, told)
    assert "the server seed in this record is another one" in shown(client, found(client, "12" * 32))
    assert "another one" not in shown(client, found(client, record(TAMPERED)["header"]["server_commitment"]))


@pytest.mark.parametrize("how", ["commitment", "server-seed"])
def test_a_link_cannot_claim_a_match_that_is_none(client: FlaskClient, how: str) -> None:
    told = shown(client, f"/hands/{hand_id(GOOD)}?matched={how}&hash={OTHER}")
    assert f"says that {OTHER} is the server commitment of this hand. It is not." in told
    assert "It matches" not in told


@pytest.mark.parametrize(
    "query", ["matched=commitment", f"matched=x&hash={COMMITMENT}", "matched=commitment&hash=<b>", "hash=1"]
)
def test_a_link_that_says_nothing_to_be_checked_says_nothing(client: FlaskClient, query: str) -> None:
    page = client.get(f"/hands/{hand_id(GOOD)}?{query}").get_data(as_text=True)
    assert 'class="pasted matched"' not in page
    assert "<b>" not in page


def test_the_page_without_a_match_is_the_same_after_one_with_a_match(client: FlaskClient) -> None:
    """What is kept of a page has no query."""
    before = client.get(f"/hands/{hand_id(GOOD)}").data
    shown(client, found(client, COMMITMENT))
    assert client.get(f"/hands/{hand_id(GOOD)}").data == before


def test_the_api_says_which_commitment_was_matched(client: FlaskClient) -> None:
    for what, took in ((COMMITMENT, "commitment"), (SEED, "server-seed")):
        told = client.post("/api/v1/find", data=what, content_type="text/plain").get_json()
        assert told == {"took": took, "hands": [hand_id(GOOD)], "commitment": COMMITMENT}
