"""Rummy's best arrangement: random hands in units of `json.loads` of a record of 28, the hardest beside CP-SAT.

    python -m tests.bench.arrangement [ROUNDS]

CP-SAT is measured where OR-tools is installed (`pip install '.[bench]'`). It chooses among all groups that the cards
can form those that leave the fewest points, and nothing else: no tie-break, no second life.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.util import find_spec
from statistics import median

from dealproof.replay.games.rummy import best_arrangement
from tests.bench.check import hands
from tests.bench.rounds import Contender, measure, table
from tests.support.paths import ROOT

FIXTURES = ROOT / "fixtures" / "rummy"
HARD = 12
"""How many of the hardest hands are given to CP-SAT."""


def lines(name: str) -> list[dict[str, object]]:
    """The hands of a fixture."""
    return [json.loads(line) for line in (FIXTURES / name).read_text(encoding="utf-8").strip().split("\n")]


def arrange(hand: dict[str, object]) -> object:
    """The best arrangement of a fixture's hand."""
    return best_arrangement(hand["cards"], hand["wild"])  # type: ignore[arg-type]


def timed(work: object, hand: dict[str, object], times: int) -> float:
    """Microseconds of CPU time, the median of several runs."""
    runs = []
    for _ in range(times):
        begun = time.process_time_ns()
        work(hand)  # type: ignore[operator]
        runs.append((time.process_time_ns() - begun) / 1000)
    return median(runs)


def main() -> None:
    """Measures and prints both tables."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    every = lines("hands.jsonl")
    records = hands(canonical=True)
    figures = measure(
        {"json.loads of a record of 28": Contender(json.loads, records), "best arrangement": Contender(arrange, every)},
        "json.loads of a record of 28",
        rounds,
    )
    print(table(figures), "\n")
    each = sorted(timed(arrange, hand, 3) for hand in every)
    shares = {"p50": each[500], "p90": each[900], "p99": each[990], "worst": each[-1]}
    print("random hands:", ", ".join(f"{name} {microseconds:.0f} µs" for name, microseconds in shares.items()), "\n")
    hardest = sorted(((timed(arrange, hand, 3), hand) for hand in lines("hardest.jsonl")), key=lambda pair: -pair[0])
    solver = None
    if find_spec("ortools"):
        from tests.bench.cp_sat import least_points

        solver = least_points
    print("| hardest hands | ours, ms | CP-SAT, ms |\n|---|---:|---:|")
    for ours, hand in hardest[:HARD]:
        theirs = f"{timed(solver, hand, 3) / 1000:.1f}" if solver else "not installed"
        print(f"| {' '.join(hand['cards'])} wild {hand['wild']} | {ours / 1000:.2f} | {theirs} |")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
