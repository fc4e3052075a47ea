"""`dealproof serve`: the site and its API on this machine."""

from __future__ import annotations

import logging
import signal
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final

import click
from flask import Flask
from werkzeug.serving import BaseWSGIServer, make_server

from web.app import create_app
from web.commands.options import database_option
from web.commands.terminal import refuse, say
from web.db import Unusable, opened
from web.service import Hands
from web.settings import settings

SAMPLE: Final = ".hand.json"


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option(
    "--port",
    default=8028,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen at; 0 takes a free one.",
)
@click.option(
    "--demo", is_flag=True, help="Sample hands, good and bad, in a database of their own that is thrown away."
)
@click.option("--open", "show", is_flag=True, help="Open the site in your browser, where there is one.")
@database_option
@click.pass_context
def serve(ctx: click.Context, host: str, port: int, demo: bool, show: bool, database: str | None) -> None:
    """Shows stored hands as pages, and their verdicts as JSON."""
    if demo and database:
        raise click.UsageError("--demo has a database of its own: leave out --database.")
    with place(database, demo=demo) as url:
        try:
            app = create_app(url)
            if demo:
                bring_samples(url)
            server = listening(host, port, app)
        except Unusable as error:
            refuse(error)
            ctx.exit(2)
        run(server, show=show)


@contextmanager
def place(database: str | None, *, demo: bool) -> Iterator[str]:
    """The URL of the database to serve from."""
    if not demo:
        yield settings(database).database
        return
    with TemporaryDirectory(prefix="dealproof-", ignore_cleanup_errors=True) as folder:
        yield settings(str(Path(folder, "demo.sqlite3"))).database


def bring_samples(url: str) -> None:
    """Stores every sample hand of the package."""
    database = opened(url)
    Hands(database).take_in((sample.name, sample.read_bytes()) for sample in samples())
    database.dispose()


def samples() -> list[Traversable]:
    """The sample hands, in reverse order of their names: the site shows first what was stored last."""
    folder = files("web").joinpath("samples")
    found = [each for each in folder.iterdir() if each.name.endswith(SAMPLE)] if folder.is_dir() else []
    return sorted(found, key=lambda each: each.name, reverse=True)


def listening(host: str, port: int, app: Flask) -> BaseWSGIServer:
    """A server that has its port, or `Unusable` with the reason."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    try:
        return make_server(host, port, app, threaded=True)
    except (OSError, SystemExit) as error:
        raise Unusable(f"Nothing can listen at {host}, port {port}: it is taken, or not yours to take.") from error


def run(server: BaseWSGIServer, *, show: bool) -> None:
    """Serves until it is stopped, by Ctrl-C or SIGTERM; either way what is open is closed and the demo is removed."""
    host = f"[{server.host}]" if ":" in server.host else server.host
    address = f"http://{host}:{server.port}/"
    say(f"dealproof is at {address} (Ctrl-C stops it)")
    if show:
        # A browser may take its time or not be there; the site does not wait for it.
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with server:
        server.serve_forever()
