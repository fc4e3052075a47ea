"""`dealproof serve`: the site and its API on this machine."""

from __future__ import annotations

import os
import signal
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final, NoReturn

import click

from dealproof.verifier.tlog.policy import Policy
from dealproof.web.cli.command import command
from dealproof.web.cli.options import database_option
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.http import request_log
from dealproof.web.http.app import create_app
from dealproof.web.http.server import PortUnusable, Server, check_port, listen
from dealproof.web.http.settings import (
    LOG,
    MOST_PROXIES,
    SettingError,
    SiteSettings,
    address,
    read_policy,
    read_settings,
    read_witnesses,
)
from dealproof.web.intake.box import Reader
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.background import background
from dealproof.web.store.engine import opened
from dealproof.web.store.errors import StoreError, translated
from dealproof.web.store.receipts import Receipts
from dealproof.web.store.rejudging import pending, prepared
from dealproof.web.store.service import Hands
from dealproof.web.store.settings import VARIABLE, settings

SAMPLE: Final = ".hand.json"
DEMO_POLICY: Final = "demo.policy"

GUNICORN: Final = "--config=python:dealproof.web.http.gateway.settings"


@command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option(
    "--port",
    default=8028,
    show_default=True,
    type=click.IntRange(0, 65535),
)
@click.option(
    "--demo",
    is_flag=True,
)
@click.option("--open", "show", is_flag=True)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
)
@click.option("--base-url", metavar="URL")
@click.option(
    "--proxies",
    type=click.IntRange(0, MOST_PROXIES),
    metavar="N",
)
@click.option("--policy", metavar="FILE")
@click.option("--log-key", metavar="FILE")
@click.option(
    "--witness",
    "witnesses",
    metavar="URL",
    multiple=True,
)
@database_option
@click.pass_context
def serve(
    ctx: click.Context,
    host: str,
    port: int,
    demo: bool,
    show: bool,
    workers: int | None,
    base_url: str | None,
    proxies: int | None,
    policy: str | None,
    log_key: str | None,
    witnesses: tuple[str, ...],
    database: str | None,
) -> None:
    """Serves stored hands as web pages, and their verdicts as JSON."""
    if demo and database:
        raise click.UsageError(spoken().say("usage", "demo-with-database"))
    if workers and (demo or show or not port):
        raise click.UsageError(spoken().say("usage", "workers-with-demo"))
    with place(database, demo=demo) as url, trusted(policy, demo=demo) as policy:
        try:
            site = publishing(site_settings(workers, base_url, proxies, policy), log_key, witnesses)
            prepare(url, reader := Reader(read_policy(site.policy), int(time.time())))
            if demo:
                bring_samples(url, reader)
            app = create_app(url, site)
            if workers:
                become_gunicorn(url, site, host, port, workers)
            server = listen(host, port, app)
        except (StoreError, SettingError, PortUnusable) as error:
            refuse(error)
            ctx.exit(2)
        now = partial(reader_now, reader.policy)
        with background(url, now, partial(request_log.log_exception, route=None)):
            run(server, show=show)


def prepare(url: str, reader: Reader) -> None:
    """Migrates the tables, and says how many hands are judged again while the site serves. Raises `StoreError`."""
    made = prepared(url, reader)
    try:
        with translated(made):
            if count := pending(made):
                say(spoken().say("progress", "judging-behind", hands=count))
    finally:
        made.dispose()


def reader_now(policy: Policy) -> Reader:
    """The reader of receipts at this moment."""
    return Reader(policy, int(time.time()))


def site_settings(workers: int | None, base_url: str | None, proxies: int | None, policy: str | None) -> SiteSettings:
    """How to serve: as the command line says, and where it says nothing the environment. One process in a terminal
    does not log every request, unless the environment asks for it.
    """
    site = read_settings({LOG: "json" if workers else "none", **os.environ})
    if base_url:
        site = replace(site, address=address(base_url, "--base-url"))
    if policy:
        # Whoever becomes another process may do so in another folder.
        read_policy(policy)
        site = replace(site, policy=str(Path(policy).absolute()))
    return site if proxies is None else replace(site, proxies=proxies)


def publishing(site: SiteSettings, log_key: str | None, witnesses: tuple[str, ...]) -> SiteSettings:
    """The settings with the log that the command line names."""
    if witnesses:
        site = replace(site, witnesses=read_witnesses([*witnesses]))
    return replace(site, log_key=str(Path(log_key).absolute())) if log_key else site


def become_gunicorn(url: str, site: SiteSettings, host: str, port: int, workers: int) -> NoReturn:
    """Hands this process over to gunicorn, which makes the application in each worker by the environment."""
    check_port(host, port)
    say(spoken().count("progress", "serving-with", workers, address=at(host, port)))
    bind = at(host, port).removeprefix("http://").rstrip("/")
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "dealproof.web.http.app:create_app()",
        f"--bind={bind}",
        f"--workers={workers}",
    ]
    os.execve(sys.executable, [*command, GUNICORN], {**os.environ, VARIABLE: url, **site.environment()})  # noqa: S606


@contextmanager
def place(database: str | None, *, demo: bool) -> Iterator[str]:
    """The URL of the database to serve from."""
    if not demo:
        yield settings(database).database
        return
    with TemporaryDirectory(prefix="dealproof-", ignore_cleanup_errors=True) as folder:
        yield settings(str(Path(folder, "demo.sqlite3"))).database


@contextmanager
def trusted(policy: str | None, *, demo: bool) -> Iterator[str | None]:
    """The path of the policy; by default the demo has its own."""
    if policy or not demo:
        yield policy
        return
    with as_file(files("dealproof.web").joinpath("samples", DEMO_POLICY)) as path:
        yield str(path)


def bring_samples(url: str, reader: Reader) -> None:
    """Stores every sample hand of the package, with its receipt."""
    database = opened(url)
    receipts = Receipts(sample_receipt, reader)
    Hands(database).take_in(((sample.name, sample.read_bytes()) for sample in samples()), receipts)
    database.dispose()


def sample_receipt(hand: str) -> bytes | None:
    """The receipt of a sample hand, None if it has none."""
    found = files("dealproof.web").joinpath("samples", f"{hand}.receipt.json")
    return found.read_bytes() if found.is_file() else None


def samples() -> list[Traversable]:
    """The sample hands, in reverse order of their names: the site shows first what was stored last."""
    folder = files("dealproof.web").joinpath("samples")
    found = [each for each in folder.iterdir() if each.name.endswith(SAMPLE)] if folder.is_dir() else []
    return sorted(found, key=lambda each: each.name, reverse=True)


def at(host: str, port: int) -> str:
    """The URL of this address."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def run(server: Server, *, show: bool) -> None:
    """Serves until it is stopped, by Ctrl-C or SIGTERM; either way what is open is closed and the demo is removed."""
    here = at(server.host, server.port)
    say(spoken().say("progress", "serving", address=here))
    if show:
        # A browser may take its time or not be there; the site does not wait for it.
        Thread(target=webbrowser.open, args=(here,), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with server:
        server.serve_forever()
