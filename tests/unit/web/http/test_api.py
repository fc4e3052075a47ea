"""The API: the verdict object of the command line, and one shape for every error."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MISMATCH, TAMPERED, Run, hand_id, text


@pytest.mark.parametrize("name", [GOOD, ILLEGAL, MISMATCH, HIDDEN, TAMPERED])
def test_the_site_gives_the_object_that_the_command_prints(client: FlaskClient, run: Run, name: str) -> None:
    Path("a.hand.json").write_bytes(text(name))
    printed = json.loads(run("check", "--format", "json", "a.hand.json").stdout)
    answer = client.get(f"/api/v1/hands/{hand_id(name)}")
    assert answer.mimetype == "application/json"
    given = json.loads(answer.data)
    assert list(given) == list(printed)
    assert given == {**printed, "source": f"/hands/{hand_id(name)}"}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/v1/hands/nobody", "no-such-hand"),
        ("/api/v1/hands/" + "x" * 65, "no-hand-id"),
        ("/api/v1/hand", "not-found"),
        ("/api/v1/", "not-found"),
        ("/api/v1/a/b/c", "not-found"),
    ],
)
def test_every_error_has_one_shape(client: FlaskClient, path: str, code: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    body = answer.get_json()
    assert list(body) == ["code", "message", "where"]
    assert body["code"] == code
    assert body["where"] == path


def test_a_wrong_method_has_the_same_shape(client: FlaskClient) -> None:
    answer = client.delete("/api/v1/hands/nobody")
    assert answer.status_code == 405
    assert answer.get_json()["code"] == "method"
