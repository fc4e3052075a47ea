"""The worst inputs: counted work and peak memory beside their size.

    python -m tests.bench.worst

Work is counted in calls of functions, those written in C among them, for one judgement with everything that a page
shows (`web.judging.judged`), so that the figures do not depend on the machine. Memory is the peak that `tracemalloc`
sees meanwhile. Packed files are read by `dealproof check` in a process of its own; its peak is the system's.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import zstandard

from dealproof.web.judging import judged
from tests.support import heavy
from tests.support.paths import ROOT
from tests.unit.replay.test_linear import calls

ATTACKS = ROOT / "fixtures" / "attacks"
DEALPROOF = Path(sys.executable).with_name("dealproof")
EVENTS = (1_000, 10_000)
UNPACKED = (64 << 20, 256 << 20)
"""Bytes that the packed files unpack to."""


def records() -> Iterator[tuple[str, bytes]]:
    """The heaviest records of two lengths, and house rules that ask for too much."""
    kinds: dict[str, Callable[..., bytes]] = {
        "endless redeals": heavy.endless,
        "endless rummy": heavy.rummy,
        "endless time-outs": heavy.kazhutha,
    }
    for name, make in kinds.items():
        for events in EVENTS:
            yield f"{name}, {events:,} events", make(events, illegal=True)
    for path in sorted(ATTACKS.glob("*jokers*.json")):
        yield path.name, path.read_bytes()


def measured(data: bytes) -> tuple[int, int]:
    """Calls, and the peak in bytes, of one judgement."""
    judged(data, "")  # what is kept from one record to the next is made here
    count = calls(lambda: judged(data, ""))
    tracemalloc.start()
    judged(data, "")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return count, peak


def packed(size: int) -> bytes:
    """Lines of one letter that unpack to so many bytes."""
    maker = zstandard.ZstdCompressor(level=3).compressobj()
    lines = b"x\n" * (1 << 19)
    return b"".join([*(maker.compress(lines) for _ in range(size // len(lines))), maker.flush()])


def first_verdicts(path: Path) -> tuple[int, int]:
    """The verdicts read before the command was stopped, and its peak in bytes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    with subprocess.Popen(
        [DEALPROOF, "check", "--format", "json", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as check:
        assert check.stdout is not None
        seen = sum(json.loads(check.stdout.readline())["verdict"] == "malformed" for _ in range(20_000))
        check.kill()
    return seen, max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) << 10


def main() -> None:
    """Prints a table of each."""
    print("| record | KiB | calls | calls a byte | peak MiB |\n|---|---:|---:|---:|---:|")
    for name, data in records():
        count, peak = measured(data)
        print(f"| {name} | {len(data) >> 10:,} | {count:,} | {count / len(data):.2f} | {peak / (1 << 20):.1f} |")
    print("\n| packed file | KiB | unpacks to MiB | verdicts read | peak MiB |\n|---|---:|---:|---:|---:|")
    with TemporaryDirectory() as folder:
        for size in UNPACKED:
            path = Path(folder, f"bomb-{size}.jsonl.zst")
            path.write_bytes(packed(size))
            seen, peak = first_verdicts(path)
            print(f"| lines of one letter | {path.stat().st_size >> 10:,} | {size >> 20} | {seen:,} | {peak >> 20} |")


if __name__ == "__main__":
    main()
