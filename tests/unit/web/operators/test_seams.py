"""A process that is killed between any two steps of a request: the same request goes on, and nothing is there twice.

The steps are those of `web.operators.publishing`; the process is killed by SIGKILL where one of them would begin."""

import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from dealproof.verifier.tlog.leaf import parse_leaf
from dealproof.web.http.app import create_app
from dealproof.web.store.log_database import log_database
from dealproof.web.store.operator_database import operator_database
from dealproof.web.store.operator_requests import Asked
from tests.support.operators import Asking, asking, dealt, result_of, settings, token_of
from tests.unit.web.operators.test_publishing import void_record

EACH_DATABASE = True

pytestmark = pytest.mark.slow

PROCESSES = multiprocessing.get_context("forkserver")

SEAMS = {
    "leaf kept under its key": "dealproof.web.operators.publishing.append",
    "leaf stored in the log": "dealproof.web.log.publishing.publish_leaves",
    "checkpoint signed": "dealproof.web.log.publishing.merged",
    "checkpoint published": "dealproof.web.operators.publishing.settle",
    "answer stored": "dealproof.web.http.request_log.log_response",
}
"""What is called first behind each step."""
VOID_SEAM = {"void leaf published": "dealproof.web.operators.publishing.store"}

BODIES: dict[str, Any] = {
    "commit": lambda hand: {"header": hand.header},
    "deal": lambda hand: {"salt": hand.salt.hex()},
    "result": result_of,
    "void": lambda hand: {"record": void_record(hand)},
}
BEFORE = {"commit": (), "deal": ("commit",), "result": ("commit", "deal"), "void": ("commit",)}
"""What is published of a hand before each leaf."""


def post(asked: Asking, kind: str, key: str) -> Any:
    return asked.post(f"/hands/table.1/{kind}", BODIES[kind](dealt(1)), key)


def asked_and_killed(database: str, folder: str, token: str, kind: str, seam: str) -> None:
    """Sends one request in this process, which ends where the seam is."""
    app = create_app(database, settings(Path(folder)))
    with mock.patch(seam, side_effect=lambda *_: os.kill(os.getpid(), signal.SIGKILL)):
        post(Asking(app.test_client(), token), kind, "killed")


def leaves(database: str) -> list[bytes]:
    with log_database(database) as log, log.reading() as tables:
        return tables.entries(0, tables.size())


def known(database: str) -> Asked | None:
    """What is known of the request that was killed."""
    with operator_database(database) as opened, opened.reading() as tables:
        account = tables.accounts.named("kochi")
        assert account is not None
        return tables.requests.find(account, "killed")


CASES = [
    *((kind, seam, "killed") for kind in BODIES for seam in SEAMS),
    *(("void", seam, "killed") for seam in VOID_SEAM),
    *(("commit", seam, "another") for seam in SEAMS),
]
"""The kind of leaf, the seam, and the key under which the request is sent again."""


@pytest.mark.parametrize(("kind", "seam", "key"), CASES)
def test_a_request_that_was_killed_goes_on(database: str, tmp_path: Path, kind: str, seam: str, key: str) -> None:
    PROCESSES.set_forkserver_preload(["tests.unit.web.operators.test_seams", "psycopg"])
    with asking(database, tmp_path) as asked:
        for before in BEFORE[kind]:
            assert post(asked, before, before).status_code == 201
    place = (SEAMS | VOID_SEAM)[seam]
    killed = PROCESSES.Process(target=asked_and_killed, args=(database, str(tmp_path), token_of(database), kind, place))
    killed.start()
    killed.join()
    assert killed.exitcode == -signal.SIGKILL
    there, asked_before = leaves(database), known(database)
    assert asked_before is not None
    assert (asked_before.leaf in there) == (seam != "leaf kept under its key")
    assert (asked_before.answer is not None) == (seam == "answer stored")
    with asking(database, tmp_path) as asked:
        again = post(asked, kind, key)
        assert again.status_code == 201
        found = asked.get("/hands/table.1").get_json()["leaves"]["close" if kind in {"result", "void"} else kind]
        assert found == again.get_json()
        assert len(leaves(database)) == len(BEFORE[kind]) + 1
        if key == "killed" or there[-1:] == [asked_before.leaf]:
            assert again.get_json()["leaf"] == parse_leaf(asked_before.leaf)
        assert (asked.site.get("/api/v1/hands/table.1").status_code == 200) == (kind == "void")
        acts = [each["act"] for each in asked.get("/audit").get_json()["acts"]]
        assert acts.count(kind) == (2 if key == "another" and seam == "answer stored" else 1)
