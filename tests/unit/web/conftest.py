"""Records to work with, and a command and a site that keep their hands in a folder of the test."""

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, sync_playwright

from dealproof.web.cli.main import main
from dealproof.web.http.app import create_app
from dealproof.web.http.server import listen
from dealproof.web.http.settings import SiteSettings
from dealproof.web.store.service import Hands
from tests.support import postgresql
from tests.support.paths import ROOT

RECORDS = ROOT / "fixtures" / "records" / "28-standard.jsonl"

Run = Callable[..., Result]


@cache
def records() -> dict[str, dict[str, Any]]:
    """The vectors of 28-standard by name."""
    return {line["name"]: line["record"] for line in map(json.loads, RECORDS.read_bytes().splitlines())}


def record(name: str) -> dict[str, Any]:
    """A copy of a record, to be changed at will."""
    copy: dict[str, Any] = json.loads(json.dumps(records()[name]))
    return copy


def text(name: str) -> bytes:
    """A record on one line."""
    return json.dumps(record(name), ensure_ascii=False).encode()


@contextmanager
def running(app: Flask) -> Iterator[str]:
    """A site that answers requests from outside, and its address."""
    server = listen("127.0.0.1", 0, app)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


GOOD = "everyday"
ILLEGAL = "illegal-must-follow-suit"
MISMATCH = "mismatch-card-points"
HIDDEN = "hidden"
TAMPERED = "tampered-event-time-changed"
MALFORMED = "malformed-unknown-event-key"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Where a module says `EACH_DATABASE = True`, its tests are run on SQLite and on PostgreSQL."""
    if "database" in metafunc.fixturenames and getattr(metafunc.module, "EACH_DATABASE", False):
        metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(scope="session")
def server() -> Iterator[postgresql.Server]:
    """A PostgreSQL server, one for each process that runs tests. Where it cannot be had, the tests fail."""
    with ExitStack() as stack:
        try:
            started = stack.enter_context(postgresql.running())
        except postgresql.Missing as error:
            pytest.fail(str(error), pytrace=False)
        yield started


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database: SQLite, unless the module asks for each (`pytest_generate_tests`)."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield f"sqlite:///{tmp_path / 'hands.sqlite3'}"
        return
    started: postgresql.Server = request.getfixturevalue("server")
    with started.database() as url:
        yield url


@contextmanager
def site_on(database: str) -> Iterator[FlaskClient]:
    """A client of the site on this database, which logs no requests."""
    app = create_app(database, SiteSettings(log=False))
    yield app.test_client()
    app.extensions["hands"].database.dispose()


@pytest.fixture
def site(database: str) -> Iterator[FlaskClient]:
    """A site with no hands."""
    with site_on(database) as client:
        yield client


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, database: str) -> Run:
    """Runs `dealproof` in an empty folder; anything but an orderly exit fails the test."""
    monkeypatch.setenv("DEALPROOF_DATABASE", database)
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str, stdin: bytes = b"") -> Result:
        result = CliRunner().invoke(main, arguments, input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return invoke


@pytest.fixture
def client(database: str) -> FlaskClient:
    """A site with one hand of each kind."""
    app = create_app(database)
    hands: Hands = app.extensions["hands"]
    hands.take_in((name, text(name)) for name in (GOOD, ILLEGAL, MISMATCH, HIDDEN, TAMPERED))
    return app.test_client()


def hand_id(name: str) -> str:
    """The ID of a record's hand."""
    found: str = record(name)["header"]["hand"]
    return found


@contextmanager
def chromium(*extra: str) -> Iterator[Browser]:
    """Debian's Chromium; a test that needs it fails where it is not there."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "The browser tests need Chromium, which is not on this machine; Debian has it as `chromium`."
    flags = [
        *["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
        *["--disable-sync", "--no-first-run", *extra],
    ]
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=flags)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module."""
    with chromium() as launched:
        yield launched
