"""Hand pages a second: the site on SQLite with two gunicorn workers, asked by `wrk` on the same machine.

    python -m tests.bench.site [SECONDS]

Needs `wrk` (Debian: `apt install wrk`). Both cores serve and ask at once, so the figure is a lower bound; the plain
`/healthz`, which asks the database and renders nothing, is measured beside the page.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent.parent
DEALPROOF = Path(sys.executable).with_name("dealproof")
PORT = 8128
HAND = "28-made-with-a-ruff"
PATHS = {"a hand page": f"/hands/{HAND}", "a hand as JSON": f"/api/v1/hands/{HAND}", "/healthz": "/healthz"}


@contextmanager
def site() -> Iterator[str]:
    """The address of a site with the sample hands, served by two workers."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/hands.sqlite3"
        samples = sorted((ROOT / "web" / "samples").glob("*.hand.json"))
        subprocess.run([DEALPROOF, "import", "--database", database, *samples], check=True, capture_output=True)
        command = [DEALPROOF, "serve", "--workers", "2", "--port", str(PORT), "--database", database]
        quiet = {**os.environ, "DEALPROOF_LOG": "none"}
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=quiet) as server:
            try:
                address = f"http://127.0.0.1:{PORT}"
                wait_for(address)
                yield address
            finally:
                server.send_signal(signal.SIGTERM)


def wait_for(address: str) -> None:
    """Returns once the site answers."""
    for _ in range(100):
        try:
            with urlopen(f"{address}/healthz") as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The site did not come up.")


def main() -> None:
    """Prints requests a second and the 99th percentile of the time to an answer."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    print("| what | a second | p99 |\n|---|---:|---:|")
    with site() as address:
        for name, path in PATHS.items():
            asked = ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", address + path]
            told = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
            rate, latest = re.search(r"Requests/sec:\s+([\d.]+)", told), re.search(r"99%\s+(\S+)", told)
            assert rate, told
            assert latest, told
            assert "Non-2xx" not in told, told
            print(f"| {name} | {float(rate[1]):.0f} | {latest[1]} |")


if __name__ == "__main__":
    main()
