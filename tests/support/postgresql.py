"""A PostgreSQL server of the tests' own: made, started and thrown away by them, on a socket that nobody else sees.

The server refuses to run as root; then it runs as the user `postgres` or, where there is none, as `nobody`.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

OWNER = "postgres"
"""The database's superuser, whoever runs the server."""
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "16MB"}
"""Nothing here has to outlive a crash of the machine."""
MISSING = (
    "These tests need PostgreSQL's server programs (initdb, pg_ctl), and there are none in PATH nor below "
    "/usr/lib/postgresql. On Debian: apt-get install postgresql, as tests/run does."
)


class Missing(Exception):
    """There is no server to start; the text is a sentence."""


def programs() -> Path:
    """The folder of initdb and pg_ctl, of the newest version that is installed."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: -float(each.parent.name)):
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    raise Missing(MISSING)


def unprivileged() -> dict[str, Any]:
    """How a program is started that refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in (OWNER, "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise Missing("PostgreSQL refuses to run as root, and there is neither a user postgres nor a user nobody.")


class Server:
    """A running server: `socket` is the folder of its socket, `control` runs pg_ctl with a verb."""

    def __init__(self, socket: Path, control: Callable[[str], None]) -> None:
        self.socket = socket
        self.control = control
        self.numbers = count(1)

    @contextmanager
    def database(self) -> Iterator[str]:
        """A fresh database; its URL."""
        name = f"dealproof_{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name}")
        yield f"postgresql://{OWNER}@/{name}?host={self.socket}"
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def run(self, statement: str) -> None:
        """One statement outside every transaction."""
        with psycopg.connect(host=str(self.socket), user=OWNER, dbname="postgres", autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def running(tuning: Mapping[str, str] = QUICK) -> Iterator[Server]:
    """A server from nothing, gone at the end. Raises `Missing` where there is none to start."""
    found, who = programs(), unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="dealproof-pg-"))
    if who:
        os.chown(folder, who["user"], who["group"])
    data = folder / "data"

    def run(program: str, *arguments: object) -> None:
        line = [str(found / program), "--pgdata", str(data), *map(str, arguments)]
        output = folder / f"{program}.txt"
        with output.open("ab") as told:
            done = subprocess.run(line, stdout=told, stderr=told, stdin=subprocess.DEVNULL, cwd="/", **who)
        assert done.returncode == 0, output.read_text()

    def control(verb: str) -> None:
        more = ["--options", options, "--log", folder / "server.txt"] if verb in {"start", "restart"} else []
        run("pg_ctl", "--wait", "--mode=fast", *more, verb)

    settings = {**tuning, "listen_addresses": "", "unix_socket_directories": str(folder)}
    options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
    # A caretaker clears up as soon as this process is done, however it ends: its standard input closes then.
    clear_up = f"cat; '{found}/pg_ctl' --pgdata='{data}' --mode=immediate stop; rm -rf '{folder}'"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    with subprocess.Popen(["/bin/sh", "-c", clear_up], stdin=subprocess.PIPE, start_new_session=True, **quiet, **who):
        run("initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", f"--username={OWNER}")
        control("start")
        yield Server(folder, control)
