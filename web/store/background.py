"""What a site does in the background while it serves: hands are judged again that an older judge has judged, those of
tables that were assigned to an operator are listed on its desk, and those that were stored before there were clues get
them.

Every process of a site has one such thread. It looks for work every half minute, and one of them does it at a time
(`web.store.lease`), batch by batch and never for more than about half of the time, so that requests come first. A
process may be killed at any moment; what it had not stored is done by the next one.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final

from sqlalchemy import Connection, Engine

from dealproof.web.intake.box import Reader
from dealproof.web.store import lease, rejudging
from dealproof.web.store.clock import now
from dealproof.web.store.clues import filling
from dealproof.web.store.desk import listing
from dealproof.web.store.engine import opened, writing
from dealproof.web.store.errors import translated

WORK: Final = "judge"
"""The name of the lease."""

PAUSE: Final = 30.0
"""Seconds between two looks for work, and before another try after an error."""

AT_ONCE: Final = 10
"""Hands judged in one batch: few, so that a request waits for little."""


@contextmanager
def background(database: str, reader: Callable[[], Reader], report: Callable[[Exception], None]) -> Iterator[None]:
    """A thread that works on a database, as `start` starts it, and that ends with the context."""
    stop = Event()
    thread = start(database, reader, report, stop)
    try:
        yield
    finally:
        stop.set()
        thread.join()


def start(
    database: str,
    reader: Callable[[], Reader],
    report: Callable[[Exception], None],
    stop: Event | None = None,
    pause: float = PAUSE,
) -> Thread:
    """Starts a thread that works on the database at a path or a URL until `stop` is set, or the process ends. `reader`
    returns at each batch to whom receipts are shown; `report` is called with errors, after which the thread goes on."""
    thread = Thread(target=run, args=(database, reader, report, stop or Event(), pause), name="background", daemon=True)
    thread.start()
    return thread


def run(
    database: str, reader: Callable[[], Reader], report: Callable[[Exception], None], stop: Event, pause: float
) -> None:
    """Works until `stop` is set. An error of one round ends the round only."""
    holder = f"{socket.gethostname()[:32]}.{os.getpid()}.{secrets.token_hex(4)}"
    while not stop.is_set():
        try:
            made = opened(database)
            try:
                with translated(made):
                    work(made, reader, holder, stop, pause)
            finally:
                made.dispose()
        except Exception as error:  # noqa: BLE001  # whatever fails here, the site goes on serving
            report(error)
        stop.wait(pause)


def work(database: Engine, reader: Callable[[], Reader], holder: str, stop: Event, pause: float) -> None:
    """Works on a database until `stop` is set."""
    while not stop.is_set():
        if waits(database) and taken(database, holder):
            fill(database, holder, stop, listing.batch)
            fill(database, holder, stop, filling.batch)
            judge(database, reader, holder, stop)
        stop.wait(pause)


def waits(database: Engine) -> bool:
    """Whether there is something to do."""
    with database.connect() as connection:
        return rejudging.waiting(connection) or any(each.waiting(connection) is not None for each in (listing, filling))


def fill(database: Engine, holder: str, stop: Event, batch: Callable[[Connection], bool]) -> None:
    """Lists hands on desks, or stores their clues, batch by batch, as long as there are any and the lease is held."""
    more = True
    while more and not stop.is_set():
        began = time.monotonic()
        with writing(database) as connection:
            more = batch(connection) and lease.take(connection, WORK, holder, now())
        stop.wait(time.monotonic() - began)


def judge(database: Engine, reader: Callable[[], Reader], holder: str, stop: Event) -> None:
    """Judges batch by batch, as long as there are hands to judge and the lease is held."""
    mine = True
    while mine and not stop.is_set():
        began, current = time.monotonic(), reader()
        found = rejudging.batch(database, current, AT_ONCE)
        with writing(database) as connection:
            rejudging.store(connection, found, current)
            mine = bool(found) and lease.take(connection, WORK, holder, now())
            if not found:
                lease.release(connection, WORK, holder)
        stop.wait(time.monotonic() - began)


def taken(database: Engine, holder: str) -> bool:
    """Whether this process has the lease now."""
    with writing(database) as connection:
        return lease.take(connection, WORK, holder, now())
