"""The page of a dispute and its download: the same bytes as the command, and nothing of a hidden hand."""

import html
import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.store.receipts import Receipts
from dealproof.web.store.service import Hands
from tests.support.disputes import HIDDEN, samples, unpacked
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import Run

SHOWN = sorted(set(samples()) - {HIDDEN})


def id_of(name: str) -> str:
    told = json.loads(samples()[name].record)
    hand: str = told.get("header", told)["hand"]
    return hand


@pytest.fixture
def stored(database: str) -> FlaskClient:
    """A site with the samples and their receipts, under the policy of the demo."""
    app = create_app(database, SiteSettings(posts=0, log=False, policy=str(SAMPLES / "demo.policy")))
    hands: Hands = app.extensions["hands"]
    receipts = {id_of(name): each.receipt for name, each in samples().items()}
    report = hands.take_in(((name, each.record) for name, each in samples().items()), Receipts(of=receipts.get))
    assert report.stored == len(samples())
    return app.test_client()


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", page)).split())


@pytest.mark.parametrize("name", SHOWN)
def test_the_site_and_the_command_make_the_same_bytes(stored: FlaskClient, run: Run, name: str, tmp_path: Path) -> None:
    answer = stored.get(f"/hands/{id_of(name)}/dispute.zip")
    assert (answer.status_code, answer.content_type) == (200, "application/zip")
    (file,) = SAMPLES.glob(f"{name}.hand.json")
    policy = str(SAMPLES / "demo.policy")
    assert run("dispute", str(file), "--policy", policy, "-o", "from-file.zip").exit_code == 0
    assert run("dispute", id_of(name), "--policy", policy, "-o", "from-id.zip").exit_code == 0
    assert Path("from-file.zip").read_bytes() == Path("from-id.zip").read_bytes() == answer.data


def test_the_same_under_other_rules(stored: FlaskClient, run: Run) -> None:
    name = "20-28-published-before-play"
    answer = stored.get(f"/hands/{id_of(name)}/dispute.zip?under=28-gulan")
    run("dispute", id_of(name), "--policy", str(SAMPLES / "demo.policy"), "--under", "28-gulan", "-o", "a.zip")
    assert Path("a.zip").read_bytes() == answer.data
    under = json.loads(unpacked(answer.data)["under.json"])
    api = stored.get(f"/api/v1/hands/{id_of(name)}/under/28-gulan").get_json()
    assert {key: under[key] for key in api} == api
    page = stored.get(f"/hands/{id_of(name)}/dispute?under=28-gulan").text
    assert "dispute.zip?under=28-gulan" in page
    assert "Under 28-gulan, move" in words(page)


@pytest.mark.parametrize("name", SHOWN)
def test_the_page_says_what_is_claimed_and_right_and_leads_to_the_bundle(stored: FlaskClient, name: str) -> None:
    hand = id_of(name)
    assert f'href="/hands/{hand}/dispute"' in stored.get(f"/hands/{hand}").text
    answer = stored.get(f"/hands/{hand}/dispute")
    assert answer.status_code == 200
    assert f'href="/hands/{hand}/dispute.zip"' in answer.text
    assert ("What the record claims, and what is right" in words(answer.text)) != (name == "22-28-given-up")


def test_the_page_of_an_illegal_move_shows_the_board_before_it(stored: FlaskClient) -> None:
    page = words(stored.get(f"/hands/{id_of('11-28-did-not-follow-suit')}/dispute").text)
    assert "The board before move 33" in page
    assert "Trick 6, led by" in page


def test_a_hidden_hand_has_a_page_that_says_why_and_no_bundle(stored: FlaskClient, run: Run) -> None:
    """The page and the refusals hold no event, no card and no log head of it."""
    hand, told = id_of(HIDDEN), json.loads(samples()[HIDDEN].record)
    page = stored.get(f"/hands/{hand}/dispute")
    bundle = stored.get(f"/hands/{hand}/dispute.zip")
    by_id = run("dispute", hand, "-o", "a.zip")
    (file,) = SAMPLES.glob(f"{HIDDEN}.hand.json")
    by_file = run("dispute", str(file), "-o", "a.zip")
    assert (page.status_code, bundle.status_code, by_id.exit_code, by_file.exit_code) == (200, 404, 2, 2)
    assert not Path("a.zip").exists()
    for said in (page.text, bundle.text, by_id.output, by_file.output):
        assert "revealed" in said
        assert told["log_head"] not in said
        assert not set(said) & set("♥♦♣")
        assert not re.search(r"\bplayed\b|\bbid \d", words(said))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/hands/nobody/dispute", 404),
        ("/hands/nobody/dispute.zip", 404),
        ("/hands/{hand}/dispute?under=kazhutha", 404),
        ("/hands/{hand}/dispute.zip?under=nothing", 404),
        ("/hands/{hand}/dispute.zip?" + urlencode({"under": "<script>"}), 404),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(stored: FlaskClient, path: str, status: int) -> None:
    answer = stored.get(path.format(hand=id_of("01-28-made-with-a-ruff")))
    assert answer.status_code == status
    assert answer.content_type.startswith("text/html")
    assert "<script>" not in answer.text


def test_an_address_with_letters_of_another_case_leads_to_the_page(stored: FlaskClient) -> None:
    hand = id_of("01-28-made-with-a-ruff")
    answer = stored.get(f"/hands/{hand}./dispute")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/hands/{hand}/dispute")


def test_a_colon_of_a_hand_id_is_an_underscore_in_the_name_of_the_download(database: str) -> None:
    app = create_app(database, SiteSettings(posts=0, log=False))
    told = json.loads(samples()["01-28-made-with-a-ruff"].record)
    told["header"]["hand"] = "a:b"
    app.extensions["hands"].take_in([("x", json.dumps(told).encode())])
    answer = app.test_client().get("/hands/a:b/dispute.zip")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="a_b.dispute.zip"'
