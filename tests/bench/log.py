"""Leaves that the transparency log takes a second, on SQLite and PostgreSQL.

    python -m tests.bench.log [SECONDS]

Both databases write to the disk as in service: PostgreSQL with its own settings, SQLite with `synchronous = FULL`. A
thousand tables play at once: all commits of a round of hands come first, then all deals, then all results. Each figure
is of a new log, in rounds that alternate; the leaves were made beforehand.

`append` is what `dealproof log append` and a dealer call: it returns when a signed checkpoint with the leaves is
published. The last line of each database stores batches one after the other and publishes a checkpoint once a second.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from dealproof.web.log.publishing import LogService, append, publish
from dealproof.web.log.sequencing import sequence, submitted
from tests.support import postgresql
from tests.support.logs import commit, deal, result, running_log

TABLES = 1000
MOST = 60_000
"""Leaves that are made, for the fastest log."""
ROUNDS = 3
AT_ONCE = 200
"""Leaves in a transaction where a checkpoint is published once a second."""

Run = Callable[[LogService, list[bytes], float], tuple[int, int, float]]
"""Returns the leaves that were stored, the checkpoints that were published, and the seconds that it took."""


def leaves() -> Iterator[bytes]:
    """The leaves of hands without end."""
    for number in count(1):
        hands = {f"t{table}.{number}": f"t{table}" for table in range(TABLES)}
        yield from (commit(hand, number, table) for hand, table in hands.items())
        yield from map(deal, hands)
        yield from map(result, hands)


def by_append(size: int) -> Run:
    """Appends of `size` leaves, one after the other."""

    def run(log: LogService, leaves: list[bytes], seconds: float) -> tuple[int, int, float]:
        start = time.perf_counter()
        for done in range(size, len(leaves) + 1, size):
            append(log, leaves[done - size : done])
            if (took := time.perf_counter() - start) >= seconds:
                return done, done // size, took
        raise SystemExit("More leaves are needed.")

    return run


def once_a_second(log: LogService, leaves: list[bytes], seconds: float) -> tuple[int, int, float]:
    """Batches, and a checkpoint a second; the last one holds all of them."""
    start = time.perf_counter()
    published = 0
    for done in range(AT_ONCE, len(leaves) + 1, AT_ONCE):
        with log.database.writing() as tables:
            sequence(tables, [*map(submitted, leaves[done - AT_ONCE : done])])
        took = time.perf_counter() - start
        if took >= published + 1:
            publish(log)
            published += 1
        if took >= seconds:
            publish(log)
            return done, published + 1, time.perf_counter() - start
    raise SystemExit("More leaves are needed.")


RUNS: dict[str, Run] = {
    **{f"`append`, {size} at once": by_append(size) for size in (1, 10, 100, 1000)},
    f"{AT_ONCE} in a transaction, a checkpoint a second": once_a_second,
}


@contextmanager
def new_log(server: postgresql.Server | None) -> Iterator[LogService]:
    """An empty log on a server, or in an SQLite file."""
    with TemporaryDirectory() as folder:
        if server is None:
            with running_log(f"sqlite:///{folder}/log.sqlite3", Path(folder)) as log:
                yield log
        else:
            with server.database() as url, running_log(url, Path(folder)) as log:
                yield log


def main() -> None:
    """Prints medians, with the least and the largest figure."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    made = [*islice(leaves(), MOST)]
    rates: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    with postgresql.running({}) as started:
        for _ in range(ROUNDS):
            for database, server in {"SQLite": None, "PostgreSQL": started}.items():
                for name, run in RUNS.items():
                    with new_log(server) as log:
                        before = time.process_time()
                        done, checkpoints, took = run(log, made, seconds)
                        busy = time.process_time() - before
                    rates.setdefault((database, name), []).append((done / took, checkpoints / took, busy / done))
    print("| database | how | leaves a second | least – most | checkpoints a second | µs of CPU a leaf |")
    print("|---|---|---:|---:|---:|---:|")
    for (database, name), every in rates.items():
        of_leaves, of_checkpoints, busy = zip(*every, strict=True)
        least, most, middle = min(of_leaves), max(of_leaves), statistics.median(of_leaves)
        published = statistics.median(of_checkpoints)
        spent = statistics.median(busy) * 1e6
        print(f"| {database} | {name} | {middle:.0f} | {least:.0f} – {most:.0f} | {published:.1f} | {spent:.0f} |")


if __name__ == "__main__":
    main()
