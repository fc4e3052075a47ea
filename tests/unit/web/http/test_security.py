"""What guards the routes: every rule of the site and of its API is walked, and each keeps to the same."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from dealproof.verifier.tlog.receipt import Receipt, format_receipt
from dealproof.web.archive.published import PublishedReports
from dealproof.web.archive.report import write_report
from dealproof.web.http import security
from dealproof.web.http.app import create_app
from dealproof.web.http.rate_limit import CLIENTS, RateLimit, network
from dealproof.web.http.settings import SiteSettings
from dealproof.web.log.publishing import append
from dealproof.web.store.errors import StatementFailed
from dealproof.web.store.log_database import LogDatabase
from dealproof.web.store.receipts import Receipts
from dealproof.web.store.service import Hands
from tests.generate.demo_log import DemoLog, commit_leaf
from tests.support.archive_reports import tiny
from tests.support.logs import commits, running_log
from tests.unit.web.conftest import GOOD, hand_id, record, text

VALUES = {"hand": hand_id(GOOD), "table": record(GOOD)["header"]["table"], "match": "m1", "rules": "28-kerala-house"}
VALUES |= {"file": "program.zip"}
VALUES |= {"document": "protocol", "family": "kazhutha", "tile": "entries/000.p/1"}
VALUES |= {"operator": "kochi", "report": "2026-11-30"}
OF_ENDPOINT = {"site.guide": {"document": "fair-hands"}, "archive.file": {"file": "report.html"}}
"""Where a value is another one."""


def made(path: Path, posts: int = 0) -> Flask:
    published = tiny()
    write_report(path / "archive" / "kochi" / "2026-11-30", published.report, {}, published.failures)
    site_settings = SiteSettings(posts=posts, log=False, archive=str(path / "archive"))
    app = create_app(f"sqlite:///{path / 'hands.sqlite3'}", site_settings)
    hands: Hands = app.extensions["hands"]
    told = record(GOOD)
    standing = {"totals": [0, 0]}
    told["header"] |= {"hand": "in-match", "match": {"id": "m1", "number": 2, "before": standing}}
    demo = DemoLog()
    receipt = Receipt(record(GOOD)["header"], demo.entry(demo.add(commit_leaf(record(GOOD), 0), 0)), None, None, ())
    hands.take_in([("a", text(GOOD))], Receipts(lambda _: format_receipt(receipt)))
    hands.take_in([("b", json.dumps(told).encode())])
    with running_log(f"sqlite:///{path / 'hands.sqlite3'}", path) as log:
        append(log, commits(1))
    return app


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return made(tmp_path_factory.mktemp("guard"))


@pytest.fixture
def site(app: Flask) -> FlaskClient:
    return app.test_client()


def rules(app: Flask) -> list[Rule]:
    """Every route but those of operators, which answer nobody else (operators/test_guard.py, test_desk.py)."""
    others = ("static", "operator.", "desk.")
    return [rule for rule in app.url_map.iter_rules() if not rule.endpoint.startswith(others)]


def filled(rule: Rule, **values: str) -> str:
    path, known = rule.rule, VALUES | OF_ENDPOINT.get(rule.endpoint, {}) | values
    for name in rule.arguments:
        path = re.sub(f"<(path:)?{name}>", lambda _: known[name], path)  # noqa: B023 (called at once)
    return path


def is_api(path: str) -> bool:
    return path.startswith("/api/v1/") or path == "/healthz"


def holds(answer: TestResponse, path: str, status: int) -> None:
    """The answer is an error as every error is: JSON of one shape below the API, a page with a sentence elsewhere."""
    assert answer.status_code == status, path
    assert answer.headers["Cache-Control"] == "no-store"
    body = answer.get_data(as_text=True)
    assert "Traceback" not in body
    assert 'File "' not in body
    if is_api(path):
        assert list(answer.get_json()) == ["code", "message", "where"]
        assert answer.get_json()["where"] == path
        assert all(isinstance(value, str) and value for value in answer.get_json().values())
    else:
        assert answer.mimetype == "text/html"
        assert "<h1>" in body


def guarded(answer: TestResponse) -> None:
    headers = answer.headers
    policy = headers["Content-Security-Policy"].split("; ")
    assert policy[0] in {"default-src 'self'", "default-src 'none'"}
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in headers["Content-Security-Policy"].replace("'wasm-unsafe-eval'", "")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] in {"no-referrer", "same-origin"}


def test_every_route_answers_and_is_guarded(app: Flask, site: FlaskClient) -> None:
    assert len(rules(app)) > 14
    for rule in rules(app):
        if "GET" in (rule.methods or ()):
            answer = site.get(filled(rule), buffered=True)
            assert answer.status_code == 200, rule
            guarded(answer)
    guarded(site.get("/static/site.css", buffered=True))


def test_only_pages_with_the_box_tell_the_site_itself_where_one_came_from(site: FlaskClient) -> None:
    assert site.get("/").headers["Referrer-Policy"] == "same-origin"
    assert site.get(f"/hands/{hand_id(GOOD)}").headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
def test_a_method_that_a_route_does_not_know_is_refused_with_those_that_it_knows(
    app: Flask, site: FlaskClient, method: str
) -> None:
    for rule in rules(app):
        if method not in (rule.methods or ()):
            answer = site.open(filled(rule), method=method)
            guarded(answer)
            assert answer.status_code == 405, rule
            assert set(answer.headers["Allow"].split(", ")) == rule.methods
            if method != "HEAD":
                holds(answer, filled(rule), 405)


@pytest.mark.parametrize("value", ["nobody", "x" * 65, "%00", "%3Cscript%3E", "..%2f..%2fetc", "%E2%80%AE", "%ff"])
def test_every_name_that_is_not_there_is_refused(app: Flask, site: FlaskClient, value: str) -> None:
    for rule in rules(app):
        for name in rule.arguments:
            answer = site.get(filled(rule, **{name: value}))
            assert answer.status_code == 404, rule
            guarded(answer)
            assert answer.is_json or "<script>" not in answer.get_data(as_text=True)


def posts(app: Flask) -> Iterator[tuple[str, str, bytes]]:
    """The path, type and body of a good post to every route that takes one."""
    bodies = {"/find": ("application/x-www-form-urlencoded", b"what=nobody"), "/api/v1/find": ("text/plain", b"nobody")}
    paths = [rule.rule for rule in rules(app) if "POST" in (rule.methods or ())]
    assert sorted(paths) == sorted(bodies)
    return ((path, *bodies[path]) for path in paths)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 404),
        ({"Origin": "http://localhost"}, 404),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, 404),
        ({"Sec-Fetch-Site": "none"}, 404),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Origin": "https://localhost"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"}, 403),
    ],
)
def test_a_post_from_another_site_is_refused(
    app: Flask, site: FlaskClient, headers: dict[str, str], status: int
) -> None:
    for path, type, body in posts(app):
        holds(site.post(path, data=body, content_type=type, headers=headers), path, status)


@pytest.mark.parametrize("path", ["/", "/hands/nobody", f"/ml/hands/{hand_id(GOOD)}/address.svg", "/api/v1/find"])
def test_a_request_for_a_host_that_is_none_is_refused_in_one_line(site: FlaskClient, path: str) -> None:
    answer = site.get(path, headers={"Host": "x" * 3000})
    guarded(answer)
    assert answer.status_code == 400
    assert answer.headers["Cache-Control"] == "no-store"
    assert "x" * 99 not in answer.text


def test_a_body_too_large_is_refused_however_it_is_sent(app: Flask, site: FlaskClient) -> None:
    for path, type, _ in posts(app):
        holds(site.post(path, data=b"what=" + b"x" * security.MAX_BODY, content_type=type), path, 413)
    part = b'--b\r\nContent-Disposition: form-data; name="what"\r\n\r\n' + b"x" * security.MAX_BODY + b"\r\n--b--\r\n"
    holds(site.post("/find", data=part, content_type="multipart/form-data; boundary=b"), "/find", 413)


def test_a_record_of_the_greatest_size_fits_in(site: FlaskClient) -> None:
    what = b'{"header": {}, "x": "' + b"x" * ((1 << 20) - 40) + b'"}'
    part = b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    text, file = part % (b"what", what), part % (b'file"; filename="a.json', what)
    for body in (text, file):
        answer = site.post("/find", data=body + b"--b--\r\n", content_type="multipart/form-data; boundary=b")
        assert answer.status_code == 200
    assert site.post("/find", data=b"what=" + what, content_type="application/x-www-form-urlencoded").status_code == 200


def test_many_parts_are_refused(site: FlaskClient) -> None:
    parts = {f"part{index}": "x" for index in range(20)}
    assert site.post("/find", data=parts, content_type="multipart/form-data").status_code == 413


@pytest.mark.parametrize("type", ["image/png", "text/html", "", "multipart/form-data"])
def test_a_body_of_another_type_is_refused(app: Flask, site: FlaskClient, type: str) -> None:
    for path, _, body in posts(app):
        answer = site.post(path, data=body, content_type=type)
        assert answer.status_code == 415 or (path == "/find" and type == "multipart/form-data")
        guarded(answer)


def test_too_many_posts_are_refused_until_a_while_later(tmp_path: Path) -> None:
    app = made(tmp_path, posts=4)
    site = app.test_client()
    for path, type, body in posts(app):
        answers = [site.post(path, data=body, content_type=type) for _ in range(5)]
        refused = answers[-1]
        holds(refused, path, 429)
        assert 1 <= int(refused.headers["Retry-After"]) <= 15
    assert site.get("/").status_code == 200


def test_posts_are_counted_by_client_and_come_back_evenly() -> None:
    now = 0.0
    rate = RateLimit(2, clock=lambda: now)
    assert [rate.wait("1.2.3.4") for _ in range(3)] == [0, 0, 30]
    assert rate.wait("1.2.3.5") == 0
    now = 30.0
    assert [rate.wait("1.2.3.4") for _ in range(2)] == [0, 30]
    assert RateLimit(0).wait("1.2.3.4") == 0
    for client in range(CLIENTS + 10):
        rate.wait(f"c{client}")
    assert len(rate.seen) == CLIENTS


def test_a_household_with_ipv6_is_one_client() -> None:
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("::1") != network("127.0.0.1")
    assert network("not an address") == "not an address"


def test_an_ipv4_client_of_a_server_for_both_is_an_ipv4_client() -> None:
    """S5: with `--host ::` all of IPv4 is in one /64."""
    assert network("::ffff:1.2.3.4") == network("1.2.3.4") != network("::ffff:1.2.3.5")
    rate = RateLimit(1)
    assert [rate.wait(each) for each in ("::ffff:1.2.3.4", "::ffff:1.2.3.5")] == [0, 0]


def test_a_port_that_a_proxy_adds_makes_no_other_client() -> None:
    assert network("1.2.3.4:5678") == network("1.2.3.4")
    assert network("[2001:db8::1]:443") == network("2001:db8::1") == network("[2001:db8::1]")


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://hands.example:8443", "hands.example"),
        ("https://hands.example", "127.0.0.1:8028"),
        ("https://hands.example", "hands.example"),
        ("http://[2001:db8::1]:8080", "localhost"),
    ],
)
def test_where_the_site_does_not_know_its_address_page_and_log_name_both_and_the_way_out(
    site: FlaskClient, capsys: pytest.CaptureFixture[str], origin: str, host: str
) -> None:
    """F9: a proxy passes `Host` without its port, or another one."""
    answer = site.post("/find", data={"what": "x"}, headers={"Origin": origin, "Host": host})
    holds(answer, "/find", 403)
    shown = answer.get_data(as_text=True)
    assert origin in shown
    assert f"http://{host}" in shown
    assert f"--base-url {origin}" in shown
    assert "will not help" in shown
    told = json.loads(capsys.readouterr().err.splitlines()[0])
    assert (told["event"], told["origin"], told["here"]) == ("other-address", origin, f"http://{host}")
    assert f"--base-url {origin}" in told["hint"]


@pytest.mark.parametrize(
    "origin", ["null", "http://a b", "x", "http://" + "a" * 300, 'http://a"b', "chrome-extension://a"]
)
def test_an_origin_that_is_no_web_page_is_named_nowhere(
    site: FlaskClient, capsys: pytest.CaptureFixture[str], origin: str
) -> None:
    answer = site.post("/find", data={"what": "x"}, headers={"Origin": origin})
    holds(answer, "/find", 403)
    assert "does not say which page" in answer.get_data(as_text=True)
    assert "other-address" not in capsys.readouterr().err


def test_the_name_of_a_host_is_the_same_in_capitals(site: FlaskClient) -> None:
    answer = site.post("/find", data={"what": "x"}, headers={"Origin": "http://hands.example", "Host": "Hands.Example"})
    assert answer.status_code == 404


def test_a_bug_is_a_sentence_and_no_trace(app: Flask, site: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError("4f3c server seed")

    app.config["PROPAGATE_EXCEPTIONS"] = False
    for name in ("find", "latest", "record", "table", "match", "under", "answers", "look_up", "raw_record", "glance"):
        monkeypatch.setattr(Hands, name, broken)
    monkeypatch.setattr(LogDatabase, "reading", broken)
    monkeypatch.setattr(PublishedReports, "history", broken)
    monkeypatch.setattr(PublishedReports, "read", broken)
    monkeypatch.setattr("dealproof.web.http.site.documents.document", broken)
    monkeypatch.setattr("dealproof.web.http.site.seed_page", broken)
    monkeypatch.setattr("dealproof.web.http.verify.built", broken)
    monkeypatch.setattr("dealproof.web.http.verify.program", broken)
    for name in ("rules_index", "shown_rules", "HelpText"):
        monkeypatch.setattr(f"dealproof.web.http.site.reading.{name}", broken)
    for rule in rules(app):
        path = filled(rule)
        if path != "/api/v1/openapi.json" and "GET" in (rule.methods or ()):
            holds(site.get(path), path, 500)
    for path, type, body in posts(app):
        answer = site.post(path, data=body, content_type=type)
        holds(answer, path, 500)
        assert "4f3c" not in answer.get_data(as_text=True)


def test_a_database_out_of_reach_is_said_so(app: Flask, site: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise StatementFailed("The database cannot be used: connection refused.", "connection refused")

    monkeypatch.setattr(Hands, "answers", gone)
    monkeypatch.setattr(Hands, "latest", gone)
    holds(site.get("/healthz"), "/healthz", 503)
    holds(site.get("/"), "/", 503)


NAMES = ["<script>alert(1)</script>", "\u202eאבג", "അവൻ 👩‍👩‍👧", "\"onload='x'{{ 7*7 }}"]


def test_names_are_text_and_keep_to_themselves(app: Flask, site: FlaskClient) -> None:
    told = record(GOOD)
    told["header"] |= {"hand": "names", "seats": NAMES, "table": "named", "match": None}
    hands: Hands = app.extensions["hands"]
    hands.take_in([("x", json.dumps(told).encode())])
    pasted = site.post("/find", data={"what": json.dumps(told)}).get_data(as_text=True)
    for shown in (
        site.get("/hands/names").get_data(as_text=True),
        site.get("/tables/named").get_data(as_text=True),
        pasted,
    ):
        assert "<script>" not in shown
        assert "\u202e" not in shown[: shown.find('id="record"')] if 'id="record"' in shown else "\u202e" not in shown
        assert '<bdi dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;</bdi>' in shown
        assert '<bdi dir="auto">\\u202eאבג</bdi>' in shown
        assert '<bdi dir="auto">അവൻ 👩‍👩‍👧</bdi>' in shown
        assert "{{ 7*7 }}" in shown
