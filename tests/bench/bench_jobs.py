"""How much sooner two processes are done than one: `dealproof check --jobs 2` beside `--jobs 1`, start-up included.

    python -m tests.bench.bench_jobs [LINES] [ROUNDS]

The lines are simulated hands of 28, repeated. The two take turns; a ratio is taken within a round, and its median is
what counts. Beside the time by the clock, which needs a quiet machine of two cores, stands the CPU time of parent and
workers: what two jobs take more of it than one is what sharing costs, and `2 / (1 + that)` the ratio that is possible.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dealproof.replay import rulesets
from dealproof.replay.simulation.records import simulate
from dealproof.verifier.encoding import canonical

RULES = ("28-standard", "28-kerala-house", "28-gulan")
DIFFERENT = 300
"""Hands of each rule set that differ."""
LIMIT = 1.7
DEALPROOF = [sys.executable, "-c", "from dealproof.web.cli.main import main; main()"]


class Taken(NamedTuple):
    """Seconds of one run: by the clock, and of CPU in parent and workers."""

    clock: float
    cpu: float


def write_lines(path: Path, count: int) -> None:
    """A file of so many lines."""
    hands = [
        canonical(hand.record) for rules in RULES for hand in simulate(rulesets.games()[rules], "bench", DIFFERENT)
    ]
    with path.open("wb") as stream:
        stream.writelines(hands[number % len(hands)] + b"\n" for number in range(count))


def timed(path: Path, jobs: int) -> Taken:
    """One run of the command, its output thrown away."""
    command = [*DEALPROOF, "check", "--jobs", str(jobs), str(path)]
    begun, before = time.perf_counter(), os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Taken(time.perf_counter() - begun, cpu)


def main(count: int = 100_000, rounds: int = 5) -> None:
    """Prints every round and the medians."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "bench.hands.jsonl")
        write_lines(path, count)
        pairs = [(timed(path, 1), timed(path, 2)) for _ in range(rounds)]
    print("| round | 1 job, s | 2 jobs, s | ratio | CPU 1 job, s | CPU 2 jobs, s |")
    print("|---|---:|---:|---:|---:|---:|")
    for number, (one, two) in enumerate(pairs, 1):
        ratio = one.clock / two.clock
        print(f"| {number} | {one.clock:.2f} | {two.clock:.2f} | {ratio:.2f} | {one.cpu:.2f} | {two.cpu:.2f} |")
    ratio = statistics.median(one.clock / two.clock for one, two in pairs)
    cost = statistics.median(two.cpu / one.cpu for one, two in pairs) - 1
    print(f"\n{count:,} lines: {ratio:.2f} times as fast (at least {LIMIT}); sharing costs {cost:.1%} of CPU time,")
    print(f"so that {2 / (1 + cost):.2f} is what two idle cores give.")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
