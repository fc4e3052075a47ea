"""An audit that is killed at any moment goes on where it was, and counts nothing twice (issue 15, point 1)."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dealproof.replay.archive.chunk import ChunkResult, Piece
from dealproof.web.archive import spool as spools
from dealproof.web.archive.audit import count
from dealproof.web.archive.engines import Numbered
from dealproof.web.archive.engines.processes import Processes
from dealproof.web.archive.errors import FolderUnusable
from dealproof.web.archive.spool import Spool, opened
from dealproof.web.log import atomic_file
from tests.support.archive_runs import fingerprint
from tests.support.paths import ROOT
from tests.support.tiny_archive import chunks, work
from tests.unit.web.cli.test_check_jobs import group, linux, soon_gone

Progress = Callable[[int, ChunkResult | None], None]


class Done:
    """Records that were counted, and those that were finished before."""

    def __init__(self) -> None:
        self.fresh = self.before = 0

    def __call__(self, records: int, outcome: ChunkResult | None) -> None:
        if outcome is None:
            self.before += records
        else:
            self.fresh += records


def audit(folder: Path, plan: str = "plan", progress: Progress | None = None) -> str:
    """The sum of everything that an audit hands on."""
    with opened(folder, plan) as spool, Processes(1) as engine:
        return fingerprint(count(chunks(), work, engine, spool, progress or Done()))


class Killed(BaseException):
    """Stands for the end of the process."""


def dying(monkeypatch: pytest.MonkeyPatch, module: object, name: str, at: int, *, first: bool) -> None:
    """The process ends at the `at`th call of a function, before it does its work (`first`) or after."""
    does, calls = getattr(module, name), iter(range(1000))

    def replaced(*arguments: object, **named: object) -> object:
        number = next(calls)
        if number == at and first:
            raise Killed
        found = does(*arguments, **named)
        if number == at:
            raise Killed
        return found

    monkeypatch.setattr(module, name, replaced)


STEPS = [
    *((spools, "write_atomically", at, first) for at in range(12) for first in (True, False)),
    *((atomic_file, "sync_folder", at, True) for at in range(12)),
]


@pytest.mark.parametrize(("module", "name", "at", "first"), STEPS)
def test_an_audit_that_ended_between_any_two_writes_goes_on_and_counts_nothing_twice(
    module: object, name: str, at: int, first: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = audit(tmp_path / "whole")
    with monkeypatch.context() as patch:
        dying(patch, module, name, at, first=first)
        with pytest.raises(Killed):
            audit(tmp_path / "killed")
    progress = Done()
    assert audit(tmp_path / "killed", progress=progress) == whole
    # Three files a chunk: it is finished with its third.
    finished = at // 3 + (at % 3 == 2 and not (name == "write_atomically" and first))
    assert (progress.before, progress.fresh) == (min(10, 3 * finished), 10 - min(10, 3 * finished))
    names = {path.name for path in (tmp_path / "whole").iterdir()}
    assert {path.name for path in (tmp_path / "killed").iterdir()} == names


def test_what_was_half_written_is_removed(tmp_path: Path) -> None:
    audit(tmp_path)
    names = sorted(tmp_path.iterdir())
    (tmp_path / f".{next(tmp_path.glob('*.rows')).name}.x1").write_bytes(b"half")
    (tmp_path / "sorting" / "rows").mkdir(parents=True)
    (tmp_path / "sorting" / "rows" / "0-0").write_bytes(b"half")
    audit(tmp_path)
    assert sorted(tmp_path.iterdir()) == names


@pytest.mark.parametrize("ending", ["json", "rows", "keys"])
def test_a_chunk_that_lacks_a_file_is_done_again(ending: str, tmp_path: Path) -> None:
    whole = audit(tmp_path)
    sorted(tmp_path.glob(f"*.{ending}"))[1].unlink()
    progress = Done()
    assert audit(tmp_path, progress=progress) == whole
    assert (progress.before, progress.fresh) == (7, 3)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"counts":{}}', b'{"counts":{},"failures":[]}', b"\xff"])
def test_a_damaged_file_is_named(damage: bytes, tmp_path: Path) -> None:
    audit(tmp_path)
    path = sorted(tmp_path.glob("*.json"))[1]
    path.write_bytes(damage)
    with pytest.raises(FolderUnusable, match=f"{path} is damaged"):
        audit(tmp_path)


def test_records_and_places_and_plan_and_version_name_a_chunk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chunk = Numbered(1, [Piece("a:1", b"bc"), Piece("a:2", b"d")])
    others = [
        chunk._replace(number=2),
        chunk._replace(pieces=[Piece("a:1", b"bc"), Piece("a:2", b"e")]),
        chunk._replace(pieces=[Piece("a:1", b"bc"), Piece("a:3", b"d")]),
        chunk._replace(pieces=[Piece("a:1b", b"c"), Piece("a:2", b"d")]),
        chunk._replace(pieces=[Piece("a:2", b"d"), Piece("a:1", b"bc")]),
        chunk._replace(pieces=[Piece("a:1", b"bc")]),
    ]
    names = {Spool(tmp_path, "plan").name(each) for each in (chunk, *others)} | {Spool(tmp_path, "other").name(chunk)}
    monkeypatch.setattr(spools, "installed", lambda: "another version")
    assert len(names | {Spool(tmp_path, "plan").name(chunk)}) == len(others) + 3


def test_the_outcome_of_another_plan_is_not_taken_for_this_one(tmp_path: Path) -> None:
    audit(tmp_path, "one")
    progress = Done()
    audit(tmp_path, "other", progress)
    assert (progress.before, progress.fresh) == (0, 10)


HOLD = """
import sys, time
from pathlib import Path
from dealproof.web.archive.spool import opened
with opened(Path(sys.argv[1]), "plan"):
    print("held", flush=True)
    time.sleep(600)
"""


def test_two_audits_do_not_use_one_folder_and_a_killed_one_leaves_it_free(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(FolderUnusable, match=f"Another audit uses the folder {tmp_path}"):
            audit(tmp_path)
        other.kill()
    audit(tmp_path)


SLOW = """
import signal, sys, time
from functools import partial
from pathlib import Path
from dealproof.web.archive.audit import count
from dealproof.web.archive.engines.processes import Processes
from dealproof.web.archive.spool import opened
from tests.support.tiny_archive import chunks, work
signal.signal(signal.SIGINT, signal.default_int_handler)
def slow(seconds, pieces):
    time.sleep(seconds)
    return work(pieces)
def main():
    with opened(Path(sys.argv[1]), "plan") as spool, Processes(2) as engine:
        count(chunks(), partial(slow, float(sys.argv[2])), engine, spool, lambda *_: print("chunk", flush=True))
main()
"""


@linux
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_an_audit_that_is_killed_leaves_no_worker_and_goes_on(sent: signal.Signals, tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", SLOW, str(tmp_path), "0.3"]
    with subprocess.Popen(
        arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as killed:
        assert killed.stdout is not None
        assert killed.stdout.readline() == b"chunk\n"
        assert len(group(killed.pid)) == 3
        os.kill(killed.pid, sent)
        killed.communicate(timeout=60)
        assert soon_gone(killed.pid)
    progress = Done()
    assert audit(tmp_path, progress=progress) == audit(tmp_path)
    assert progress.before >= 3


@linux
def test_ctrl_c_ends_an_audit_at_once_however_long_a_chunk_takes(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", SLOW, str(tmp_path), "600"]
    with subprocess.Popen(
        arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        deadline = time.monotonic() + 60
        while len(group(process.pid)) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, error = process.communicate(timeout=60)
        assert process.returncode != 0
        # One traceback, of the parent: workers leave Ctrl-C to it.
        assert error.count(b"Traceback") == 1
        assert error.rstrip().endswith(b"KeyboardInterrupt")
        assert soon_gone(process.pid)


def test_files_are_plain_json_and_lines(tmp_path: Path) -> None:
    audit(tmp_path)
    first = json.loads(sorted(tmp_path.glob("*.json"))[0].read_bytes())
    assert first == {"counts": {"hands": [3, 111]}, "failures": [], "worths": {"hands": [1]}}
    assert sorted(tmp_path.glob("*.rows"))[0].read_bytes() == b"0000\n0037\n0074\n"
