"""A database that goes away under a running site, and comes back: 503 with a sentence, and then all is as before."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient
from sqlalchemy import create_engine
from sqlalchemy import text as sql

from dealproof.web.store import engine as db
from dealproof.web.store.engine import engine
from dealproof.web.store.service import Hands
from tests.support import gunicorn, postgresql
from tests.support.gunicorn import children, pair, until
from tests.unit.web.conftest import GOOD, Run, hand_id, site_on, text

PATHS = ("/", "/hands", f"/hands/{hand_id(GOOD)}", f"/api/v1/hands/{hand_id(GOOD)}", "/healthz")


def bring(database: str) -> None:
    hands = Hands(engine(database))
    hands.take_in([("x", text(GOOD))])
    hands.database.dispose()


def statuses(client: FlaskClient) -> set[int]:
    return {client.get(path).status_code for path in PATHS}


@pytest.fixture(scope="module")
def own() -> Iterator[postgresql.Server]:
    """A server that these tests may stop."""
    with postgresql.running() as server:
        yield server


def test_after_a_restart_of_postgresql_every_request_is_answered(own: postgresql.Server) -> None:
    """F3."""
    with own.database() as url, site_on(url) as client:
        bring(url)
        assert statuses(client) == {200}
        own.control("restart")
        assert [client.get(PATHS[index % len(PATHS)]).status_code for index in range(12)] == [200] * 12
        own.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        assert [client.get(PATHS[index % len(PATHS)]).status_code for index in range(12)] == [200] * 12


def test_while_postgresql_is_away_a_site_starts_and_says_so_and_then_works(own: postgresql.Server) -> None:
    """F1."""
    with own.database() as url:
        bring(url)
        own.control("stop")
        with site_on(url) as client:
            assert statuses(client) == {503}
            assert "database" in client.get("/").get_data(as_text=True)
            assert client.get("/healthz").get_json()["code"] == "database"
            own.control("start")
            assert statuses(client) == {200}


def test_a_worker_that_is_replaced_while_the_database_is_away_does_not_end_the_site(
    own: postgresql.Server, tmp_path: Path
) -> None:
    """F1: with gunicorn."""
    with own.database() as url:
        bring(url)
        with gunicorn.running(tmp_path, url) as running:
            master = children(os.getpid())
            assert len(master) == 1
            # The first worker may answer before the second is there.
            before = pair(master[0])
            own.control("stop")
            try:
                os.kill(before[0], signal.SIGTERM)
                after = until(lambda: each if (each := children(master[0])) and before[0] not in each else None)
                assert before[0] not in pair(master[0]), after
                assert {status(f"{running.url}/healthz") for _ in range(6)} == {503}
            finally:
                own.control("start")
            assert {status(running.url + path) for path in PATHS for _ in range(4)} == {200}
            assert children(os.getpid()) == master


def status(url: str) -> int:
    try:
        with urlopen(url, timeout=60) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_while_another_program_holds_the_file_a_site_starts_and_says_so_and_then_works(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F1: an SQLite file under a lock that nobody can read past."""
    monkeypatch.setitem(db.PATIENCE, "busy_timeout", 10)
    bring(database)
    holder = create_engine(database)
    with site_on(database) as client:
        with holder.connect() as connection:
            connection.exec_driver_sql("PRAGMA locking_mode = EXCLUSIVE")
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
            assert statuses(client) == {503}
        holder.dispose()
        assert statuses(client) == {200}


@pytest.mark.parametrize("what", [b"\0" * 4096, b"", b"no database at all " * 40])
def test_a_file_that_is_damaged_under_a_running_site_is_said_so(database: str, run: Run, what: bytes) -> None:
    """S10."""
    bring(database)
    path = Path(database.removeprefix("sqlite:///"))
    with site_on(database) as client:
        assert statuses(client) == {200}
        with create_engine(database).connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        path.write_bytes(what + b"\x01" * 60_000 if what else b"")
        client.application.extensions["hands"].database.dispose()
        for path_asked in PATHS:
            answer = client.get(path_asked)
            assert answer.status_code == 503, path_asked
            assert "Traceback" not in answer.get_data(as_text=True)
        if what:
            Path("a.hand.json").write_bytes(text(GOOD))
            for arguments in (["import", "a.hand.json"], ["show", "nobody"], ["serve", "--port", "0"]):
                result = run(*arguments)
                assert result.exit_code == 2, arguments
                assert "cannot be used" in result.stderr


def test_tables_that_are_gone_are_said_to_be_out_of_reach(database: str) -> None:
    bring(database)
    with site_on(database) as client:
        assert statuses(client) == {200}
        with client.application.extensions["hands"].database.begin() as connection:
            connection.execute(sql("DROP TABLE summaries"))
        assert client.get("/").status_code == 503
        assert client.get(f"/hands/{hand_id(GOOD)}").status_code == 503
