"""The pages: what is on them, what is never on them, and the headers that guard them."""

import html
import json
import re

import pytest
from flask.testing import FlaskClient

from dealproof.replay.verdict import ERROR, VERDICTS
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.presentation.verdict import LIMITS
from dealproof.web.presentation.visible_text import quoted
from dealproof.web.store.service import Hands
from tests.conftest import JudgingFails
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MISMATCH, TAMPERED, hand_id, record, records, text


def page(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return html.unescape(answer.get_data(as_text=True))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        (GOOD, "Verified"),
        (ILLEGAL, "Illegal move"),
        (MISMATCH, "Result not as recorded"),
        (HIDDEN, "Still hidden"),
        (TAMPERED, "Tampered"),
    ],
)
def test_the_verdict_is_the_heading_and_the_title_of_the_page(client: FlaskClient, name: str, title: str) -> None:
    shown = page(client, f"/hands/{hand_id(name)}")
    assert f"<title>{title}" in shown
    assert re.search(rf"<h1>.*{title}</h1>", shown)


def test_a_page_has_the_checks_with_what_each_leaves_open_and_the_limits(client: FlaskClient) -> None:
    shown = page(client, f"/hands/{hand_id(GOOD)}")
    for sentence in sentences(ENGLISH).sections["checks"].values():
        assert sentence in shown
    for code in LIMITS:
        assert sentences(ENGLISH).say("limits", code) in shown
    assert sentences(ENGLISH).say("grades", "C") in shown


def test_a_page_has_seeds_and_hashes_whole(client: FlaskClient) -> None:
    told = record(GOOD)
    shown = page(client, f"/hands/{hand_id(GOOD)}")
    for value in (told["server_seed"], told["header"]["server_commitment"], told["log_head"]):
        assert f">{value}<" in shown
    for seed in told["player_seeds"]:
        assert f">{quoted(seed)}<" in shown


def test_a_page_tells_the_rule_broken_and_what_was_legal(client: FlaskClient) -> None:
    shown = page(client, f"/hands/{hand_id(ILLEGAL)}")
    assert sentences(ENGLISH).say("rules", "must-follow-suit") in shown
    assert "What was legal" in shown


def test_a_page_tells_where_a_claim_is_wrong(client: FlaskClient) -> None:
    assert "Card points of " in page(client, f"/hands/{hand_id(MISMATCH)}")


def test_a_hidden_hand_gives_away_no_card_no_event_and_no_hash_over_them(client: FlaskClient) -> None:
    told = record(HIDDEN)
    for path in (f"/hands/{hand_id(HIDDEN)}", f"/api/v1/hands/{hand_id(HIDDEN)}", "/"):
        shown = page(client, path)
        assert told["log_head"] not in shown
        assert 'class="card' not in shown
        assert '"conceal"' not in shown


def test_the_record_of_a_hidden_hand_is_kept_inside(client: FlaskClient) -> None:
    assert "once its server seed has been revealed" in page(client, f"/hands/{hand_id(HIDDEN)}/record", 404)


def test_the_record_is_given_out_byte_for_byte(client: FlaskClient) -> None:
    answer = client.get(f"/hands/{hand_id(GOOD)}/record")
    assert answer.get_json() == record(GOOD)
    assert "attachment" in answer.headers["Content-Disposition"]


def test_names_and_seeds_are_shown_as_text(client: FlaskClient) -> None:
    told = record(GOOD)
    told["header"]["hand"] = "markup"
    told["header"]["seats"][:2] = ["<script>alert(1)</script>", "\u202e\"onload='x'"]
    told["player_seeds"][0] = "<img src=x>"
    client.application.extensions["hands"].take_in([("x", json.dumps(told).encode())])
    for path in ("/hands/markup", "/"):
        raw = client.get(path).get_data(as_text=True)
        assert "<script>" not in raw
        assert "<img src=x" not in raw
        assert "\u202e" not in raw
        assert "&lt;script&gt;" in raw


def test_the_front_page_lists_the_hands_last_received_first(client: FlaskClient) -> None:
    shown = page(client, "/")
    places = [shown.index(hand_id(name)) for name in (TAMPERED, HIDDEN, MISMATCH, ILLEGAL, GOOD)]
    assert places == sorted(places)


@pytest.mark.parametrize("path", ["/hands/nobody", "/hands/" + "x" * 65, "/hands/%00", "/nowhere", "/hands/a/b/c"])
def test_what_is_not_there_is_a_page_with_a_sentence(client: FlaskClient, path: str) -> None:
    assert re.search(r"<h1>[^<]+\.</h1>|<h1>[^<]+: -</h1>", page(client, path, 404))


def test_every_answer_is_guarded(client: FlaskClient) -> None:
    for path in ("/", f"/hands/{hand_id(GOOD)}", "/nowhere", "/static/site.css", "/api/v1/hands/nobody"):
        headers = client.get(path, buffered=True).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'self';")
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_no_template_has_inline_code() -> None:
    for template in (ROOT / "web" / "http" / "site" / "templates" / "site").iterdir():
        markup = template.read_text(encoding="utf-8")
        inline = r"<script(?![^>]*(?:src=|type=.application/json))|<style|\sstyle=|\son[a-z]+=|javascript:|//[a-z]+\."
        assert not re.search(inline, markup)


def test_the_sheet_and_the_icon_are_served(client: FlaskClient) -> None:
    for link in re.findall(r'href="(/static/[^"]+)"', page(client, "/")):
        assert client.get(link, buffered=True).status_code == 200


def test_a_bug_is_a_page_with_a_sentence(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealproof.web.store.service.Hands.latest", lambda _: 1 / 0)
    client.application.config["PROPAGATE_EXCEPTIONS"] = False
    assert "on our side" in page(client, "/", 500)


def test_every_vector_that_can_be_read_has_a_page(client: FlaskClient) -> None:
    hands: Hands = client.application.extensions["hands"]
    hands.take_in((name, text(name)) for name in records())
    ids = {told["header"]["hand"] for told in records().values() if isinstance(told.get("header"), dict)}
    pages = [client.get(f"/hands/{each}") for each in ids if hands.raw_record(each)]
    assert len(pages) > 40
    assert {page.status_code for page in pages} == {200}


@pytest.mark.parametrize("verdict", [name for name in (*VERDICTS, ERROR) if name != "verified"])
def test_every_verdict_but_verified_says_what_to_do_about_it(verdict: str) -> None:
    assert sentences(ENGLISH).has("what-now", verdict)
    assert sentences(ENGLISH).has("verdicts", verdict)


def test_a_hand_that_could_not_be_judged_says_so_and_blames_nobody(
    client: FlaskClient, judging_fails: JudgingFails
) -> None:
    """S1: the verdict `error` on a page."""
    judging_fails(hand_id(GOOD))
    shown = page(client, f"/hands/{hand_id(GOOD)}")
    assert "<title>Could not be judged" in shown
    assert "This says nothing about the hand." in shown
    assert sentences(ENGLISH).say("what-now", ERROR) in shown
    assert 'class="verdict open"' in shown
    assert f"/hands/{hand_id(GOOD)}/record" in shown
