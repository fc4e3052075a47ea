"""The API of operators keeps to its description: schemathesis calls it with a token, and its answers are compared."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis

from dealproof.web.http.api.operator.openapi import PATHS, PREFIX
from tests.support.operators import Asking, asking, dealt, result_of
from tests.unit.web.conftest import running


@pytest.fixture
def asked(database: str, tmp_path: Path) -> Iterator[Asking]:
    with asking(database, tmp_path, requests=0) as found:
        yield found


@pytest.mark.slow
def test_schemathesis_finds_nothing_with_a_token(asked: Asking, tmp_path: Path) -> None:
    """A header that a JSON schema accepts may still be no header, so that data which fit may be refused."""
    asked.post("/hands/table.1/commit", {"header": dealt(1).header})
    options = ["--max-examples=10", "--seed=28", "--no-color", "--generation-database=none"]
    options += ["--exclude-checks=positive_data_acceptance", f"--include-path-regex=^{PREFIX}/"]
    options += [f"--header=Authorization: Bearer {asked.token}", "--suppress-health-check=all"]
    with running(asked.site.application) as base:
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{base}/api/v1/openapi.json", *options]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=240, cwd=tmp_path, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"Tested: {len(PATHS)}\n" in ran.stdout


def test_what_is_answered_is_as_it_is_described(asked: Asking) -> None:
    api: Any = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", asked.site.application)
    hand, path = dealt(1), "/hands/table.1"
    commitments = hand.header["player_commitments"]
    answers = [
        ("POST", "/hands/{hand}/commit", asked.post(f"{path}/commit", {"header": hand.header})),
        (
            *("POST", "/hands/{hand}/seed-receipts"),
            asked.post(f"{path}/seed-receipts", {"seat": 1, "seed_hash": commitments[1]}),
        ),
        ("POST", "/hands/{hand}/deal", asked.post(f"{path}/deal", {"salt": hand.salt.hex()})),
        ("POST", "/hands/{hand}/result", asked.post(f"{path}/result", result_of(hand))),
        ("PUT", "/hands/{hand}/record", asked.put(f"{path}/record", json.dumps(hand.record()).encode())),
        ("POST", "/hands/{hand}/cosignatures", asked.post(f"{path}/cosignatures", {"lines": ["x"]})),
        ("GET", "/hands/{hand}", asked.get(path)),
        ("GET", "/hands/{hand}/receipt", asked.get(f"{path}/receipt")),
        *(("GET", name, asked.get(name)) for name in ("/hands", "/audit", "/account")),
        ("GET", "/consistency", asked.get("/consistency?size=1")),
        ("GET", "/hands/{hand}", asked.get("/hands/nobody")),
    ]
    assert [answer.status_code for _, _, answer in answers] == [201, 200, 201, 201, 200, 400, *[200] * 6, 404]
    for method, name, answer in answers:
        api.find_operation_by_path(method, f"{PREFIX}{name}").validate_response(answer)
