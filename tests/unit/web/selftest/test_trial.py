"""`dealproof selftest`: an honest service passes, and a service that breaks a promise is found out (issue 13)."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import Result
from flask import Flask, Response, request

from dealproof.replay import rulesets
from dealproof.verifier.tlog.policy import parse_policy
from dealproof.web.http.app import create_app
from dealproof.web.operators.client import Client
from dealproof.web.selftest.promises import PROMISES, Service
from dealproof.web.selftest.refusals import REFUSALS
from dealproof.web.selftest.trial import Finding, code_of, trials
from tests.support import gunicorn, postgresql
from tests.support.operators import log_key, settings, token_of
from tests.unit.web.conftest import Run, running

QUICK = "seating-28"
"""The rule set with the shortest hands."""


@contextmanager
def served(database: str, folder: Path, change: Callable[[Flask], None] = lambda _: None) -> Iterator[Service]:
    """A service in this process, after a change of its application."""
    app = create_app(database, settings(folder))
    change(app)
    policy = parse_policy((folder / "policy").read_bytes())
    with running(app) as url:
        yield Service(url, Client(url, token_of(database)), policy)
    app.extensions["hands"].database.dispose()


def broken(findings: Iterator[Finding]) -> set[str]:
    return {each.code for each in findings if each.found is not None}


def test_an_honest_service_keeps_every_promise_and_refuses_what_it_must(database: str, tmp_path: Path) -> None:
    with served(database, tmp_path) as service:
        findings = list(trials(service, [QUICK]))
    assert [each for each in findings if each.found is not None] == []
    tried = {each.code for each in findings}
    assert tried == {"played", "given-up", *map(code_of, PROMISES), *map(code_of, REFUSALS)}


def changing(path: str, change: Callable[[bytes], bytes], method: str = "GET") -> Callable[[Flask], None]:
    """Makes a service answer otherwise at paths that end so."""

    def applied(app: Flask) -> None:
        def after(response: Response) -> Response:
            if request.method == method and request.path.endswith(path) and response.status_code < 300:
                response.set_data(change(response.get_data()))
            return response

        app.after_request(after)

    return applied


def of_hand(path: str) -> Callable[[bytes], bytes]:
    """Changes a value of JSON."""
    return lambda data: json.dumps({**json.loads(data), path: "other"}).encode()


FAULTS = {
    "another-record": (changing("/record", lambda data: data + b" "), "record-served"),
    "another-receipt": (
        changing("/receipt", lambda data: data if b"operator" in request.path.encode() else data + b" "),
        "receipt-served",
    ),
    "a-receipt-without-seed-receipts": (
        changing("/receipt", lambda data: json.dumps({**json.loads(data), "seed_receipts": []}).encode()),
        "seeds-received",
    ),
    "a-receipt-cut-short": (
        changing("/receipt", lambda data: json.dumps({**json.loads(data), "deal": None, "close": None}).encode()),
        "proved",
    ),
    "another-verdict": (changing(".1", of_hand("verdict")), "same-verdict"),
    "a-feed-without-hands": (changing("/hands", lambda _: b'{"hands": [], "next": 0, "more": false}'), "in-feed"),
    "an-audit-log-without-acts": (changing("/audit", lambda _: b'{"acts": [], "next": 0, "more": false}'), "in-audit"),
    "a-log-that-does-not-grow": (changing("/consistency", of_hand("consistency")), "log-grows"),
    "a-checkpoint-of-another": (
        changing("/checkpoint", lambda data: data.replace(b"log.example", b"log.another")),
        "log-grows",
    ),
    "a-proof-of-nothing": (changing("/commit", of_hand("proof"), "POST"), "played"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_promise_is_found_and_named(database: str, tmp_path: Path, name: str) -> None:
    change, code = FAULTS[name]
    with served(database, tmp_path, change) as service:
        assert code in broken(trials(service, [QUICK]))


def accepting(path: str, method: str, answer: Any) -> Callable[[Flask], None]:
    """Makes a service say yes at paths that end so, where it has refused."""

    def applied(app: Flask) -> None:
        def after(response: Response) -> Response:
            if request.method == method and request.path.endswith(path) and response.status_code >= 400:
                response.status_code = 200
                response.set_data(json.dumps(answer))
            return response

        app.after_request(after)

    return applied


PUBLISHED = {"leaf": {}, "index": 0, "size": 1, "proof": "", "checkpoint": "", "consistency": []}
YES = {
    "/account": ("GET", {}, {"no-token", "wrong-token"}),
    "/commit": ("POST", PUBLISHED, {"another-header", "number-left-out", "number-used", "seed-used-again"}),
    "/deal": ("POST", PUBLISHED, {"deal-without-commit", "deal-again"}),
    "/result": ("POST", PUBLISHED, {"result-before-deal", "end-again"}),
    "/record": ("PUT", {"outcome": "stored"}, {"record-of-another-header", "record-changed"}),
    "/seed-receipts": ("POST", {"note": ""}, {"seed-after-the-deal", "seed-of-another-commitment"}),
    "/cosignatures": ("POST", {"seats": []}, {"cosigned-by-a-stranger"}),
}


@pytest.mark.parametrize("path", YES)
def test_what_is_accepted_though_it_must_be_refused_is_found(database: str, tmp_path: Path, path: str) -> None:
    method, answer, codes = YES[path]
    with served(database, tmp_path, accepting(path, method, answer)) as service:
        assert broken(trials(service, [QUICK])) == codes


def test_every_refusal_has_a_service_that_does_not_refuse() -> None:
    assert set().union(*(codes for _, _, codes in YES.values())) == set(map(code_of, REFUSALS))


def test_a_hand_that_cannot_be_played_does_not_keep_the_others_from_being_played(database: str, tmp_path: Path) -> None:
    def closed(app: Flask) -> None:
        def before() -> tuple[str, int] | None:
            return ("{}", 400) if f"{QUICK}.1/deal" in request.path else None

        app.before_request(before)

    with served(database, tmp_path, closed) as service:
        findings = list(trials(service, [QUICK, "seating-56"]))
    assert {each.hand.split(".")[1] for each in findings if each.code == "played" and each.found is None} == {
        "seating-56"
    }


# The command


def test_the_command_plays_a_hand_of_each_game_against_gunicorn(run: Run, database: str, tmp_path: Path) -> None:
    check(run, database, tmp_path)


def test_the_command_plays_a_hand_of_each_game_while_postgresql_is_restarted(run: Run, tmp_path: Path) -> None:
    """Issue 13, "Shown by": requests that are not answered are sent again under their keys."""
    with postgresql.running() as server, server.database() as database:

        def restart(site: gunicorn.Site) -> None:
            for deals in (2, 5, 8):
                while sum("/deal" in line for line in site.lines()) < deals:
                    time.sleep(0.02)
                server.control("restart")

        check(run, database, tmp_path, restart)


def check(run: Run, database: str, folder: Path, meanwhile: Callable[[gunicorn.Site], None] = lambda _: None) -> None:
    path, _ = log_key(folder)
    token = token_of(database)
    places = {"DEALPROOF_LOG_KEY": str(path), "DEALPROOF_POLICY": str(folder / "policy")}
    with gunicorn.running(folder, database, **places) as site:
        disturbing = Thread(target=meanwhile, args=(site,))
        disturbing.start()
        result = run("selftest", site.url, "--token", token, "--policy", str(folder / "policy"))
        disturbing.join()
    assert result.exit_code == 0, result.output
    hands = [line for line in result.stdout.splitlines() if line.startswith("✓")]
    assert len(hands) == len(rulesets.games()) + 1
    assert token not in result.output
    assert token not in "".join(site.lines())


def test_the_command_ends_with_1_and_names_what_is_broken(run: Run, database: str, tmp_path: Path) -> None:
    with served(database, tmp_path, FAULTS["another-record"][0]) as service:
        result = tried(run, service, tmp_path, "--rules", QUICK)
    assert result.exit_code == 1
    assert "byte for byte as it was sent. Found: another record." in " ".join(result.stdout.split())
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_command_ends_with_2_where_it_cannot_begin(run: Run, database: str, tmp_path: Path) -> None:
    with served(database, tmp_path) as service:
        assert tried(run, service, tmp_path, "--rules", "whist").exit_code == 2
        result = run("selftest", service.base, "--token", "none", "--policy", str(tmp_path / "policy"))
        assert (result.exit_code, "Traceback" in result.output) == (2, False)
        assert tried(run, service, tmp_path, "--policy", str(tmp_path / "nowhere")).exit_code == 2


def tried(run: Run, service: Service, folder: Path, *more: str) -> Result:
    result: Result = run(
        "selftest", service.base, "--token", service.client.token, "--policy", str(folder / "policy"), *more
    )
    return result
