"""Answers that were made before: what they depend on, and what they do not depend on (item 5, S20)."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from dealproof.web import judging
from dealproof.web.http import site
from dealproof.web.http.answer_cache import LARGEST, Answer, AnswerCache
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import Address, SiteSettings
from dealproof.web.store.glance import OTHERS
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, HIDDEN, hand_id, record, text

SEVERAL = ROOT / "fixtures" / "several"


EACH_DATABASE = True


@pytest.fixture
def app(database: str) -> Iterator[Flask]:
    made = create_app(database, SiteSettings())
    yield made
    made.extensions["hands"].database.dispose()


def bring(app: Flask, *records: bytes) -> None:
    hands: Hands = app.extensions["hands"]
    hands.take_in(("x", each) for each in records)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes every page of a hand and every verdict that is made."""
    made: list[str] = []
    page, verdict = site.stored_page, judging.verdict

    def noted_page(*arguments: Any) -> Any:
        made.append("page")
        return page(*arguments)

    def noted_verdict(*arguments: Any) -> Any:
        made.append("verdict")
        return verdict(*arguments)

    monkeypatch.setattr(site, "stored_page", noted_page)
    monkeypatch.setattr(judging, "verdict", noted_verdict)
    return made


def test_a_page_is_made_once_whatever_a_client_says_of_itself(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """S20: the Host is no part of what a page is kept under."""
    bring(app, text(GOOD))
    made = counted(monkeypatch)
    client = app.test_client()
    for path, what in ((f"/hands/{hand_id(GOOD)}", "page"), (f"/api/v1/hands/{hand_id(GOOD)}", "verdict")):
        first = client.get(path)
        for host in ("a.example", "b.example:81"):
            again = client.get(path, headers={"Host": host, "Cookie": "a=b", "Accept": "text/plain"})
            assert (again.status_code, again.data) == (200, first.data)
            assert again.headers.to_wsgi_list() == first.headers.to_wsgi_list()
        assert made.count(what) == 1


def test_a_kept_answer_has_the_headers_and_the_line_in_the_log_of_any_other(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    bring(app, text(GOOD))
    client = app.test_client()
    answers = [client.get(f"/hands/{hand_id(GOOD)}") for _ in range(2)]
    assert answers[0].headers["Content-Security-Policy"] == answers[1].headers["Content-Security-Policy"]
    assert answers[1].headers["Content-Length"] == str(len(answers[1].data))
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    for line in lines:
        del line["time"], line["ms"]
    assert len(lines) == 2
    assert lines[0] == lines[1]
    assert lines[0]["hand"] == hand_id(GOOD)
    head = client.head(f"/hands/{hand_id(GOOD)}")
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["Content-Length"] == answers[0].headers["Content-Length"]
    assert json.loads(capsys.readouterr().err)["method"] == "HEAD"


def test_what_is_not_there_what_is_asked_otherwise_and_what_is_posted_is_answered_by_the_application(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(app, text(GOOD))
    made = counted(monkeypatch)
    client = app.test_client()
    for _ in range(2):
        assert client.get("/hands/nobody").status_code == 404
        assert client.post(f"/hands/{hand_id(GOOD)}").status_code == 405
        assert client.get(f"/api/v1/hands/{hand_id(GOOD)}?x=1").status_code == 400
        assert "Another rule set" not in client.get(f"/hands/{hand_id(GOOD)}?under=28-gulan").get_data(as_text=True)
    assert made == ["page", "page"]


def test_a_page_has_the_path_of_its_site(database: str, app: Flask) -> None:
    bring(app, text(GOOD))
    at = create_app(database, SiteSettings(Address("https", "hands.example", "/at"), log=False)).test_client()
    for _ in range(2):
        assert f'href="/at/hands/{hand_id(GOOD)}/record"' in at.get(f"/hands/{hand_id(GOOD)}").get_data(as_text=True)
    at.application.extensions["hands"].database.dispose()


def test_a_hand_that_was_opened_is_shown_as_that(app: Flask) -> None:
    """S8: a kept page goes with its record."""
    hidden, opened = (SEVERAL / f"{name}-secret-1.hand.json" for name in ("hidden", "opened"))
    client = app.test_client()
    bring(app, hidden.read_bytes())
    for _ in range(2):
        assert "Still hidden" in client.get("/hands/secret-1").get_data(as_text=True)
    bring(app, opened.read_bytes())
    assert "Verified" in client.get("/hands/secret-1").get_data(as_text=True)
    assert client.get("/api/v1/hands/secret-1").get_json()["verdict"] == "verified"


def several(client: FlaskClient, hand: str) -> dict[str, list[str]]:
    told = client.get(f"/api/v1/hands/{hand}").get_json()
    remarked = [each["remark"] for each in told["remarks"] if each["remark"] == "seed-reused"]
    found = {each["finding"]: each["others"] for each in told.get("several", [])}
    assert len(remarked) == ("seed-reused" in found)
    return found


def test_hands_with_one_server_seed_say_so_on_their_pages_and_in_the_api(app: Flask) -> None:
    """S7: also where the second hand comes after the page of the first was made."""
    first, second = (SEVERAL / "one-seed-in-two-hands.hands.jsonl").read_bytes().splitlines()
    client = app.test_client()
    bring(app, first)
    assert several(client, "reuse-1") == {}
    assert "same server seed" not in client.get("/hands/reuse-1").get_data(as_text=True)
    bring(app, second)
    for hand, other in (("reuse-1", "reuse-2"), ("reuse-2", "reuse-1")):
        assert several(client, hand) == {"seed-reused": [other]}
        shown = client.get(f"/hands/{hand}").get_data(as_text=True)
        assert "same server seed" in shown
        assert f'href="/hands/{other}"' in shown


def test_a_hidden_hand_whose_seed_another_one_opens_says_so(app: Flask) -> None:
    """S7."""
    bring(app, (SEVERAL / "hidden-secret-1.hand.json").read_bytes(), (SEVERAL / "opened-2.hand.json").read_bytes())
    client = app.test_client()
    assert several(client, "secret-1") == {"opened-elsewhere": ["opened-2"], "seed-reused": ["opened-2"]}
    assert several(client, "opened-2") == {"seed-reused": ["secret-1"]}
    assert "opened-2</a> " in client.get("/hands/secret-1").get_data(as_text=True)


def test_a_seed_that_was_not_committed_to_is_found_too(app: Flask) -> None:
    told = record(GOOD)
    told["header"]["hand"] = "other-seed"
    told["server_seed"] = json.loads((SEVERAL / "opened-2.hand.json").read_bytes())["server_seed"]
    bring(app, (SEVERAL / "opened-2.hand.json").read_bytes(), json.dumps(told).encode())
    assert several(app.test_client(), "opened-2") == {"seed-reused": ["other-seed"]}


def test_many_hands_with_one_seed_are_named_up_to_a_few(app: Flask) -> None:
    line = (SEVERAL / "opened-2.hand.json").read_bytes()
    bring(app, *(line.replace(b'"opened-2"', b'"many-%d"' % number) for number in range(9)))
    client = app.test_client()
    found = client.get("/api/v1/hands/many-1").get_json()["several"]
    assert found == [{"finding": "seed-reused", "others": ["many-0", "many-2", "many-3"], "more": True}]
    assert len(found[0]["others"]) == OTHERS


def test_a_shelf_holds_so_many_bytes_and_lets_go_of_what_nobody_asks_for() -> None:
    cache = AnswerCache(most=100)
    for number in range(4):
        cache.put((number,), Answer((), b"x" * 30))
        cache.get((0,))
    assert list(cache.answers) == [(2,), (3,), (0,)]
    assert cache.size == 90
    cache.put((0,), Answer((), b"y"))
    assert cache.size == 61
    cache.put((9,), Answer((), b"x" * 101))
    assert (9,) not in cache.answers
    large = AnswerCache()
    large.put((1,), Answer((), b"x" * (LARGEST + 1)))
    assert large.size == len(large.answers) == 0


def test_a_page_made_from_another_record_than_was_seen_is_not_kept(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record may be replaced between the two queries."""
    bring(app, text(HIDDEN))
    glance = Hands.glance
    monkeypatch.setattr(Hands, "glance", lambda self, hand: glance(self, hand)._replace(digest="0" * 64))
    made = counted(monkeypatch)
    client = app.test_client()
    for _ in range(2):
        client.get(f"/hands/{hand_id(HIDDEN)}")
    assert made == ["page", "page"]
