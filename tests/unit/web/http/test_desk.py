"""The desk of operators: sign-in by token, the pages, and what is refused (issue 13, "Operators' page")."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text as sql
from werkzeug.test import TestResponse

from dealproof.web.http.app import create_app
from dealproof.web.http.desk.session import COOKIE
from dealproof.web.http.settings import SiteSettings
from dealproof.web.operators.sessions import LASTS
from dealproof.web.store import rejudging
from dealproof.web.store.desk.service import PAGE
from dealproof.web.store.operator_database import operator_database
from dealproof.web.store.service import Hands
from tests.support.operators import NOW, token_of
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MISMATCH, TAMPERED, hand_id, record, text

NAMES = (GOOD, ILLEGAL, MISMATCH, HIDDEN, TAMPERED)
TABLE: str = record(GOOD)["header"]["table"]
PATHS = ("/", "/hands", "/tables", "/days", "/players", "/changes", "/search", "/search?q=h")


@pytest.fixture
def app(database: str) -> Iterator[Flask]:
    """A site with a hand of each kind, all at tables of the operator kochi, and one hand of another operator."""
    made = create_app(database, SiteSettings(log=False, posts=0))
    token_of(database)
    token_of(database, "other")
    assign(database, "kochi", *(record(name)["header"]["table"] for name in NAMES))
    assign(database, "other", "theirs")
    hands: Hands = made.extensions["hands"]
    hands.take_in((name, text(name)) for name in NAMES)
    told = record(GOOD)
    told["header"] |= {"hand": "not-yours", "table": "theirs", "seats": ["Secret", *told["header"]["seats"][1:]]}
    hands.take_in([("x", json.dumps(told).encode())])
    yield made
    hands.database.dispose()


def assign(database: str, name: str, *tables: str) -> None:
    with operator_database(database) as opened, opened.writing() as found:
        account = found.accounts.named(name)
        assert account is not None
        for table in tables:
            found.accounts.assign(account, table)


@pytest.fixture
def desk(app: Flask, database: str) -> FlaskClient:
    """A browser that is signed in."""
    client = app.test_client()
    assert sign_in(client, token_of(database)).status_code == 303
    return client


def sign_in(client: FlaskClient, token: str, **more: Any) -> TestResponse:
    return client.post("/operator/sign-in", data={"token": token}, **more)


def words(client: FlaskClient, path: str) -> str:
    answer = client.get(f"/operator{path}")
    assert answer.status_code == 200, path
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", answer.text)).split())


def hands(client: FlaskClient, query: str = "") -> list[str]:
    found: list[str] = re.findall(r'class="id">([^<]+)', client.get(f"/operator/hands{query}").text)
    return found


def test_no_page_is_shown_to_who_is_not_signed_in(app: Flask) -> None:
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("desk.") and rule.endpoint not in {"desk.sign_in", "desk.signed_in"}:
            method = "GET" if "GET" in (rule.methods or ()) else "POST"
            for cookie in (None, "", "x", "x" * 43):
                if cookie is not None:
                    client.set_cookie(COOKIE, cookie)
                answer = client.open(rule.rule, method=method)
                assert answer.status_code == 303, rule
                assert answer.location == "/operator/sign-in"
                assert hand_id(GOOD) not in answer.text


def test_a_token_signs_in_by_a_cookie_that_no_script_and_no_other_site_has(app: Flask, database: str) -> None:
    client, token = app.test_client(), token_of(database)
    assert client.get("/operator/sign-in").status_code == 200
    answer = sign_in(client, f" {token}\n")
    assert (answer.status_code, answer.location) == (303, "/operator/")
    cookie = answer.headers["Set-Cookie"]
    for part in ("HttpOnly", "SameSite=Strict", "Path=/operator", f"Max-Age={LASTS}"):
        assert part in cookie.split("; ")
    assert "Secure" not in cookie
    assert token not in cookie
    assert token[16:] not in cookie
    assert "kochi" in words(client, "/")
    assert client.get("/operator/sign-in").location == "/operator/"
    secure = sign_in(app.test_client(), token, base_url="https://hands.example")
    assert "Secure" in secure.headers["Set-Cookie"].split("; ")


@pytest.mark.parametrize("token", ["", "x", "dp_0123456789ab_" + "x" * 43, "\0", "x" * 10_000])
def test_what_is_no_token_signs_nobody_in_and_is_repeated_nowhere(app: Flask, token: str) -> None:
    client = app.test_client()
    answer = sign_in(client, token)
    assert answer.status_code == 403
    assert "This token is not accepted" in answer.text
    assert "Set-Cookie" not in answer.headers
    assert len(token) < 2 or token not in answer.text
    assert client.get("/operator/").status_code == 303


def test_a_session_ends_by_signing_out_and_with_its_token(app: Flask, database: str) -> None:
    token = token_of(database)
    first, second, third = (app.test_client() for _ in range(3))
    for client in (first, second):
        sign_in(client, token)
    sign_in(third, token_of(database))
    kept = first.get_cookie(COOKIE, path="/operator")
    assert kept is not None
    out = first.post("/operator/sign-out")
    assert (out.status_code, out.location) == (303, "/operator/sign-in")
    first.set_cookie(COOKIE, kept.value, path="/operator")
    assert first.get("/operator/").status_code == 303
    assert second.get("/operator/").status_code == 200
    with operator_database(database) as opened, opened.writing() as tables:
        tables.accounts.revoke(token[3:15], NOW)
    assert second.get("/operator/").status_code == 303
    assert third.get("/operator/").status_code == 200


@pytest.mark.parametrize("path", ["/operator/sign-in", "/operator/sign-out"])
@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_no_other_site_signs_a_browser_in_or_out(
    desk: FlaskClient, database: str, path: str, headers: dict[str, str]
) -> None:
    assert desk.post(path, data={"token": token_of(database)}, headers=headers).status_code == 403
    assert desk.get("/operator/").status_code == 200


def test_a_form_of_another_type_is_refused(app: Flask, database: str) -> None:
    answer = app.test_client().post("/operator/sign-in", json={"token": token_of(database)})
    assert answer.status_code == 415


def test_sign_ins_are_counted_by_client(database: str) -> None:
    app = create_app(database, SiteSettings(log=False, posts=3))
    client = app.test_client()
    answers = [sign_in(client, "x") for _ in range(4)]
    assert [each.status_code for each in answers] == [403, 403, 403, 429]
    assert answers[-1].headers["Retry-After"]
    app.extensions["hands"].database.dispose()


def test_every_page_is_guarded_and_kept_nowhere(desk: FlaskClient) -> None:
    for path in PATHS:
        answer = desk.get(f"/operator{path}")
        assert answer.status_code == 200, path
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
        assert "style=" not in answer.text
        assert "<script" not in answer.text


def test_failures_come_first_and_nothing_of_another_operator_comes_at_all(desk: FlaskClient) -> None:
    assert hands(desk) == [hand_id(name) for name in (TAMPERED, ILLEGAL, MISMATCH, HIDDEN, GOOD)]
    for path in (*PATHS, "/hands?table=theirs", "/hands?player=Secret", "/search?q=not-yours", "/search?q=theirs"):
        page = desk.get(f"/operator{path}").text.partition("<main")[2]
        assert page
        assert "not-yours" not in re.sub(r"<(input|form)[^>]*>", "", page), path
    assert hands(desk, "?table=theirs") == hands(desk, "?player=Secret") == []


def test_filters_narrow_the_list_and_say_how_many_there_are(desk: FlaskClient) -> None:
    assert hands(desk, "?verdict=illegal") == [hand_id(ILLEGAL)]
    assert hands(desk, "?verdict=failures") == [hand_id(name) for name in (TAMPERED, ILLEGAL, MISMATCH)]
    assert hands(desk, f"?verdict=&table={TABLE}&day=&player=")
    player = record(GOOD)["header"]["seats"][0]
    assert hand_id(GOOD) in hands(desk, f"?player={player.upper()}")
    shown = words(desk, "/hands")
    for said in ("All hands 5", "Failures 3", "Tampered 1", "Illegal move 1", "Verified 1"):
        assert said in shown
    assert "Void" not in shown
    assert "No hand matches." in words(desk, "/hands?verdict=void")


def test_an_illegal_move_is_named_with_its_player_and_nobody_is_accused_of_one_that_is_not_proven(
    desk: FlaskClient,
) -> None:
    page = desk.get("/operator/hands?verdict=illegal").text
    assert re.search(r'<p class="rule"><bdi dir="auto">\w+</bdi>: [^<]*must play one', page)
    assert 'class="rule"' not in desk.get("/operator/hands?verdict=tampered").text


def test_pages_lead_on_and_back(app: Flask, desk: FlaskClient) -> None:
    lines = []
    told = record(GOOD)
    for number in range(PAGE + 5):
        told["header"] |= {"hand": f"copy.{number}", "number": number + 1, "table": TABLE}
        lines.append(("x", json.dumps(told).encode()))
    app.extensions["hands"].take_in(lines)
    met: list[str] = []
    path: str | None = "/operator/hands"
    while path:
        page = desk.get(path).text
        met += re.findall(r'class="id">([^<]+)', page)
        found = re.search(r'rel="next" href="([^"]+)"', page)
        path = html.unescape(found[1]) if found else None
    assert len(met) == len(set(met)) == PAGE + 10


def test_what_changed_is_said_with_versions_and_grades(app: Flask, desk: FlaskClient) -> None:
    made = app.extensions["hands"].database
    assert "No verdict has changed." in words(desk, "/changes")
    with made.begin() as connection:
        connection.execute(sql("UPDATE summaries SET judge = judge - 1, verdict = 'mismatch', grade = 'F'"))
    assert "are judged again in the background: 6 to go" in words(desk, "/")
    assert "Judged by version 0; is judged again." in words(desk, "/hands")
    rejudging.catch_up(made)
    shown = words(desk, "/changes")
    assert f"Result not as recorded → now Verified {hand_id(GOOD)}" in shown
    assert "grade: F → C" in shown
    assert "judged by version 0, now by 1" in shown
    assert "not-yours" not in shown
    assert "Illegal move" in words(desk, "/")
    assert "to go" not in words(desk, "/")


def test_a_new_table_waits_for_nothing_and_one_with_hands_is_said_to_be_added(
    app: Flask, desk: FlaskClient, database: str
) -> None:
    assign(database, "kochi", "brand-new")
    assert "still being added" not in words(desk, "/")
    assign(database, "kochi", "theirs")
    assert "still being added" in words(desk, "/")


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("/hands?verdict=nonsense", 400),
        ("/hands?table=a%20b", 400),
        ("/hands?day=2026-02-30", 400),
        ("/hands?day=1969-12-31", 400),
        ("/hands?after=1.2", 400),
        ("/hands?after=99.1.1", 400),
        ("/hands?after=1.9999999999999999.2147483648", 400),
        ("/hands?x=1", 400),
        ("/hands?table=a&table=b", 400),
        ("/tables?after=a%20b", 400),
        ("/tables?failed=2", 400),
        ("/days?after=x", 400),
        ("/changes?before=0", 400),
        ("/changes?x=1", 400),
        ("/search?x=1", 400),
        ("/?x=1", 400),
        ("/hands?player=%00", 200),
        ("/hands?player=%F0%90", 200),
        ("/players?after=%00", 200),
        ("/search?q=%00%ff%25_", 200),
        ("/hands?after=12.9999999999999999.2147483647", 200),
        ("/changes?before=9007199254740991", 200),
        ("/hands?day=9999-12-31", 200),
    ],
)
def test_parameters_that_cannot_be_are_refused_with_a_sentence(desk: FlaskClient, query: str, status: int) -> None:
    answer = desk.get(f"/operator{query}")
    assert answer.status_code == status
    assert "<h1>" in answer.text


def test_the_desk_is_below_the_path_of_the_site(database: str) -> None:
    settings = SiteSettings(log=False, posts=0)
    app = create_app(database, settings)
    client = app.test_client()
    answer = sign_in(client, token_of(database), base_url="http://localhost/at/")
    assert answer.location == "/at/operator/"
    assert "Path=/at/operator" in answer.headers["Set-Cookie"].split("; ")
    app.extensions["hands"].database.dispose()


def test_a_record_in_which_no_name_can_be_read_is_listed_all_the_same(app: Flask, desk: FlaskClient) -> None:
    with app.extensions["hands"].database.begin() as connection:
        connection.execute(sql("UPDATE summaries SET seats = '[]', rules = '', verdict = '', judge = 0"))
    assert "Has not been judged yet." in words(desk, "/hands")
