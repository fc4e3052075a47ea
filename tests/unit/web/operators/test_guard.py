"""What guards the API of operators: every route is walked, and none answers without a token that is accepted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from dealproof.web.store.operator_database import operator_database
from tests.support.operators import NOW, Asking, asking, token_of

METHODS = ("GET", "POST", "PUT")


@pytest.fixture
def asked(database: str, tmp_path: Path) -> Iterator[Asking]:
    with asking(database, tmp_path) as found:
        yield found


def rules(asked: Asking) -> list[Rule]:
    return [rule for rule in asked.site.application.url_map.iter_rules() if rule.endpoint.startswith("operator.")]


def walked(asked: Asking, headers: dict[str, str]) -> Iterator[TestResponse]:
    """The answer of every route to every method that it knows."""
    for rule in rules(asked):
        for method in {*METHODS} & (rule.methods or set()):
            yield asked.site.open(rule.rule.replace("<hand>", "h"), method=method, headers=headers, json={})


def refused(answer: TestResponse, code: str) -> None:
    assert answer.status_code == 401
    assert answer.get_json()["code"] == code
    assert list(answer.get_json()) == ["code", "message", "where"]
    assert answer.headers["WWW-Authenticate"].startswith('Bearer realm="dealproof"')
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("header", "code"),
    [
        (None, "no-token"),
        ("", "no-token"),
        ("Basic a29jaGk6eA==", "no-token"),
        ("Bearer", "wrong-token"),
        ("Bearer x", "wrong-token"),
        ("Bearer dp_0123456789ab_" + "x" * 43, "wrong-token"),
    ],
)
def test_no_route_answers_without_a_token(asked: Asking, header: str | None, code: str) -> None:
    answers = [*walked(asked, {} if header is None else {"Authorization": header})]
    assert len(answers) >= 6
    for answer in answers:
        refused(answer, code)


def test_no_route_answers_to_the_secret_of_another_token(asked: Asking, database: str) -> None:
    mixed = asked.token[:15] + token_of(database)[15:]
    for answer in walked(asked, {"Authorization": f"Bearer {mixed}"}):
        refused(answer, "wrong-token")


def test_no_route_answers_to_a_revoked_token_and_others_of_the_operator_stay(asked: Asking, database: str) -> None:
    assert asked.get("/account").status_code == 200
    with operator_database(database) as opened, opened.writing() as tables:
        tables.accounts.revoke(asked.token[3:15], NOW)
    for answer in walked(asked, asked.headers()):
        refused(answer, "wrong-token")
    asked.token = token_of(database)
    assert asked.get("/account").get_json()["name"] == "kochi"


def test_the_scheme_is_read_in_any_case(asked: Asking) -> None:
    """RFC 9110, 11.1."""
    headers = {"Authorization": f"bearer {asked.token}"}
    assert asked.site.get("/api/v1/operator/account", headers=headers).status_code == 200


def test_the_database_holds_no_secret_of_a_token(asked: Asking, tmp_path: Path) -> None:
    assert asked.get("/account").status_code == 200
    secret = asked.token[16:].encode()
    assert len(secret) == 43
    files = [*tmp_path.glob("hands.sqlite3*")]
    assert files
    assert not [path for path in files if secret in path.read_bytes()]


def test_requests_are_counted_by_token(database: str, tmp_path: Path) -> None:
    with asking(database, tmp_path, requests=2) as asked:
        answers = [asked.get("/account") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert 1 <= int(answers[-1].headers["Retry-After"]) <= 30
        asked.token = token_of(database)
        assert asked.get("/account").status_code == 200


def test_failed_attempts_are_counted_by_address(database: str, tmp_path: Path) -> None:
    with asking(database, tmp_path, posts=2) as asked:
        known, asked.token = asked.token, "dp_0123456789ab_" + "x" * 43
        assert [asked.get("/account").status_code for _ in range(3)] == [401, 401, 429]
        asked.token = known
        assert asked.get("/account").status_code == 200
