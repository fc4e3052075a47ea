"""A witness made by others, on loopback, and its verifier of logs: aics-witness and aics-tlog.

These PyPI packages need a newer Python than this project; tests/run puts them into `.venv-witness` where it finds one.
Source: C2SP tlog-witness; LOG.md, "Cosignatures".
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dealproof.verifier.tlog.cosignature import cosigned_at
from dealproof.verifier.tlog.note import Key, format_key, parse_key, parse_note
from dealproof.verifier.tlog.policy import Policy, Witness
from dealproof.web.log import http_client
from dealproof.web.log.export import export
from dealproof.web.log.http_client import Answer
from dealproof.web.log.last_signed import begin
from dealproof.web.log.publishing import LogService, Unpublished, append, publish
from dealproof.web.log.witnessing import Witnesses
from dealproof.web.store.log_database import log_database
from tests.conformance.test_interop import changes
from tests.support.logs import NAME, commits, deal, running_log
from tests.support.newer_python import LEAST, newer_python
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

PYTHON = ROOT / ".venv-witness" / "bin" / "python"
LISTENS = re.compile(r"listening on (http://127\.0\.0\.1:\d+) ")


@pytest.fixture(scope="module")
def python() -> Path:
    """The interpreter with the packages. Where tests/run could not install them, the tests are left out."""
    if (ROOT / ".venv-witness" / "installed").exists():
        return PYTHON
    if newer_python() is None:
        needed, version = ".".join(map(str, LEAST)), sys.version.split()[0]
        pytest.skip(f"aics-witness needs Python {needed} or newer, and there is none here (this is Python {version})")
    pytest.skip("tests/run has not installed aics-witness and aics-tlog from PyPI in .venv-witness")


class Remote:
    """A witness at an address. `answers` are the statuses that it gave to the log."""

    def __init__(self, address: str, key: Key) -> None:
        self.address, self.key = address, key
        self.answers: list[int] = []

    def post(self, url: str, body: bytes, most: int) -> Answer:
        answer = http_client.post(url, body, most)
        self.answers.append(answer.status)
        return answer

    def of(self, log: LogService) -> LogService:
        """The log, cosigned by this witness."""
        policy = Policy((), (Witness("w", self.key),), (), "w")
        return log._replace(cosign=Witnesses((self.address,), policy, self.post).cosign)


@contextmanager
def serving(python: Path, folder: Path, log: Key | None) -> Iterator[Remote]:
    """A witness with a new key, which knows a log."""
    folder.mkdir()
    command = [str(python), "-m", "aics_witness"]
    config = ("--config", str(folder / "witness.json"))

    def run(*arguments: str) -> str:
        return subprocess.run([*command, *arguments, *config], capture_output=True, text=True, check=True).stdout

    key = parse_key(run("init", "--name", "witness.example/w1", "--listen", "127.0.0.1:0").strip())
    if log is not None:
        run("add-log", "--origin", log.name, "--vkey", format_key(log))
    with subprocess.Popen([*command, "serve", *config], stderr=subprocess.PIPE, text=True) as witness:
        try:
            assert witness.stderr is not None
            found = next(filter(None, map(LISTENS.search, witness.stderr)), None)
            assert found, "it ended by itself"
            yield Remote(found[1], key)
        finally:
            witness.terminate()


def test_the_witness_cosigns_what_continues_the_log_and_is_asked_once_more_after_a_409(
    python: Path, tmp_path: Path
) -> None:
    with running_log(f"sqlite:///{tmp_path / 'a.sqlite3'}", tmp_path) as log:
        with serving(python, tmp_path / "witness", log.key.public) as witness:
            append(witness.of(log), commits(300))
            append(witness.of(log), [deal("t.1"), *commits(1, first=301)])
            assert witness.answers == [200, 200]
            append(log, commits(9, first=302))
            append(log, commits(9, "u"))
            note = publish(witness.of(log)).note
        assert witness.answers == [200, 200, 409, 200]
        assert cosigned_at(note, witness.key) is not None
        with log.database.reading() as tables:
            published = tables.checkpoint()
        assert published is not None
        assert parse_note(published) == note


def test_the_witness_refuses_a_fork_with_422(python: Path, tmp_path: Path) -> None:
    with running_log(f"sqlite:///{tmp_path / 'a.sqlite3'}", tmp_path) as log:
        with serving(python, tmp_path / "witness", log.key.public) as witness:
            append(witness.of(log), commits(5))
            begin(tmp_path / "forgotten", NAME)
            with log_database(f"sqlite:///{tmp_path / 'b.sqlite3'}") as other:
                fork = witness.of(log._replace(database=other, last_signed=tmp_path / "forgotten"))
                with pytest.raises(Unpublished, match="does not accept that this checkpoint continues the last one"):
                    append(fork, commits(7, "fork"))
        assert witness.answers == [200, 409, 422]


def test_the_witness_refuses_another_key_with_403_and_another_log_with_404(python: Path, tmp_path: Path) -> None:
    with (
        running_log(f"sqlite:///{tmp_path / 'a.sqlite3'}", tmp_path / "a") as log,
        running_log(f"sqlite:///{tmp_path / 'b.sqlite3'}", tmp_path / "b") as known,
    ):
        with (
            serving(python, tmp_path / "one", known.key.public) as witness,
            pytest.raises(Unpublished, match=r"does not know the key of this log \(status 403\)"),
        ):
            append(witness.of(log), commits(1))
        with (
            serving(python, tmp_path / "two", None) as unaware,
            pytest.raises(Unpublished, match=r"does not know this log \(status 404\)"),
        ):
            append(unaware.of(log), commits(1))
        assert (witness.answers, unaware.answers) == ([403], [404])


def test_its_verifier_accepts_our_logs_and_refuses_every_file_with_a_bit_flipped(python: Path, tmp_path: Path) -> None:
    with running_log(f"sqlite:///{tmp_path / 'a.sqlite3'}", tmp_path) as log:
        with serving(python, tmp_path / "witness", log.key.public) as witness:
            append(witness.of(log), commits(600))
        export(log.database, tmp_path / "log")
    copies: list[Path] = []
    for path in sorted(each for each in (tmp_path / "log").rglob("*") if each.is_file()):
        for data in changes(path.read_bytes()):
            copies.append(tmp_path / "copies" / str(len(copies)))
            shutil.copytree(tmp_path / "log", copies[-1], copy_function=os.link)
            there = copies[-1] / path.relative_to(tmp_path / "log")
            there.unlink()
            there.write_bytes(data)
    program = ROOT / "tests" / "conformance" / "interop" / "aics.py"
    command = [python, program, format_key(log.key.public), format_key(witness.key), tmp_path / "log", *copies]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0] == "600 leaves, 4 tiles, 3 bundles"
    assert len(said) - 1 == len(copies) > 100
    assert [each for each in said[1:] if not each.startswith("refused: ")] == []
