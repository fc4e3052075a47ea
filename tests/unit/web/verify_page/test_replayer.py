"""The replayer in Pyodide gives what the server gives, byte for byte: the verdict object and its words.

Every record of fixtures/records, every receipt and void record of fixtures/log, the sample hands, and what was
reported: tampered, void and imported ones among them. Source: issue 14, point 3.
"""

import base64
import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dealproof.replay import rulesets
from dealproof.replay.publication import with_receipt
from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.policy import Policy, parse_policy
from dealproof.web import judging
from dealproof.web.verify_page.judge import judged
from dealproof.web.verify_page.program import names, program
from tests.support.paths import ROOT, SAMPLES

pytestmark = pytest.mark.slow

PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
SCRIPT = Path(__file__).parent / "pyodide.mjs"
FIXTURES = ROOT / "fixtures"


class Input(NamedTuple):
    name: str
    record: bytes
    receipt: bytes | None = None
    policy: bytes | None = None
    now: int = 0

    def line(self) -> str:
        """As pyodide.mjs reads it."""
        given = {"record": self.record, "receipt": self.receipt, "policy": self.policy}
        packed = {name: None if data is None else base64.b64encode(data).decode() for name, data in given.items()}
        return json.dumps({**packed, "now": self.now})


def lines(path: Path) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, path.read_bytes().splitlines())


def vectors() -> Iterator[Input]:
    for path in sorted((FIXTURES / "records").glob("*.jsonl")):
        yield from (Input(each["name"], json.dumps(each["record"]).encode()) for each in lines(path))
    yield from (
        Input(each["name"], json.dumps(each["record"]).encode()) for each in lines(FIXTURES / "log" / "void.jsonl")
    )


def receipts() -> Iterator[Input]:
    for each in lines(FIXTURES / "log" / "receipts.jsonl"):
        text = each.get("receipt_text") or (each["receipt"] and json.dumps(each["receipt"]))
        receipt = text and text.ljust(each.get("pad_to", 0)).encode()
        policy = each["policy"].encode() if each["policy"] else None
        yield Input(each["name"], json.dumps(each["record"]).encode(), receipt, policy, each["now"])


def files() -> Iterator[Input]:
    paths = [
        *SAMPLES.glob("*.hand.json"),
        *(FIXTURES / "reported").glob("*.json"),
        *(FIXTURES / "import").glob("*.hand.json"),
    ]
    paths += [*(FIXTURES / "lookalikes").iterdir(), *(FIXTURES / "several").glob("*.hand.json")]
    yield from (Input(path.name, path.read_bytes()) for path in sorted(paths))


def bytes_that_are_no_record() -> Iterator[Input]:
    every = [b"", b"{}", b"[]", b"\xff", b'{"a":1,"a":2}', b"[" * 100, b'{"x":1e9}', b"9" * 50, b'"\\ud800"', b"null"]
    yield from (Input(f"no record {at}", data) for at, data in enumerate(every))


@cache
def inputs() -> tuple[Input, ...]:
    return (*vectors(), *receipts(), *files(), *bytes_that_are_no_record())


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What Pyodide judges, an answer for each of `inputs`."""
    folder = tmp_path_factory.mktemp("pyodide")
    (folder / "program.zip").write_bytes(program())
    (folder / "inputs").write_text("\n".join(each.line() for each in inputs()), encoding="utf-8")
    node = shutil.which("node")
    assert node, "Node.js must be installed: the replayer is tested in Pyodide under Node"
    run = subprocess.run(
        [node, SCRIPT, PYODIDE, folder / "program.zip", folder / "inputs"], capture_output=True, check=False
    )
    assert run.returncode == 0, run.stderr.decode()[-2000:]
    return run.stdout.decode().splitlines()


def by_server(each: Input) -> str:
    """The verdict object of the site on a record with its receipt, as text."""
    try:
        policy = Policy() if each.policy is None else parse_policy(each.policy)
    except MalformedLog:
        policy = Policy()

    def receipt(record: Any, verdict: Any) -> Any:
        return verdict if each.receipt is None else with_receipt(record, verdict, each.receipt, policy, each.now)

    return json.dumps(judging.verdict(each.record, "", receipt).to_json(), ensure_ascii=False)


def test_pyodide_gives_the_verdict_object_of_the_server_byte_for_byte(answers: list[str]) -> None:
    assert len(answers) == len(inputs()) > 800
    differing = [
        each.name
        for each, answer in zip(inputs(), answers, strict=True)
        if json.loads(answer)["verdict"] != by_server(each)
    ]
    assert differing == []


def test_pyodide_says_it_in_every_language_as_the_server_does(answers: list[str]) -> None:
    """The archive has every sentence that a verdict needs. One of three is compared: words take longest."""
    differing = [
        each.name
        for each, answer in list(zip(inputs(), answers, strict=True))[::3]
        if answer != judged(each.record, each.receipt, each.policy, each.now)
    ]
    assert differing == []


def test_every_verdict_and_every_rule_set_is_among_them(answers: list[str]) -> None:
    verdicts = Counter(json.loads(json.loads(answer)["verdict"])["verdict"] for answer in answers)
    assert {"malformed", "hidden", "tampered", "void", "illegal", "incomplete", "mismatch", "verified"} <= set(verdicts)
    assert verdicts["tampered"] > 50
    lines_of_records = [json.loads(each.record) for each in vectors()]
    games = {record["header"]["rules"] for record in lines_of_records if isinstance(record.get("header"), dict)}
    assert set(rulesets.ids()) <= games


def test_the_archive_is_the_source_of_the_server_and_nothing_else() -> None:
    """The same files by their bytes; no test, no site, no database, nothing that is not of this project."""
    assert all(name.startswith("dealproof/") for name in names())
    assert not [
        name for name in names() if name.startswith(("dealproof/web/http", "dealproof/web/store", "dealproof/web/cli"))
    ]
    assert "dealproof/replay/games/gulan/rules.py" in names()
