"""`dealproof check` of packed files (RECORD.md, "Files": gzip or zstd; limits hold after decompression)."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from dealproof.verifier.encoding import MAX_BYTES
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, ILLEGAL, Run, record, text

REPORTED = ROOT / "fixtures" / "reported"
LINES = b"\n".join([text(GOOD), b"no record", b"", text(ILLEGAL)]) + b"\n"


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


PACKERS: list[tuple[str, Callable[[bytes], bytes]]] = [(".gz", gzip.compress), (".zst", zstd)]
packed = pytest.mark.parametrize(("ending", "pack"), PACKERS)


def judged(output: str) -> list[tuple[Any, Any]]:
    verdicts = [json.loads(line) for line in output.splitlines()]
    return [(verdict["source"], verdict["verdict"]) for verdict in verdicts]


def verdicts_of(name: str) -> list[tuple[str, str]]:
    return [(f"{name}:1", "verified"), (f"{name}:2", "malformed"), (f"{name}:4", "illegal")]


@packed
@pytest.mark.parametrize("stem", ["a.hands.jsonl", "a.jsonl", "hands"])
def test_a_packed_file_of_lines_is_judged_like_the_file_itself(
    run: Run, ending: str, pack: Callable[[bytes], bytes], stem: str
) -> None:
    Path(stem + ending).write_bytes(pack(LINES))
    assert judged(run("check", "--format", "json", stem + ending).stdout) == verdicts_of(stem + ending)


@packed
def test_a_packed_record_is_one_hand_however_it_is_laid_out(
    run: Run, ending: str, pack: Callable[[bytes], bytes]
) -> None:
    Path("a.hand.json" + ending).write_bytes(pack(json.dumps(record(GOOD), indent=2).encode()))
    assert judged(run("check", "--format", "json", ".").stdout) == [("a.hand.json" + ending, "verified")]


@packed
def test_pieces_packed_one_after_the_other_are_one_file(run: Run, ending: str, pack: Callable[[bytes], bytes]) -> None:
    middle = len(LINES) // 2
    Path("a.jsonl" + ending).write_bytes(pack(LINES[:middle]) + pack(b"") + pack(LINES[middle:]))
    assert judged(run("check", "--format", "json", ".").stdout) == verdicts_of("a.jsonl" + ending)


@packed
def test_of_a_packed_file_that_is_cut_off_whole_lines_are_judged_and_the_status_is_2(
    run: Run, ending: str, pack: Callable[[bytes], bytes]
) -> None:
    whole = pack(text(GOOD) + b"\n" + text(ILLEGAL) + b"\n") + pack(text(GOOD) + b"\n" + text(ILLEGAL))
    Path("a.jsonl" + ending).write_bytes(whole[:-6])
    result = run("check", "--format", "json", "a.jsonl" + ending)
    assert judged(result.stdout)[:2] == [(f"a.jsonl{ending}:1", "verified"), (f"a.jsonl{ending}:2", "illegal")]
    assert len(judged(result.stdout)) < 4
    assert result.exit_code == 2
    assert result.stderr.startswith(f"dealproof: a.jsonl{ending} is truncated")


@packed
@pytest.mark.parametrize("jobs", ["1", "0"])
def test_a_file_that_is_not_packed_as_its_name_says_is_a_sentence_and_the_others_are_judged(
    run: Run, ending: str, pack: Callable[[bytes], bytes], jobs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dealproof.web.cli.check.judging.cores", lambda: 1)
    Path("a.jsonl" + ending).write_bytes(text(GOOD))
    Path("b.hand.json").write_bytes(text(GOOD))
    result = run("check", "--format", "json", "--jobs", jobs, ".")
    assert judged(result.stdout) == [("b.hand.json", "verified")]
    assert result.exit_code == 2
    assert result.stderr.startswith(f"dealproof: a.jsonl{ending} is damaged")
    assert len(result.stderr.splitlines()) == 1


@packed
def test_a_packed_file_damaged_in_the_middle_keeps_what_came_before(
    run: Run, ending: str, pack: Callable[[bytes], bytes]
) -> None:
    Path("a.jsonl" + ending).write_bytes(pack(text(GOOD) + b"\n") + b"junk" * 9)
    result = run("check", "--format", "json", ".")
    assert judged(result.stdout) == [(f"a.jsonl{ending}:1", "verified")]
    assert result.exit_code == 2
    assert "is damaged" in result.stderr


@packed
def test_every_cut_of_a_packed_record_is_a_sentence_never_a_traceback(
    run: Run, ending: str, pack: Callable[[bytes], bytes]
) -> None:
    whole = pack(text(GOOD))
    for end in range(20, len(whole), 97):
        Path("a.hand.json" + ending).write_bytes(whole[:end])
        result = run("check", "a.hand.json" + ending)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"dealproof: a.hand.json{ending} is truncated")


@packed
def test_a_line_too_large_is_one_malformed_hand_and_the_next_is_judged(
    run: Run, ending: str, pack: Callable[[bytes], bytes]
) -> None:
    Path("a.jsonl" + ending).write_bytes(pack(b" " * (5 * MAX_BYTES) + b"{}\n" + text(GOOD) + b"\n"))
    found = judged(run("check", "--format", "json", ".").stdout)
    assert found == [(f"a.jsonl{ending}:1", "malformed"), (f"a.jsonl{ending}:2", "verified")]


def test_standard_input_with_a_first_line_too_large_is_judged_line_by_line(run: Run) -> None:
    found = judged(run("check", "--format", "json", "-", stdin=b"x" * (3 * MAX_BYTES) + b"\n" + text(GOOD)).stdout)
    assert found == [("-:1", "malformed"), ("-:2", "verified")]


@packed
def test_show_finds_a_line_of_a_packed_file(run: Run, ending: str, pack: Callable[[bytes], bytes]) -> None:
    Path("a.hands.jsonl" + ending).write_bytes(pack(LINES))
    assert run("show", f"a.hands.jsonl{ending}:1").exit_code == 0
    assert run("show", f"a.hands.jsonl{ending}:4").exit_code == 1


@pytest.mark.parametrize("name", ["-", "a.hands.jsonl.zst", "a.hands.jsonl", "a.jsonl", "download"])
def test_a_zstd_stream_that_begins_with_a_skippable_frame_is_unpacked_under_any_name(run: Run, name: str) -> None:
    """F11."""
    data = (REPORTED / "pzstd-made.hands.jsonl.zst").read_bytes()
    if name != "-":
        Path(name).write_bytes(data)
    found = judged(run("check", "--format", "json", name, stdin=data).stdout)
    assert [verdict for _, verdict in found] == ["verified"]


@pytest.mark.parametrize("first", [b"\x50", b"\x5f"])
def test_every_skippable_frame_of_zstd_is_known_on_standard_input(run: Run, first: bytes) -> None:
    """F11."""
    data = first + b"\x2a\x4d\x18\x03\0\0\0any" + zstd(LINES)
    assert judged(run("check", "--format", "json", "-", stdin=data).stdout) == verdicts_of("-")


@packed
@pytest.mark.parametrize("name", ["hands", "a.hands.jsonl", "a.hand.json"])
def test_a_packed_file_is_unpacked_whatever_its_name_says(
    run: Run, ending: str, pack: Callable[[bytes], bytes], name: str
) -> None:
    """F11: the kind."""
    Path(name).write_bytes(pack(text(GOOD)))
    result = run("check", "--format", "json", name)
    assert [verdict for _, verdict in judged(result.stdout)] == ["verified"]


@pytest.mark.parametrize("name", ["-", "a.hands.jsonl.zst"])
def test_a_zstd_window_that_is_too_wide_is_said_with_its_size_and_what_to_do(run: Run, name: str) -> None:
    """F12."""
    data = (REPORTED / "zst-long28.hands.jsonl.zst").read_bytes()
    Path("a.hands.jsonl.zst").write_bytes(data)
    result = run("check", name, stdin=data)
    assert result.exit_code == 2
    assert result.stderr == (
        f"dealproof: {name} is compressed with a window of 256 MiB, and decompression may take no more than 128 MiB "
        "of memory. Decompress it first with zstd -d --long=28, or compress it again without --long.\n"
    )


def test_the_widest_window_that_is_unpacked_is_the_widest_that_needs_no_option_of_zstd(run: Run) -> None:
    """F12: the other side of the limit."""
    widest = zstandard.ZstdCompressionParameters(window_log=27, write_content_size=False)
    packer = zstandard.ZstdCompressor(compression_params=widest).compressobj()
    Path("a.jsonl.zst").write_bytes(packer.compress(text(GOOD)) + packer.flush())
    assert zstandard.get_frame_parameters(Path("a.jsonl.zst").read_bytes()).window_size == 1 << 27
    assert run("check", "a.jsonl.zst").exit_code == 0
