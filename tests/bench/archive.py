"""The first pass over an archive: what it costs beside `check`, how engines scale, and that its memory is flat.

    python -m tests.bench.archive cost [ROUNDS]
    python -m tests.bench.archive engines [HANDS] [ROUNDS]
    python -m tests.bench.archive memory
    python -m tests.bench.archive whole [HANDS]

Records are the unsigned verified hands of 28 of `tests.bench.check`, again and again, each at a place of its own: the
first pass judges every record by itself, so that it costs what as many different hands cost.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from dealproof.replay.archive.chunk import Piece, audit_chunk
from dealproof.replay.archive.statistics import DECK_STATISTICS
from dealproof.replay.judge import judged
from dealproof.web.archive.audit import Counted, count
from dealproof.web.archive.engines import Numbered
from dealproof.web.archive.engines.choice import ENGINES, engine
from dealproof.web.archive.spool import opened
from dealproof.web.cli.build import running
from tests.bench.check import hands
from tests.bench.rounds import Contender, measure, table

A_CHUNK = 500
SIZES = (10_000, 40_000)
WORK = partial(audit_chunk, statistics=DECK_STATISTICS)


def chunks(records: int) -> Iterator[Numbered]:
    """An archive of so many records."""
    pieces = (Piece(f"hands.jsonl:{line}", data) for line, data in enumerate(cycle(hands(canonical=True)), 1))
    left = islice(pieces, records)
    number = 0
    while chunk := [*islice(left, A_CHUNK)]:
        yield Numbered(number, chunk)
        number += 1


def cost(rounds: int) -> None:
    """Microseconds a hand of one core, and core-hours of a billion."""
    pieces = [Piece(f"hands.jsonl:{line}", data) for line, data in enumerate(hands(canonical=True), 1)]

    def check(chunk: list[Piece]) -> None:
        for piece in chunk:
            judged(piece.data, piece.source)

    figures = measure(
        {
            "check: a verdict": Contender(check, [pieces]),
            "facts, rows and seats, no statistics of decks": Contender(partial(audit_chunk, statistics=()), [pieces]),
            "first pass": Contender(WORK, [pieces]),
        },
        "check: a verdict",
        rounds,
    )
    each = {name: figure.microseconds / len(pieces) for name, figure in figures.items()}
    print(f"dealproof, {running()}; microseconds are of {len(pieces)} hands\n{table(figures)}\n")
    for name, microseconds in each.items():
        hours = microseconds * 1e9 / 3600e6
        print(f"{name}: {microseconds:.0f} µs a hand, {1e6 / microseconds:.0f} hands a second and core, {hours:.0f} h")


def audit(name: str, workers: int, records: int) -> tuple[float, float]:
    """Seconds until the workers are there, and of the first pass, with its files."""
    begun = time.perf_counter()
    with TemporaryDirectory() as folder, engine(name, workers, None) as by, opened(Path(folder), "bench") as spool:
        ready = time.perf_counter()
        found: Counted = count(chunks(records), WORK, by, spool, lambda *_: None)
        assert len(found.names) == -(-records // A_CHUNK)
        return ready - begun, time.perf_counter() - ready


def engines(records: int, rounds: int) -> None:
    """One worker and two of each engine, in turn, round for round. The first round of an engine starts its workers
    with its first chunks, which counts."""
    took: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for _ in range(rounds):
        for name in ENGINES:
            for workers in (1, 2):
                took.setdefault((name, workers), []).append(audit(name, workers, records))
    print(
        "| engine | workers | start s | hands a second | least – most | × one worker |\n|---|---:|---:|---:|---|---:|"
    )
    for (name, workers), times in took.items():
        rates = [records / seconds for _, seconds in times]
        gains = [one[1] / mine[1] for one, mine in zip(took[name, 1], times, strict=True)]
        start = statistics.median(start for start, _ in times)
        rate = f"{statistics.median(rates):.0f} | {min(rates):.0f} – {max(rates):.0f}"
        print(f"| {name} | {workers} | {start:.1f} | {rate} | {statistics.median(gains):.2f} |")


def peak(workers: int, records: int) -> tuple[float, float]:
    """MiB of the largest resident set of an audit by processes, and of its workers."""
    code = f"from tests.bench.archive import audit, print_peak; audit('processes', {workers}, {records}); print_peak()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    own, workers_peak = map(float, done.stdout.split())
    return own, workers_peak


def print_peak() -> None:
    """The largest resident sets of this process, and of those that it has ended, in MiB."""
    print(*(resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def memory() -> None:
    """Memory at two sizes."""
    print("| workers | hands | peak MiB | of a worker |\n|---:|---:|---:|---:|")
    for workers in (1, 2):
        for records in SIZES:
            own, other = peak(workers, records)
            print(f"| {workers} | {records} | {own:.0f} | {other:.0f} |")


def whole(records: int) -> None:
    """A large archive by two processes."""
    _, seconds = audit("processes", 2, records)
    print(f"{records} hands in {seconds:.0f} s: {records / seconds:.0f} a second")
    print_peak()


def main() -> None:
    """Runs one of the measurements."""
    kind, *numbers = sys.argv[1:]
    given = [*map(int, numbers)]
    match kind:
        case "cost":
            cost(*given or [20])
        case "engines":
            engines(*given or [6_000, 3])
        case "memory":
            memory()
        case "whole":
            whole(*given or [1_000_000])
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
