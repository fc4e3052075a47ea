"""Pages of lists with 100,000 hands stored, beside `/healthz`, and what it takes to judge them all again.

    python -m tests.bench.lists [HANDS]

The hands are copies of the sample hands under other IDs, copied within the database. Every page is asked for one
request after the other, in alternating rounds, from the site as `serve --workers 2` serves it.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from sqlalchemy import text

from dealproof.web.store.engine import engine
from dealproof.web.store.rejudging import catch_up
from dealproof.web.store.service import Hands
from tests.bench.site import SAMPLES, served

ROUNDS = 40
PATHS = (
    *("/healthz", "/", "/hands", "/hands?before=50000", "/hands?verdict=illegal&before=50000"),
    *("/hands?rules=28-standard&verdict=verified&before=50000", "/hands?table=copy-7", "/api/v1/hands"),
    *("/tables/copy-7", "/hands/copy-7-1"),
)
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :most)"
HANDS_COPIED = f"""
INSERT INTO hands (hand, table_id, number, commitment, match_id, match_number, record, received)
{NUMBERS} SELECT 'copy-' || h.id || '-' || n.i, 'copy-' || h.id, n.i,
  printf('%064d', h.id * 1000000 + n.i), NULL, NULL, h.record, h.received
FROM n, (SELECT * FROM hands) h ORDER BY n.i, h.id
"""
COLUMNS = (
    "judge, digest, opened, rules, provisional, seats, dealer, verdict, grade, fault_event, fault_seat, fault_rule, "
    "fault_card, pointer, before, after, opening"
)
SUMMARIES_COPIED = f"""
INSERT INTO summaries (hand_id, {COLUMNS})
SELECT h.id, {COLUMNS.replace("opened", "h.commitment")} FROM hands h
JOIN summaries s ON s.hand_id = CAST(substr(h.table_id, 6) AS INTEGER) WHERE h.table_id LIKE 'copy-%'
"""


def filled(path: Path, hands: int) -> None:
    """A database with the sample hands and copies of them."""
    made = engine(str(path))
    Hands(made).take_in((each.name, each.read_bytes()) for each in SAMPLES)
    with made.begin() as connection:
        connection.execute(text(HANDS_COPIED), {"most": hands // len(SAMPLES)})
        connection.execute(text(SUMMARIES_COPIED))
    made.dispose()


def milliseconds(url: str) -> float:
    """How long an answer takes."""
    began = time.perf_counter()
    with urlopen(url) as answer:
        answer.read()
        assert answer.status == 200, url
    return (time.perf_counter() - began) * 1000


def main() -> None:
    """Prints medians and quartiles in ms, and each beside /healthz of the same round."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with TemporaryDirectory() as folder:
        path = Path(folder, "hands.sqlite3")
        filled(path, hands)
        print(f"{path.stat().st_size >> 20} MiB")
        with served(str(path)) as address:
            taken: dict[str, list[float]] = {each: [] for each in PATHS}
            for each in PATHS * 2:
                milliseconds(address + each)
            for _ in range(ROUNDS):
                for each in PATHS:
                    taken[each].append(milliseconds(address + each))
        print("| page | ms | quartiles | × `/healthz` |\n|---|---:|---:|---:|")
        for each, times in taken.items():
            low, middle, high = statistics.quantiles(times, n=4)
            ratio = statistics.median(map(float.__truediv__, times, taken["/healthz"]))
            print(f"| `{each}` | {middle:.1f} | {low:.1f} – {high:.1f} | {ratio:.1f} |")
        with closing(engine(str(path)).raw_connection()) as connection:
            connection.cursor().execute("UPDATE summaries SET judge = 0")
            connection.commit()
        before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
        made = engine(str(path))
        count = catch_up(made)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        print(f"{count} hands judged again in {time.perf_counter() - began:.0f} s; {grown >> 10} MiB more memory")


if __name__ == "__main__":
    main()
