"""gunicorn in a process of its own, as `dealproof serve --workers` starts it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.support.paths import ROOT

SERVE = (sys.executable, "-c", "from dealproof.web.cli.main import main; main()", "serve", "--workers", "2")
IMPATIENT = (
    sys.executable,
    "-m",
    "gunicorn",
    "--config=python:tests.support.impatient",
    "dealproof.web.http.app:create_app()",
    "-w",
    "2",
)


@dataclass
class Site:
    """A site that runs: its port and the file of its log."""

    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def lines(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def said(self, request: bytes) -> bytes:
        """All that is answered to these bytes, up to where the connection ends."""
        with self.connect() as connection:
            connection.sendall(request)
            return everything(connection)


def everything(connection: socket.socket) -> bytes:
    """What comes on a connection until it ends."""
    parts = []
    while True:
        try:
            part = connection.recv(1 << 16)
        except ConnectionError:
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


@contextmanager
def running(folder: Path, database: str, command: tuple[str, ...] = SERVE, **environment: str) -> Iterator[Site]:
    """A site that answers, and that ends in good order."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    where = ["--port", str(port)] if command[: len(SERVE)] == SERVE else ["--bind", f"127.0.0.1:{port}"]
    known = {"PYTHONPATH": str(ROOT), "HOME": str(folder), "DEALPROOF_DATABASE": database}
    site = Site(port, folder / "log")
    with (
        site.log.open("w") as log,
        subprocess.Popen(
            [*command, *where], stderr=log, stdout=log, env=os.environ | known | environment, cwd=folder
        ) as process,
    ):
        try:
            answered(f"{site.url}/healthz")
            yield site
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0


def answered(url: str) -> bytes:
    """What is answered at a URL, as soon as somebody is there."""
    until = time.monotonic() + 120
    while True:
        try:
            with urlopen(url, timeout=30) as answer:
                body: bytes = answer.read()
                return body
        except (URLError, OSError):
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def children(parent: int) -> list[int]:
    """The processes whose parent is this one, gunicorn's and its workers' alone."""
    found = Path(f"/proc/{parent}/task").glob("*/children")
    every = [int(each) for path in found for each in path.read_text().split()]
    return sorted(each for each in every if b"gunicorn" in Path(f"/proc/{each}/cmdline").read_bytes())


def pair(master: int) -> list[int]:
    """The two workers of a site, as soon as both are there."""
    return until(lambda: each if len(each := children(master)) == 2 else None)


def until(found: Callable[[], list[int] | None]) -> list[int]:
    """What is found, as soon as it is there."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if there := found():
            return there
        time.sleep(0.1)
    raise AssertionError("It did not come.")
