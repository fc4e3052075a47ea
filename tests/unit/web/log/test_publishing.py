"""From leaves to a published checkpoint: what is signed, what is served, and when the log refuses to sign."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from errno import ENOSPC
from pathlib import Path

import pytest
from sqlalchemy import text

from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint, parse_checkpoint
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.note_signature import check_note
from dealproof.web.log.errors import KeyUnusable, NotSigned
from dealproof.web.log.key_file import create_key, read_key
from dealproof.web.log.last_signed import beside
from dealproof.web.log.publishing import LogService, Unpublished, append, publish
from dealproof.web.log.sequencing import sequence, submitted
from dealproof.web.store.errors import StatementFailed
from dealproof.web.store.log_database import LogDatabase, log_database
from dealproof.web.store.log_queries import LogTables
from tests.support.logs import NAME, commits, deal, running_log

EACH_DATABASE = True


def published(log: LogService) -> int:
    with log.database.reading() as tables:
        note = tables.checkpoint()
    assert note is not None
    check_note(parse_note(note), log.key.public)
    return parse_checkpoint(parse_note(note).text).size


def test_an_append_returns_when_a_published_checkpoint_holds_the_leaf(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        assert [each.index for each in append(log, commits(3))] == [0, 1, 2]
        assert published(log) == 3


def test_the_deal_of_a_hand_comes_after_a_checkpoint_with_its_commit(database: str, tmp_path: Path) -> None:
    """So that no receipt is `published-late`, even if both are appended at once."""
    with running_log(database, tmp_path) as log:
        assert [each.index for each in append(log, [*commits(1), deal("t.1")])] == [0, 1]
        with log.database.engine.connect() as connection:
            sizes = connection.execute(text("SELECT size FROM log_checkpoints ORDER BY size")).scalars()
            assert [*sizes] == [1, 2]


def test_a_checkpoint_of_the_same_tree_is_the_same_bytes(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        append(log, commits(3))
        assert publish(log).note == publish(log).note


def test_an_empty_log_has_a_checkpoint(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        assert publish(log).checkpoint.size == 0


def test_after_an_old_backup_the_log_refuses_to_sign_until_the_leaves_are_back(tmp_path: Path) -> None:
    """LOG.md, "Running a log": `would-fork`."""
    current, backup = tmp_path / "log.sqlite3", tmp_path / "backup.sqlite3"
    with running_log(f"sqlite:///{current}", tmp_path) as log:
        append(log, commits(3))
    shutil.copy(current, backup)
    key, guard = read_key(tmp_path / "log.key"), beside(tmp_path / "log.key")
    with log_database(f"sqlite:///{current}") as opened:
        append(LogService(opened, key, guard), commits(2, first=4))
    signed = guard.read_bytes()
    with log_database(f"sqlite:///{backup}") as opened:
        log = LogService(opened, key, guard)
        for _ in range(2):
            with pytest.raises(NotSigned, match=r"would-fork.* 5 leaves") as refused:
                publish(log)
            assert refused.value.code == "would-fork"
        with pytest.raises(Unpublished, match="would-fork") as stopped:
            append(log, commits(2, "other"))
        assert (stopped.value.published, stopped.value.stored) == ([], [])
        # As large as before or larger, but another tree: a size alone would not show it.
        for more in (commits(2, "other"), commits(7, "more")):
            with opened.writing() as tables:
                sequence(tables, [*map(submitted, more)])
            with pytest.raises(NotSigned) as refused:
                publish(log)
            assert refused.value.code == "would-fork"
        assert published(log) == 3
    assert guard.read_bytes() == signed
    with log_database(f"sqlite:///{current}") as opened:
        assert publish(LogService(opened, key, guard)).checkpoint.size == 5


@pytest.mark.parametrize("damage", [None, b"", b"log.example/28\n-1\nAAAA\n", b"\xff"])
def test_without_the_file_of_what_it_signed_last_a_log_does_not_sign(
    database: str, tmp_path: Path, damage: bytes | None
) -> None:
    with running_log(database, tmp_path) as log:
        append(log, commits(1))
        log.last_signed.unlink()
        if damage is not None:
            log.last_signed.write_bytes(damage)
        with pytest.raises(Unpublished, match="is missing or damaged"):
            append(log, commits(1, first=2))
        assert published(log) == 1


def test_a_log_that_cannot_write_what_it_signs_does_not_sign(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with running_log(database, tmp_path) as log:
        with monkeypatch.context() as patch:
            patch.setattr("dealproof.web.log.last_signed.write_atomically", full)
            with pytest.raises(Unpublished, match=r"Nothing was signed: .* cannot be written: No space") as stopped:
                append(log, commits(1))
        assert [each.index for each in stopped.value.stored] == [0]
        (tmp_path / "log.key.last-signed.lock").unlink()
        (tmp_path / "log.key.last-signed.lock").mkdir()
        with pytest.raises(NotSigned, match="Nothing was signed"):
            publish(log)


@dataclass(frozen=True)
class FailingDatabase:
    """A database whose next transaction fails, before or after it was committed, and which may be gone then."""

    real: LogDatabase
    committed: bool
    gone: bool
    failed: list[bool] = field(default_factory=list)

    @contextmanager
    def writing(self) -> Iterator[LogTables]:
        if self.failed:
            with self.real.writing() as tables:
                yield tables
            return
        self.failed.append(True)
        with suppress(InterruptedError), self.real.writing() as tables:
            yield tables
            if not self.committed:
                raise InterruptedError
        raise StatementFailed("The connection was lost.", "lost")

    @contextmanager
    def reading(self) -> Iterator[LogTables]:
        if self.failed and self.gone:
            raise StatementFailed("There is no connection.", "none")
        with self.real.reading() as tables:
            yield tables


@pytest.mark.parametrize("committed", [True, False])
@pytest.mark.parametrize("gone", [True, False])
def test_a_transaction_that_fails_at_its_end_is_not_said_to_be_stored_unless_it_is(
    database: str, tmp_path: Path, *, committed: bool, gone: bool
) -> None:
    """Issue 12, point 3: an append either returns with everything or says exactly what is stored."""
    with running_log(database, tmp_path) as real:
        log = real._replace(database=FailingDatabase(real.database, committed, gone))  # type: ignore[arg-type]
        leaves = [*commits(2), deal("t.1")]
        if committed and not gone:
            assert [(each.index, each.new) for each in append(log, leaves)] == [(0, True), (1, True), (2, True)]
            return
        with pytest.raises(Unpublished, match=r"^The connection was lost\.$") as stopped:
            append(log, leaves)
        said = stopped.value
        assert (said.published, said.stored, said.uncertain) == ([], [], 2 if gone else 0)
        assert [each.new for each in append(real, leaves)] == [not committed, not committed, True]


def test_a_database_of_another_log_is_not_signed(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        append(log, commits(1))
        other = create_key(tmp_path / "other.key", "other.example")
        with pytest.raises(NotSigned) as refused:
            publish(log._replace(key=other, last_signed=beside(tmp_path / "other.key")))
        assert refused.value.code == "other-database"
        with pytest.raises(NotSigned) as refused:
            publish(log._replace(last_signed=beside(tmp_path / "other.key")))
        assert refused.value.code == "other-log"


def test_a_key_is_written_for_its_owner_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "below" / "log.key"
    key = create_key(path, NAME)
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_key(path) == key
    assert key.secret.hex() not in repr(key)
    with pytest.raises(KeyUnusable) as refused:
        create_key(path, NAME)
    assert refused.value.code == "key-exists"
    assert read_key(path) == key


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601, 0o644, 0o666])
def test_a_key_that_others_can_reach_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "log.key"
    create_key(path, NAME)
    path.chmod(mode)
    with pytest.raises(KeyUnusable) as refused:
        read_key(path)
    assert refused.value.code == "key-open-to-others"


@pytest.mark.parametrize("at", range(0, 81, 3))
def test_no_error_repeats_anything_of_a_damaged_key(tmp_path: Path, at: int) -> None:
    path = tmp_path / "log.key"
    create_key(path, NAME)
    data = path.read_bytes()
    path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    with pytest.raises(KeyUnusable) as refused:
        read_key(path)
    secret = data.decode().split("+", 4)[4].strip()
    assert refused.value.code == "key-malformed"
    assert not any(secret[start : start + 6] in str(refused.value) for start in range(len(secret) - 6))


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\u2003b", "a\nb", "a\x1bb", "a\x7fb", "a" * 257])
def test_a_name_that_no_key_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(KeyUnusable) as refused:
        create_key(tmp_path / "log.key", name)
    assert refused.value.code == "key-name"
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("there", ["missing", "linked"])
def test_a_new_key_never_makes_a_log_forget_what_it_signed(tmp_path: Path, there: str) -> None:
    """LOG.md, "Running a log": the last signed checkpoint stays until a person has decided. Here the key is on a disk
    that is not there at the moment."""
    path = tmp_path / "log.key"
    if there == "linked":
        path.symlink_to(tmp_path / "no" / "disk")
    signed = format_checkpoint(Checkpoint(NAME, 5, bytes(32)))
    beside(path).write_text(signed)
    with pytest.raises(KeyUnusable) as refused:
        create_key(path, NAME)
    assert refused.value.code == ("last-signed-exists" if there == "missing" else "key-exists")
    assert beside(path).read_text() == signed


def test_a_key_that_was_not_written_whole_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, synced, really = tmp_path / "log.key", list[int](), os.fsync

    def fsync(file: int) -> None:
        synced.append(file)
        if path.exists():
            raise OSError(ENOSPC, "No space left on device")
        really(file)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        with pytest.raises(KeyUnusable, match="No space left") as refused:
            create_key(path, NAME)
    assert (refused.value.code, path.exists()) == ("key-unwritable", False)
    assert len(synced) == 3, "the file beside the key, its folder, the key"
    assert create_key(path, NAME) == read_key(path)


def test_what_an_append_returned_outlives_a_power_failure(tmp_path: Path) -> None:
    """A log that forgot published leaves could not go on (`would-fork`). SQLite's own default depends on how it was
    built; 2 is FULL."""
    with log_database(f"sqlite:///{tmp_path / 'log.sqlite3'}") as log, log.engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
