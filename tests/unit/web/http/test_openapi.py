"""The API keeps to its own description: schemathesis calls it with whatever fits there, and with what does not."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask

from dealproof.web.http.api.openapi import PATHS, description
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, hand_id, record, running, text


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    made = create_app(f"sqlite:///{tmp_path_factory.mktemp('api') / 'hands.sqlite3'}", SiteSettings(posts=0, log=False))
    hands: Hands = made.extensions["hands"]
    told = record(GOOD)
    told["header"] |= {"hand": "m", "match": {"id": "m1", "number": 1, "before": {"totals": [0, 0]}}}
    hands.take_in((name, text(name)) for name in (GOOD, ILLEGAL, HIDDEN))
    hands.take_in([("m", json.dumps(told).encode())])
    return made


@pytest.fixture(scope="module")
def api(app: Flask) -> Any:
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)


def test_schemathesis_finds_nothing(app: Flask, tmp_path: Path) -> None:
    options = ["--max-examples=10", "--seed=28", "--no-color", "--generation-database=none"]
    with running(app) as base:
        url = f"{base}/api/v1/openapi.json"
        command = [sys.executable, "-m", "schemathesis.cli", "run", url, *options, "--suppress-health-check=all"]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    # It has read the description itself to begin with and does not ask for it again.
    assert f"Tested: {len(PATHS) - 1}\n" in ran.stdout


def test_every_route_of_the_api_is_described(app: Flask) -> None:
    routes = {
        rule.rule.replace("<", "{").replace(">", "}")
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith(("api.", "health.", "operator."))
    }
    assert set(PATHS) == routes


PATHS_THERE = [
    f"/api/v1/hands/{hand_id(GOOD)}",
    f"/api/v1/hands/{hand_id(ILLEGAL)}",
    f"/api/v1/hands/{hand_id(HIDDEN)}",
    f"/api/v1/hands/{hand_id(GOOD)}/account",
    f"/api/v1/hands/{hand_id(ILLEGAL)}/account",
    f"/api/v1/hands/{hand_id(GOOD)}/record",
    f"/api/v1/hands/{hand_id(GOOD)}/under/28-gulan",
    f"/api/v1/hands/{hand_id(GOOD)}/under/28-kerala-house",
    f"/api/v1/tables/{record(GOOD)['header']['table']}",
    "/api/v1/matches/m1",
    "/api/v1/hands",
    "/healthz",
]


@pytest.mark.parametrize("path", PATHS_THERE)
def test_what_is_there_is_as_it_is_described(app: Flask, api: Any, path: str) -> None:
    answer = app.test_client().get(path)
    assert answer.status_code == 200
    operation = api.find_operation_by_path("GET", path)
    operation.validate_response(answer)


def test_a_record_put_in_is_answered_as_it_is_described(app: Flask, api: Any) -> None:
    for body in (text(GOOD), text(ILLEGAL), text(HIDDEN), b'{"header": 1}', hand_id(GOOD).encode()):
        answer = app.test_client().post("/api/v1/find", data=body, content_type="text/plain")
        assert answer.status_code == 200
        api["/api/v1/find"]["POST"].validate_response(answer)


def test_a_receipt_put_in_is_answered_as_it_is_described(api: Any, tmp_path: Path) -> None:
    lines = (ROOT / "fixtures" / "log" / "receipts.jsonl").read_bytes().splitlines()
    vectors = {each["name"]: each for each in map(json.loads, lines)}
    good = vectors["good-quorum-1-of-1"]
    (tmp_path / "policy").write_text(good["policy"], "utf-8")
    settings = SiteSettings(posts=0, log=False, policy=str(tmp_path / "policy"))
    made = create_app(f"sqlite:///{tmp_path / 'hands.sqlite3'}", settings)
    for stored in ([], [("x", json.dumps(good["record"]).encode())]):
        made.extensions["hands"].take_in(stored)
        for name in ("good-quorum-1-of-1", "unwitnessed-nobody", "commit-and-deal-in-one-checkpoint"):
            answer = made.test_client().post("/api/v1/find", json=vectors[name]["receipt"])
            assert answer.status_code == 200
            api["/api/v1/find"]["POST"].validate_response(answer)


def test_a_void_hand_is_answered_as_it_is_described(app: Flask, api: Any) -> None:
    for line in (ROOT / "fixtures" / "log" / "void.jsonl").read_bytes().splitlines():
        answer = app.test_client().post("/api/v1/find", json=json.loads(line)["record"])
        assert answer.status_code == 200
        api["/api/v1/find"]["POST"].validate_response(answer)


def test_the_description_names_the_address_that_it_came_from(app: Flask, tmp_path: Path) -> None:
    assert description("https://hands.example/at")["servers"] == [{"url": "https://hands.example/at"}]
    assert app.test_client().get("/api/v1/openapi.json").get_json()["servers"] == [{"url": "http://localhost"}]
