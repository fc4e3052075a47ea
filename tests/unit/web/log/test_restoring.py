"""A log whose database is an old backup: the lost leaves come back from a copy (LOG.md, "Running a log")."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from dealproof.verifier.encoding import canonical
from dealproof.web.log.errors import LogError, NotSigned
from dealproof.web.log.export import export
from dealproof.web.log.publishing import LogService, append, publish
from dealproof.web.log.reading import reader
from dealproof.web.log.receipts import receipt_of
from dealproof.web.log.restoring import restore
from dealproof.web.log.sequencing import sequence, submitted
from dealproof.web.log.verification import WholeLog, verify
from dealproof.web.store.log_database import log_database
from tests.support.logs import commit, commits, deal, files, reading, result, running_log
from tests.unit.web.conftest import Run

EACH_DATABASE = True

LEAVES = [*commits(3), deal("t.2"), result("t.2"), *commits(2, "u"), deal("u.1")]


@contextmanager
def after_a_backup(database: str, folder: Path, kept: int, leaves: list[bytes] = LEAVES) -> Iterator[LogService]:
    """A log that has published `leaves`, and whose database, from a backup, has the first `kept`. A copy of all of them
    is in the folder `copy`."""
    with running_log(f"sqlite:///{folder / 'lost.sqlite3'}", folder) as lost:
        append(lost, leaves)
        export(lost.database, folder / "copy")
        with log_database(database) as opened:
            with opened.writing() as tables:
                sequence(tables, [*map(submitted, leaves[:kept])])
            yield lost._replace(database=opened)


def copy(folder: Path, log: LogService) -> WholeLog:
    return verify(reader(str(folder / "copy")), log.key.public)


def entries(log: LogService) -> list[bytes]:
    with log.database.reading() as tables:
        return tables.entries(0, 1000)


@pytest.mark.parametrize("kept", range(len(LEAVES) + 1))
def test_what_a_backup_lacks_comes_back_and_the_log_goes_on(database: str, tmp_path: Path, kept: int) -> None:
    with after_a_backup(database, tmp_path, kept) as log:
        if kept < len(LEAVES):
            with pytest.raises(NotSigned, match="would-fork"):
                publish(log)
        assert restore(log, copy(tmp_path, log)) == len(LEAVES) - kept
        assert entries(log) == LEAVES
        assert restore(log, copy(tmp_path, log)) == 0
        (outcome,) = append(log, [commit("v", 1, "v")])
        assert outcome.index == len(LEAVES)


def test_leaves_come_back_in_one_transaction(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealproof.web.log.restoring.AT_ONCE", 2)
    with after_a_backup(database, tmp_path, 1) as log:
        assert restore(log, copy(tmp_path, log)) == len(LEAVES) - 1
        assert entries(log) == LEAVES


def refused(log: LogService, served: dict[str, bytes]) -> str:
    """Why a copy is refused; nothing is stored then."""
    before = entries(log)
    with pytest.raises(LogError) as refused:
        restore(log, verify(reading(served), log.key.public))
    assert entries(log) == before
    return str(refused.value.code)


def test_a_copy_that_does_not_hold_all_that_was_signed_is_refused(database: str, tmp_path: Path) -> None:
    with after_a_backup(database, tmp_path, 2) as log:
        for leaves in (LEAVES[:-1], [*commits(3), *commits(6, "other")]):
            assert refused(log, files(log.key, leaves)) == "copy-behind"


def test_a_copy_that_does_not_continue_the_database_is_refused(database: str, tmp_path: Path) -> None:
    with after_a_backup(database, tmp_path, 0) as log:
        with log.database.writing() as tables:
            sequence(tables, [submitted(commit("other", 1, "other"))])
        assert refused(log, files(log.key, LEAVES)) == "copy-of-another"


def test_no_receipt_accuses_an_operator_whose_checkpoints_are_lost(database: str, tmp_path: Path) -> None:
    """LOG.md, "Checking a receipt": with the checkpoint of the copy alone, the receipt would be `published-late`."""
    header = {"hand": "w.1"}
    of_hand = [commit("w.1", 1, "w", header=sha256(canonical(header)).hexdigest()), deal("w.1")]
    with after_a_backup(database, tmp_path, 2, LEAVES + of_hand) as log:
        restore(log, copy(tmp_path, log))
        with log.database.reading() as tables, pytest.raises(LogError) as lost:
            receipt_of(tables, header)
        assert lost.value.code == "checkpoint-lost"


def test_the_command_brings_a_log_back(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEALPROOF_LOG_KEY", str(tmp_path / "log.key"))
    run("log", "init", "log.example/28")
    run("log", "append", "-", stdin=b"\n".join(LEAVES))
    run("log", "export", "copy")
    emptied = ("--database", str(tmp_path / "emptied.sqlite3"))
    assert run("log", "checkpoint", *emptied).exit_code == 2
    first = run("log", "restore", "copy", *emptied)
    assert (first.exit_code, first.stdout) == (0, "8 leaves brought back; the log has 8.\n")
    assert run("log", "checkpoint", *emptied).exit_code == 0
    (tmp_path / "copy" / "tile" / "entries" / "000.p" / "8").write_bytes(b"")
    assert run("log", "restore", str(tmp_path / "copy"), *emptied).exit_code == 1
    assert run("log", "restore", "nowhere", *emptied).exit_code == 2
