"""Hand pages a second: the site on SQLite with two gunicorn workers, asked by `wrk` on the same machine.

    python -m tests.bench.site [SECONDS]

Needs `wrk` (Debian: `apt install wrk`). Both cores serve and ask at once, so the figure is a lower bound; the plain
`/healthz`, which asks the database and renders nothing, is measured beside the page.
"""

from __future__ import annotations

import re
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from tests.support.paths import ROOT

DEALPROOF = Path(sys.executable).with_name("dealproof")
PORT = 8128
SAMPLES = sorted((ROOT / "web" / "samples").glob("*.hand.json"))
HAND = "28-made-with-a-ruff"
ROUNDS = 7
PATHS = {"a hand page": f"/hands/{HAND}", "a hand as JSON": f"/api/v1/hands/{HAND}", "/healthz": "/healthz"}


@contextmanager
def site() -> Iterator[str]:
    """The address of a site with the sample hands."""
    with TemporaryDirectory() as folder:
        database = f"{folder}/hands.sqlite3"
        subprocess.run([DEALPROOF, "import", "--database", database, *SAMPLES], check=True, capture_output=True)
        with served(database) as address:
            yield address


@contextmanager
def served(database: str) -> Iterator[str]:
    """The address of a site that two workers serve. Its log goes nowhere, but is written."""
    command = [DEALPROOF, "serve", "--workers", "2", "--port", str(PORT), "--database", database]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            address = f"http://127.0.0.1:{PORT}"
            wait_for(address)
            yield address
        finally:
            server.send_signal(signal.SIGTERM)


def wait_for(address: str) -> None:
    """Returns once the site answers."""
    for _ in range(600):
        try:
            with urlopen(f"{address}/healthz") as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The site did not come up.")


def asked(address: str, seconds: int) -> tuple[float, str]:
    """Requests a second, and the 99th percentile of the time to an answer."""
    command = ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", address]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rate, latest = re.search(r"Requests/sec:\s+([\d.]+)", told), re.search(r"99%\s+(\S+)", told)
    assert rate, told
    assert latest, told
    assert "Non-2xx" not in told, told
    return float(rate[1]), latest[1]


def main() -> None:
    """Prints medians over alternating rounds, each beside /healthz of the same round."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    rates: dict[str, list[float]] = {name: [] for name in PATHS}
    latest: dict[str, list[str]] = {name: [] for name in PATHS}
    with site() as address:
        for path in PATHS.values():
            asked(address + path, 1)
        for _ in range(ROUNDS):
            for name, path in PATHS.items():
                rate, late = asked(address + path, seconds)
                rates[name].append(rate)
                latest[name].append(late)
    print("| what | a second | least – most | × `/healthz` | p99, last round |\n|---|---:|---:|---:|---:|")
    for name, every in rates.items():
        ratio = statistics.median(map(float.__truediv__, every, rates["/healthz"]))
        middle = statistics.median(every)
        print(f"| {name} | {middle:.0f} | {min(every):.0f} – {max(every):.0f} | {ratio:.2f} | {latest[name][-1]} |")


if __name__ == "__main__":
    main()
