"""How commands end where there is nothing to read from or to write to: a sentence and status 2 (`web.cli.main`)."""

import gzip
import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import zstandard

from dealproof.web.cli.terminal import width
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, Run, record, text

NEVER_LONG = 60
DEALPROOF = f"{sys.executable} -c 'from dealproof.web.cli.main import main; main()'"
WRITING = [
    "check a.hand.json",
    "match a.hand.json",
    "show a.hand.json",
    "dispute a.hand.json -o a.zip",
    "import a.hand.json",
    "deck a.hand.json",
    "rules --json",
    "schema",
    "rummy --wild 5 3s 4s 5s 10h Jk 2s 3d 4d 5d 6d 7d 8d 9d",
    "simulate kazhutha",
    "show --help",
]


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A command line as a shell runs it, in a folder with one hand."""
    (folder / "a.hand.json").write_bytes(text(GOOD))
    root = str(ROOT)
    environment = {**os.environ, "DEALPROOF_DATABASE": str(folder / "hands.sqlite3"), "PYTHONPATH": root}
    return subprocess.run(
        ["bash", "-c", f"{DEALPROOF} {line}"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=NEVER_LONG,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("line", WRITING)
def test_output_to_a_full_disk_is_a_sentence_and_status_2(tmp_path: Path, line: str) -> None:
    ended = shell(tmp_path, f"{line} > /dev/full")
    assert ended.stderr == "dealproof: Standard output cannot be written: No space left on device.\n"
    assert ended.returncode == 2


@pytest.mark.parametrize("line", WRITING)
def test_a_closed_standard_output_is_a_sentence_and_status_2(tmp_path: Path, line: str) -> None:
    ended = shell(tmp_path, f"{line} >&-")
    assert ended.stderr == "dealproof: Standard output is closed, so nothing can be written.\n"
    assert ended.returncode == 2


@pytest.mark.parametrize("line", ["--help", "--version", "check --help", "rules"])
def test_a_reader_that_went_away_is_quiet_and_status_141(tmp_path: Path, line: str) -> None:
    ended = shell(tmp_path, f"{line} | true; exit ${{PIPESTATUS[0]}}")
    assert (ended.stderr, ended.returncode) == ("", 141)


@pytest.mark.parametrize("line", ["rules nosuch", "check --output junit a", "simulate nosuch", "rummy XX --wild J"])
def test_what_is_wrong_stands_in_80_columns_on_a_terminal_and_on_one_line_elsewhere(tmp_path: Path, line: str) -> None:
    piped = shell(tmp_path, line).stderr.strip().split("\n")[-1]
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from dealproof.web.cli.main import main; main()", *line.split()]
    process = subprocess.run(command, stderr=theirs, stdout=subprocess.DEVNULL, check=False, timeout=NEVER_LONG)
    os.close(theirs)
    seen = os.read(ours, 1 << 16).decode().replace("\r\n", "\n")
    os.close(ours)
    assert process.returncode == 2
    assert max(map(width, seen.split("\n"))) <= 80
    assert " ".join(seen.split()).endswith(" ".join(piped.split()))


def test_a_closed_standard_error_changes_no_status(tmp_path: Path) -> None:
    assert [shell(tmp_path, f"check {name} 2>&-").returncode for name in ("a.hand.json", "none.json")] == [0, 2]


@pytest.mark.parametrize("line", ["check -", "match -", "show -", "import -", "deck -", "deck --header -"])
def test_a_closed_standard_input_is_a_sentence_and_status_2(tmp_path: Path, line: str) -> None:
    ended = shell(tmp_path, f"{line} <&-")
    assert ended.stderr.startswith("dealproof: - cannot be read: standard input is closed.")
    assert ended.stderr.count("\n") == 1
    assert ended.returncode == 2


def test_an_argument_that_is_not_utf_8_is_a_sentence_and_status_2(tmp_path: Path) -> None:
    ended = shell(tmp_path, r"simulate kazhutha --seed $'\xff'")
    assert ended.stderr == "dealproof: An argument of the command is not UTF-8 text.\n"
    assert ended.returncode == 2


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
@pytest.mark.parametrize("command", ["check", "match"])
def test_a_file_whose_name_is_not_utf_8_is_read_and_its_name_escaped(tmp_path: Path, command: str) -> None:
    (tmp_path / os.fsdecode(b"\xff.hand.json")).write_bytes(text(GOOD))
    assert r"\udcff.hand.json" in shell(tmp_path, rf"{command} --format json $'\xff.hand.json'").stdout


@pytest.mark.parametrize("command", ["check", "match", "show", "import", "deck"])
def test_a_link_that_leads_to_itself_is_a_sentence_and_status_2(run: Run, command: str) -> None:
    Path("loop.hand.json").symlink_to("loop.hand.json")
    result = run(command, "loop.hand.json")
    assert result.stderr.startswith("dealproof: loop.hand.json cannot be read: ")
    assert result.exit_code == 2


def test_a_folder_is_searched_for_files_only(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.hand.json")
    ended = shell(tmp_path, "check --format json .")
    assert json.loads(ended.stdout)["source"] == "a.hand.json"
    assert ended.returncode == 0


def test_a_link_to_nowhere_in_a_folder_is_said(run: Run) -> None:
    Path("gone.hand.json").symlink_to("nowhere")
    assert run("check", ".").stderr == "dealproof: gone.hand.json cannot be read: No such file or directory.\n"


@contextmanager
def deep(levels: int) -> Iterator[None]:
    """A hand below so many folders, each in the one before. They are taken away again: pytest cannot."""
    here = os.open(".", os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    with os.fdopen(os.open("a.hand.json", os.O_WRONLY | os.O_CREAT, dir_fd=here), "wb") as stream:
        stream.write(text(GOOD))
    os.close(here)
    try:
        yield
    finally:
        subprocess.run(["rm", "-r", "d"], check=True)


@pytest.mark.parametrize("levels", [1500, 2500])
def test_a_folder_of_very_many_levels_is_searched_as_far_as_paths_go(run: Run, levels: int) -> None:
    """S10: no recursion; where the system refuses a path as too long it is a sentence and status 2."""
    Path("b.hand.json").write_bytes(text(GOOD))
    with deep(levels):
        result = run("check", ".")
    if levels == 1500:
        assert "2 hands: 2 verified." in result.stdout
        assert result.exit_code == 0
    else:
        assert "1 hand: 1 verified." in result.stdout
        assert result.stderr.endswith("d cannot be read: File name too long.\n")
        assert len(result.stderr) < 400
        assert result.exit_code == 2


@pytest.mark.parametrize("command", ["show", "deck"])
def test_a_hand_id_that_nobody_stored_is_status_5(run: Run, command: str) -> None:
    result = run(command, "nosuchid")
    assert result.exit_code == 5
    assert result.stderr == "dealproof: There is no file nosuchid, and no hand with this ID is stored.\n"


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
@pytest.mark.parametrize("data", [text(GOOD) + b"\n" + text(GOOD), json.dumps(record(GOOD), indent=1).encode()])
def test_standard_input_is_read_packed_or_not(run: Run, pack: object, data: bytes) -> None:
    assert callable(pack)
    plain = run("check", "--format", "json", "-", stdin=data)
    assert run("check", "--format", "json", "-", stdin=pack(data)).stdout == plain.stdout
    assert plain.exit_code == 0


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress])
def test_packed_standard_input_that_is_cut_off_is_said(run: Run, pack: object) -> None:
    assert callable(pack)
    result = run("check", "-", stdin=pack(text(GOOD))[:-9])
    assert "- is truncated" in result.stderr
    assert result.exit_code == 2


@pytest.mark.parametrize("data", [b"", b"\x1f", b"\x28\xb5", b"("])
def test_the_beginning_of_packed_bytes_alone_is_taken_as_it_stands(run: Run, data: bytes) -> None:
    assert run("check", "-", stdin=data).exit_code == (1 if data else 5)
