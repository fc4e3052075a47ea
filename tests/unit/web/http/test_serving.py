"""How the site is served: settings, the address behind a proxy, health, logs, and gunicorn for real use."""

import json
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text as sql

from dealproof.web.http import request_log
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import Address, SettingError, SiteSettings, read_settings
from dealproof.web.store.service import Hands
from tests.support import gunicorn
from tests.support.gunicorn import answered
from tests.unit.web.conftest import GOOD, Run, hand_id, record, text


def made(database: str, settings: SiteSettings) -> Flask:
    app = create_app(database, settings)
    hands: Hands = app.extensions["hands"]
    hands.take_in([("x", text(GOOD))])
    return app


def test_the_environment_says_how_to_serve_and_its_defaults_are_careful() -> None:
    assert read_settings({}) == SiteSettings(address=None, proxies=0, posts=60, log=True)
    said = {
        "DEALPROOF_BASE_URL": "https://hands.example:8443/at/",
        "DEALPROOF_PROXIES": "1",
        "DEALPROOF_POSTS_PER_MINUTE": "0",
        "DEALPROOF_LOG": "none",
    }
    settings = read_settings(said)
    assert settings == SiteSettings(Address("https", "hands.example:8443", "/at"), 1, 0, log=False)
    assert read_settings(settings.environment()) == settings
    assert read_settings(SiteSettings().environment()) == SiteSettings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[
            ("DEALPROOF_BASE_URL", url)
            for url in ("x", "ftp://x", "https://", "http://a:x/", "http://a/?q", "http://u@a/")
        ],
        *[("DEALPROOF_PROXIES", count) for count in ("-1", "11", "x", "1.0", "١", "9" * 5000)],
        ("DEALPROOF_POSTS_PER_MINUTE", "many"),
        ("DEALPROOF_LOG", "yes"),
    ],
)
def test_a_setting_that_cannot_be_read_is_a_sentence_that_names_it(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=name):
        read_settings({name: value})


def test_a_wrong_base_url_is_status_2(run: Run) -> None:
    result = run("serve", "--base-url", "hands.example")
    assert result.exit_code == 2
    assert '--base-url is "hands.example"' in result.stderr


@pytest.mark.parametrize("path", ["/at/hands/{}", "/hands/{}"])
def test_behind_a_proxy_every_link_has_the_base_url(database: str, path: str) -> None:
    site = made(database, SiteSettings(Address("https", "hands.example", "/at"), log=False)).test_client()
    shown = site.get(path.format(hand_id(GOOD))).get_data(as_text=True)
    assert 'href="/at/static/site.css"' in shown
    assert f'href="/at/hands/{hand_id(GOOD)}/record"' in shown
    headers = {"Origin": "https://hands.example", "Host": "127.0.0.1:8028"}
    found = site.post("/at/find", data={"what": hand_id(GOOD)}, headers=headers)
    assert (found.status_code, found.location) == (303, f"/at/hands/{hand_id(GOOD)}")
    described = site.get("/at/api/v1/openapi.json").get_json()
    assert described["servers"] == [{"url": "https://hands.example/at"}]


FORWARDED = {"X-Forwarded-For": "9.9.9.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}


def test_what_a_request_says_for_another_is_believed_only_behind_known_proxies(database: str) -> None:
    def seen(proxies: int) -> str:
        site = made(database, SiteSettings(proxies=proxies, log=False)).test_client()
        url: str = site.get("/api/v1/openapi.json", headers=FORWARDED).get_json()["servers"][0]["url"]
        return url

    assert seen(0) == "http://localhost"
    assert seen(1) == "https://evil.example"


@pytest.mark.parametrize(
    ("prefix", "path"),
    [
        ("/at", "/at"),
        ("/at/", "/at"),
        ("//evil.example", "/evil.example"),
        ("https://evil.example", "/https:/evil.example"),
        ("/\\evil.example", ""),
        ("/../x", ""),
        ("/a b", ""),
        ("/a%0d%0ax", ""),
        ("evil.example", "/evil.example"),
    ],
)
def test_the_prefix_of_a_known_proxy_is_a_path_on_this_host(database: str, prefix: str, path: str) -> None:
    """F10."""
    site = made(database, SiteSettings(proxies=1, log=False)).test_client()
    answer = site.post("/find", data={"what": hand_id(GOOD)}, headers={"X-Forwarded-Prefix": prefix})
    assert (answer.status_code, answer.location) == (303, f"{path}/hands/{hand_id(GOOD)}")
    front = site.get("/", headers={"X-Forwarded-Prefix": prefix}).get_data(as_text=True)
    assert f'href="{path}/static/site.css"' in front


def test_the_scheme_of_a_known_proxy_is_that_of_a_web_page(database: str) -> None:
    """F10."""
    site = made(database, SiteSettings(proxies=1, log=False)).test_client()
    for said, scheme in (("https", "https"), ("http", "http"), ("javascript", "http"), ("", "http")):
        told = site.get("/api/v1/openapi.json", headers={"X-Forwarded-Proto": said}).get_json()
        assert told["servers"] == [{"url": f"{scheme}://localhost"}]


def test_posts_are_counted_by_the_client_that_a_known_proxy_names(database: str) -> None:
    def statuses(proxies: int) -> list[int]:
        site = made(database, SiteSettings(posts=1, proxies=proxies, log=False)).test_client()
        clients = [{"X-Forwarded-For": client} for client in ("1.1.1.1", "2.2.2.2")]
        return [site.post("/find", data={"what": "x"}, headers=each).status_code for each in clients]

    assert statuses(0) == [404, 429]
    assert statuses(1) == [404, 404]


def test_healthz_asks_the_database(database: str) -> None:
    site = made(database, SiteSettings(log=False)).test_client()
    assert site.get("/healthz").get_json() == {"status": "ok"}
    with site.application.extensions["hands"].database.begin() as connection:
        connection.execute(sql("DROP TABLE hands"))
    assert site.get("/healthz").status_code == 503


def test_the_log_is_json_and_holds_no_seed_no_record_and_no_query(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = made(database, SiteSettings())
    site, told = app.test_client(), record(GOOD)
    seed = told["server_seed"]
    site.get(f"/hands/{hand_id(GOOD)}?under=28-gulan")
    site.get(f"/hands/{seed}")
    site.get(f"/{seed}?seed={seed}", headers={"User-Agent": seed, "Referer": f"http://x/{seed}"})
    site.open("/find", method=seed[:10].upper())
    for what in (seed, text(GOOD).decode(), text(GOOD).decode()[:-1]):
        site.post("/find", data={"what": what})
        site.post("/api/v1/find", data=what, content_type="text/plain")
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def broken(_: Hands, data: bytes, budget: object = None, reader: object = None) -> None:
        raise ValueError(data)

    monkeypatch.setattr(Hands, "look_up", broken)
    site.post("/find", data={"what": seed})
    said = capsys.readouterr().err
    secrets = [seed, seed[:10].upper(), told["log_head"], told["header"]["server_commitment"], "under"]
    for secret in [*secrets, *(each for each in told["player_seeds"] if len(each) > 4)]:
        assert secret not in said
    lines = [json.loads(line) for line in said.splitlines()]
    assert lines[0].keys() == {"time", "level", "event", "method", "route", "status", "bytes", "ms", "hand"}
    assert lines[0]["hand"] == hand_id(GOOD)
    assert lines[1]["route"] == "/hands/<hand>"
    assert "hand" not in lines[1]
    broke = next(line for line in lines if line["event"] == "broke")
    assert (broke["error"], broke["route"]) == ("ValueError", "/find")
    assert broke["at"]


def test_without_a_log_only_what_breaks_is_said(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    made(database, SiteSettings(log=False)).test_client().get("/")
    assert capsys.readouterr().err == ""
    request_log.log_exception(ValueError("x"), "/")
    assert json.loads(capsys.readouterr().err)["error"] == "ValueError"


@pytest.mark.parametrize("extra", [["--demo"], ["--open"], ["--port", "0"]])
def test_workers_are_for_real_use(run: Run, extra: list[str]) -> None:
    assert run("serve", "--workers", "2", *extra).exit_code == 2


def test_gunicorn_serves_the_site_with_two_workers_and_ends_when_it_is_told(database: str, tmp_path: Path) -> None:
    made(database, SiteSettings(log=False)).extensions["hands"].database.dispose()
    with gunicorn.running(tmp_path, database) as site:
        assert json.loads(answered(f"{site.url}/healthz")) == {"status": "ok"}
        assert b"Verified" in answered(f"{site.url}/hands/{hand_id(GOOD)}")
    lines = site.lines()
    assert lines[0].startswith(f"dealproof is at {site.url}/ with 2 workers")
    routes = [json.loads(line)["route"] for line in lines if line.startswith("{")]
    assert routes == ["/healthz", "/healthz", "/hands/<hand>"]
