"""`dealproof check --jobs`: as many processes as one likes, the same bytes, and none left behind."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard

from dealproof.web import workers
from dealproof.web.cli.check.reports import FORMATS
from tests.unit.web.cli.test_check_reports import timeless
from tests.unit.web.conftest import GOOD, ILLEGAL, MALFORMED, hand_id, text

DEALPROOF = [sys.executable, "-c", "from dealproof.web.cli.main import main; main()"]
# A shell lets what it starts in the background ignore Ctrl-C, so these tests too, and what they start.
HEEDING = [*DEALPROOF[:2], f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {DEALPROOF[2]}"]
MIB = 1 << 20

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes where Linux lists them")


def check(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*DEALPROOF, "check", *arguments], cwd=cwd, capture_output=True, check=False)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many hands that their verdicts do not fit into a pipe."""
    hands = tmp_path_factory.mktemp("many") / "many.hands.jsonl"
    hands.write_bytes((text(GOOD) + b"\n") * 6_000)
    return hands


@pytest.fixture
def begun(many: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A run with two workers, in a process group of its own, that has printed its first line and waits to be read."""
    arguments = [*HEEDING, "check", "--jobs", "2", str(many)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        yield process
        process.kill()


def group(leader: int) -> list[int]:
    """Processes of a group that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, number = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(number) == leader and state != "Z":
            found.append(int(folder.name))
    return found


def soon_gone(leader: int) -> bool:
    deadline = time.monotonic() + 5
    while group(leader) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not group(leader)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of every kind, in several blocks, with one that cannot be read among them."""
    folder = tmp_path_factory.mktemp("mixed")
    lines = b"".join(text(name) + b"\n" for name in (GOOD, ILLEGAL, MALFORMED, GOOD)) + b"no record\n\n"
    (folder / "a.hands.jsonl").write_bytes(lines * 30)
    (folder / "b.hands.jsonl.gz").write_bytes(gzip.compress(lines * 8))
    (folder / "c.hands.jsonl.zst").write_bytes(zstandard.compress(lines * 8)[:-3])
    for number in range(40):
        (folder / f"d{number:02}.hand.json").write_bytes(text(GOOD))
    (folder / "e.jsonl.gz").write_bytes(b"no gzip")
    (folder / "f.jsonl").write_bytes(text(ILLEGAL))
    return folder


def test_any_number_of_jobs_prints_and_writes_the_same_bytes_in_every_format(mixed: Path, tmp_path: Path) -> None:
    names = ["json", "junit", "github", "sarif"]
    told = []
    for jobs in ("1", "3"):
        outputs = [f"--output={name}={tmp_path / (name + jobs)}" for name in names]
        run = check("--jobs", jobs, *outputs, ".", "nowhere", cwd=mixed)
        files = [timeless((tmp_path / f"{name}{jobs}").read_bytes()) for name in names]
        told.append((run.returncode, run.stdout, run.stderr, files))
    assert told[0] == told[1]
    assert told[0][0] == 2
    assert told[0][2].count(b"\n") == 3


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_fail_fast_stops_at_the_first_hand_that_is_not_verified(tmp_path: Path, jobs: str) -> None:
    lines = [text(GOOD)] * 250
    lines[120] = text(ILLEGAL)
    (tmp_path / "a.hands.jsonl").write_bytes(b"\n".join(lines))
    (tmp_path / "b.jsonl.gz").write_bytes(b"no gzip")
    result = check("--jobs", jobs, "--fail-fast", "a.hands.jsonl", "b.jsonl.gz", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (1, b"")
    assert result.stdout.endswith(b"121 hands: 120 verified, 1 illegal.\n")


def test_fail_fast_stops_at_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.hand.json").write_bytes(text(GOOD))
    result = check("--jobs", "2", "--fail-fast", "nowhere", "a.hand.json", cwd=tmp_path)
    assert result.returncode == 2
    assert result.stdout == b"No hand found. Files that could not be read: 1.\n"


@linux
def test_control_c_is_quiet_and_leaves_no_process(begun: subprocess.Popen[bytes]) -> None:
    assert len(group(begun.pid)) == 3
    os.killpg(begun.pid, signal.SIGINT)
    _, errors = begun.communicate()
    assert (begun.returncode, errors) == (130, b"")
    assert not group(begun.pid)


@linux
def test_a_closed_pipe_is_quiet_and_leaves_no_process(begun: subprocess.Popen[bytes]) -> None:
    assert begun.stdout is not None
    assert begun.stderr is not None
    begun.stdout.close()
    assert begun.stderr.read() == b""
    assert begun.wait() == 128 + signal.SIGPIPE
    assert not group(begun.pid)


@linux
def test_workers_end_when_their_parent_is_killed(begun: subprocess.Popen[bytes]) -> None:
    begun.kill()
    begun.communicate()
    assert soon_gone(begun.pid)


def deaf(portion: int) -> int:
    """Work in a process that no longer hears the signal to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return portion


def test_a_worker_that_misses_the_signal_to_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.1)
    with workers.Workers(1, deaf, lambda portion: [portion], lambda portion, _: portion) as team:
        assert list(team.in_order([7])) == [(7, 7)]
        (process,) = team.processes.values()
    assert process.exitcode == -signal.SIGKILL


@linux
def test_what_a_worker_held_that_was_killed_from_outside_is_judged_by_another(
    begun: subprocess.Popen[bytes], many: Path
) -> None:
    """S1: nothing is lost, and nothing is said twice."""
    os.kill(max(group(begun.pid)), signal.SIGKILL)
    output, errors = begun.communicate()
    assert (begun.returncode, errors) == (0, b"")
    assert output.endswith(b"6,000 hands: 6,000 verified.\n")
    lines = [int(number) for number in re.findall(rb"many\.hands\.jsonl:(\d+)", b"".join(output.split()))]
    assert lines[-5_999:] == [*range(2, 6_001)]
    assert not group(begun.pid)


DEADLY = """
import os, signal, sys
from dealproof.replay import audit
from dealproof.web.cli.main import main
judge = audit._judge
def deadly(record, source):
    if record.hand == sys.argv[1]:
        os.kill(os.getpid(), int(sys.argv[2]))
    return judge(record, source)
audit._judge = deadly
main(sys.argv[3:])
"""
"""A `dealproof` whose process ends at one hand, as one does that the system kills for its memory."""


@linux
@pytest.mark.parametrize("form", FORMATS)
def test_the_hand_at_which_workers_die_is_named_and_the_others_are_judged(tmp_path: Path, form: str) -> None:
    """S1."""
    lines = [text(GOOD)] * 130
    lines[100] = text(ILLEGAL)
    (tmp_path / "a.hands.jsonl").write_bytes(b"\n".join(lines))
    arguments = [hand_id(ILLEGAL), str(int(signal.SIGKILL)), "check", "--jobs", "2", "--format", form, "a.hands.jsonl"]
    ended = subprocess.run([sys.executable, "-c", DEADLY, *arguments], cwd=tmp_path, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (2, b"")
    told = " ".join(ended.stdout.decode().split())
    assert hand_id(ILLEGAL) in told
    assert "killed, as the system does when memory runs out" in told
    if form == "json":
        verdicts = [json.loads(line) for line in ended.stdout.splitlines()]
        assert [each["verdict"] for each in verdicts] == [*["verified"] * 100, "error", *["verified"] * 29]
        assert verdicts[100]["source"] == "a.hands.jsonl:101"
    elif form in {"text", "github"}:
        assert "130 hands: 129 verified, 1 error." in told


WEIGHED = """
import resource, sys
from dealproof.web.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    print(*(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))
"""


def weight(path: Path, jobs: str) -> int:
    """MiB that a run takes at its most, in its heaviest process."""
    arguments = ["check", "--format", "json", "--jobs", jobs, f"--output=junit={path}.xml", str(path)]
    told = subprocess.run([sys.executable, "-c", WEIGHED, *arguments], capture_output=True, check=True).stdout
    return max(map(int, told.split(b"\n")[-2].split())) // 1024


def junk(count: int) -> bytes:
    return b"".join(b"%06d %s\n" % (number, b"x" * 1500) for number in range(count))


@linux
def test_memory_of_parent_and_workers_is_flat_however_many_lines_there_are(tmp_path: Path) -> None:
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    few.write_bytes(junk(1000))
    many.write_bytes(junk(20_000))
    assert weight(many, "2") - weight(few, "2") < 8


@linux
@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_memory_is_bounded_whatever_a_small_file_unpacks_to(tmp_path: Path, ending: str) -> None:
    few, bomb = tmp_path / "few.jsonl", tmp_path / f"bomb.jsonl.{ending}"
    few.write_bytes(junk(10))
    if ending == "gz":
        bomb.write_bytes(gzip.compress(b" " * (100 * MIB)))
    else:
        packer = zstandard.ZstdCompressor().compressobj()
        bomb.write_bytes(b"".join(packer.compress(b" " * MIB) for _ in range(300)) + packer.flush())
    assert bomb.stat().st_size < MIB
    assert weight(bomb, "1") - weight(few, "1") < (8 if ending == "gz" else 48)
