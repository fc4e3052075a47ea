"""What an operator meets while the log cannot publish at once: witnesses that are away or slow, other requests, a log
that must not sign, a database that is away. Each is answered with Retry-After, and the same request goes on later."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, BoundedSemaphore
from typing import Any

import pytest
from werkzeug.test import TestResponse

from dealproof.verifier.tlog.note import format_key, parse_note
from dealproof.web.log import witnessing
from dealproof.web.log.http_client import Answer
from dealproof.web.operators import publishing
from dealproof.web.operators.service import AT_ONCE
from dealproof.web.store.errors import StatementFailed
from dealproof.web.store.operator_database import OperatorDatabase
from tests.support.logs import FakeWitness, listening
from tests.support.operators import Asking, asking, dealt, log_key, result_of

EACH_DATABASE = True

pytestmark = pytest.mark.slow


def witnessed(folder: Path, witness: FakeWitness, url: str) -> str:
    """The path of a policy in which this witness is the quorum."""
    _, key = log_key(folder)
    lines = [
        f"log {format_key(key.public)}",
        f"witness w {format_key(witness.key)} {url}",
        *("quorum w", ""),
    ]
    path = folder / "witnessed"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def later(answer: TestResponse, code: str) -> None:
    assert (answer.status_code, answer.get_json()["code"]) == (503, code)
    assert int(answer.headers["Retry-After"]) >= 1


def commit(asked: Asking, key: str | None = None) -> TestResponse:
    return asked.post("/hands/table.1/commit", {"header": dealt(1).header}, key)


def test_a_witness_that_is_away_is_asked_again_with_the_same_request(database: str, tmp_path: Path) -> None:
    _, key = log_key(tmp_path)
    witness = FakeWitness("witness.example", None)
    with listening(witness) as url, asking(database, tmp_path, policy=witnessed(tmp_path, witness, url)) as asked:
        refused = commit(asked, "a")
        later(refused, "unwitnessed")
        assert "Send the same request again" in refused.get_json()["message"]
        assert asked.get("/hands/table.1").status_code == 404, "no answer says that it was published"
        witness.log = key.public
        done = commit(asked, "a")
        assert done.status_code == 201
        names = [each.name for each in parse_note(done.get_json()["checkpoint"].encode()).signatures]
        assert names == ["log.example/28", "witness.example"]


def test_a_witness_that_is_slow_is_not_waited_for_too_long(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, key = log_key(tmp_path)
    witness, waiting = FakeWitness("witness.example", key.public), Barrier(2)
    answering = witness.post

    def slow(url: str, body: bytes, most: int) -> Answer:
        waiting.wait(60)
        return answering(url, body, most)

    with listening(witness) as url, asking(database, tmp_path, policy=witnessed(tmp_path, witness, url)) as asked:
        monkeypatch.setattr(witnessing, "MOST_SECONDS", 0.01)
        monkeypatch.setattr(witness, "post", slow)
        later(commit(asked, "a"), "unwitnessed")
        waiting.wait(60)
        monkeypatch.undo()
        assert commit(asked, "a").status_code == 201


def test_the_deal_of_a_hand_whose_commit_is_not_witnessed_comes_behind_its_checkpoint(
    database: str, tmp_path: Path
) -> None:
    """LOG.md, "Running a log": if the order matters, the second is added after the first is published."""
    _, key = log_key(tmp_path)
    witness, hand = FakeWitness("witness.example", key.public), dealt(1)
    with listening(witness) as url, asking(database, tmp_path, policy=witnessed(tmp_path, witness, url)) as asked:
        assert commit(asked).status_code == 201
        witness.log = None
        later(asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()}), "unwitnessed")
        later(asked.post("/hands/table.1/result", result_of(hand), "r"), "unwitnessed")
        witness.log = key.public
        ended = asked.post("/hands/table.1/result", result_of(hand), "r").get_json()
        dealt_at = asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()}).get_json()
        assert (dealt_at["index"], dealt_at["size"], ended["index"]) == (1, 2, 2)


def test_a_page_is_served_while_all_turns_of_the_log_are_taken(database: str, tmp_path: Path) -> None:
    with asking(database, tmp_path) as asked:
        turns = asked.site.application.extensions["operators"].turns
        for _ in range(AT_ONCE):
            assert turns.acquire(blocking=False)
        later(commit(asked, "a"), "busy")
        assert asked.get("/account").status_code == 200
        turns.release()
        assert commit(asked, "a").status_code == 201
        assert commit(asked).status_code == 201, "a turn that was used is given back"


def test_a_log_that_must_not_sign_says_so_and_names_no_file(
    database: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with asking(database, tmp_path) as asked:
        commit(asked)
        last = tmp_path / "log.key.last-signed"
        text = last.read_text()
        last.write_text(text.replace("\n1\n", "\n9\n"))
        refused = asked.post("/hands/table.2/commit", {"header": dealt(2).header}, "a")
        later(refused, "log-stopped")
        assert str(tmp_path) not in refused.get_data(as_text=True)
        assert "last-signed" in capfd.readouterr().err, "whoever runs the service finds why in its log"
        last.write_text(text)
        assert asked.post("/hands/table.2/commit", {"header": dealt(2).header}, "a").status_code == 201


def test_a_database_that_is_away_is_answered_with_when_to_try_again(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise StatementFailed("The database cannot be used: connection refused.", "connection refused")

    with asking(database, tmp_path) as asked:
        monkeypatch.setattr(OperatorDatabase, "writing", gone)
        later(commit(asked, "a"), "database")
        monkeypatch.setattr(OperatorDatabase, "reading", gone)
        later(asked.get("/account"), "database")
        monkeypatch.undo()
        assert commit(asked, "a").status_code == 201


@pytest.mark.parametrize("keys", [["a"] * 4, ["a", "b", "c", "d"]])
def test_requests_that_come_at_once_publish_one_leaf(database: str, tmp_path: Path, keys: list[str]) -> None:
    with asking(database, tmp_path) as asked:
        extensions = asked.site.application.extensions
        extensions["operators"] = extensions["operators"]._replace(turns=BoundedSemaphore(len(keys)))
        start = Barrier(len(keys))

        def ask(key: str) -> Any:
            start.wait(60)
            answer = Asking(asked.site.application.test_client(), asked.token).post(
                "/hands/table.1/commit", {"header": dealt(1).header}, key
            )
            return answer.status_code, answer.data

        asked.get("/account")
        with ThreadPoolExecutor(len(keys)) as pool:
            answers = {*pool.map(ask, keys)}
        assert [status for status, _ in answers] == [201], answers
        assert len(answers) == 1
        with extensions["operators"].log.database.reading() as tables:
            assert tables.size() == 1


def be_quicker(asked: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has another request commit table.1 when the next request is about to append its leaf."""
    real = publishing.append

    def slower(log: Any, leaves: list[bytes], *admit: Any) -> Any:
        monkeypatch.undo()
        assert commit(asked, "quick").status_code == 201
        return real(log, leaves, *admit)

    monkeypatch.setattr(publishing, "append", slower)


def test_a_leaf_that_another_request_was_quicker_to_append_is_answered(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two leaves differ in their time alone; and where they differ in more, the slower one is refused."""
    with asking(database, tmp_path) as asked:
        be_quicker(asked, monkeypatch)
        slow = commit(asked, "slow")
        assert (slow.status_code, slow.data) == (201, commit(asked, "quick").data)


def test_a_leaf_that_another_request_was_quicker_to_contradict_is_refused_and_forgotten(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with asking(database, tmp_path) as asked:
        be_quicker(asked, monkeypatch)
        refused = asked.post("/hands/table.1/commit", {"header": {**dealt(1).header, "dealer": 1}}, "slow")
        assert (refused.status_code, refused.get_json()["code"]) == (409, "duplicate-commit")
        assert commit(asked, "slow").status_code == 201, "its key is free"


def test_a_server_seed_that_another_request_was_quicker_to_commit_to_is_refused_and_forgotten(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand that ends first shows the cards of the other, however close together both are committed."""
    header = {**dealt(1, "other").header, "server_commitment": dealt(1).header["server_commitment"]}

    with asking(database, tmp_path) as asked:
        be_quicker(asked, monkeypatch)
        refused = asked.post("/hands/other.1/commit", {"header": header}, "slow")
        assert (refused.status_code, refused.get_json()["code"]) == (409, "commitment-used")
        assert asked.get("/hands/other.1").status_code == 404
        assert asked.post("/hands/other.1/commit", {"header": dealt(1, "other").header}, "slow").status_code == 201
