"""Workers that are killed under load, 50 times: whatever was answered is in the log, published, once.

Several game servers publish hands at once through gunicorn with two workers. With PostgreSQL, the database is restarted
in the middle.
"""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from threading import Event
from typing import TypeVar

import pytest

from dealproof.verifier.tlog.checkpoint import parse_checkpoint
from dealproof.verifier.tlog.leaf import format_leaf
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.note_signature import check_note
from dealproof.verifier.tlog.tree import Tree, leaf_hash, root
from dealproof.web.log.verification import judged
from dealproof.web.operators.client import Client, ClientError, Published
from dealproof.web.store.log_database import log_database
from dealproof.web.store.operator_database import operator_database
from tests.support import gunicorn, postgresql
from tests.support.gunicorn import children, pair
from tests.support.operators import dealt, log_key, result_of, token_of

pytestmark = pytest.mark.slow

KILLS = 50
SERVERS = 3
"""Game servers, each with a table of its own."""

T = TypeVar("T")
Answered = list[Published]


@pytest.fixture(scope="module")
def own() -> Iterator[postgresql.Server]:
    """A server that this test may restart."""
    with postgresql.running() as server:
        yield server


def until_done(ask: Callable[[], T]) -> T:
    """The answer, however often the service is away; whatever else it says is a failure."""
    while True:
        try:
            return ask()
        except ClientError as error:
            if error.status not in {0, 429, 503}:
                raise


def game_server(url: str, token: str, table: str, stop: Event, answered: Answered) -> int:
    """Publishes hand after hand until it is stopped in the middle of one or between two; how many were begun."""
    client = Client(url, token, sleep=lambda _: time.sleep(0.02))
    number = 0
    while not stop.is_set():
        number += 1
        hand = dealt(number, table)
        id = hand.header["hand"]
        answered.append(until_done(lambda: client.commit(hand.header)))  # noqa: B023 (called at once)
        answered.append(until_done(lambda: client.deal(id, hand.salt.hex())))  # noqa: B023
        answered.append(until_done(lambda: client.result(id, **result_of(hand))))  # noqa: B023
    return number


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_50_kills_under_load_lose_nothing_that_was_answered(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Issue 13, "Shown by"."""
    started: postgresql.Server | None = request.getfixturevalue("own") if kind == "postgresql" else None
    place = nullcontext(f"sqlite:///{tmp_path / 'hands.sqlite3'}") if started is None else started.database()
    with place as database:
        token = token_of(database)
        path, _ = log_key(tmp_path)
        environment = {"DEALPROOF_LOG_KEY": str(path), "DEALPROOF_REQUESTS_PER_MINUTE": "0"}
        answered: Answered = []
        with gunicorn.running(tmp_path, database, **environment) as site:
            (master,) = children(os.getpid())
            stop = Event()
            with ThreadPoolExecutor(SERVERS) as pool:
                begun = [
                    pool.submit(game_server, site.url, token, f"t{server}", stop, answered) for server in range(SERVERS)
                ]
                try:
                    kill_often(master, answered, started)
                finally:
                    stop.set()
            hands = sum(each.result() for each in begun)
        assert len(answered) == 3 * hands
        assert hands >= KILLS // 3
        nothing_is_lost(database, tmp_path, answered, hands)


def kill_often(master: int, answered: Answered, server: postgresql.Server | None) -> None:
    """Kills a worker as soon as more was answered than when the one before was killed, `KILLS` times."""
    moments = random.Random(28)
    for kill in range(KILLS):
        before, end = len(answered), time.monotonic() + 120
        while len(answered) == before:
            assert time.monotonic() < end, f"nothing was answered any more after {kill} kills"
            time.sleep(0.002)
        time.sleep(moments.uniform(0, 0.05))
        os.kill(moments.choice(pair(master)), signal.SIGKILL)
        if server is not None and kill == KILLS // 2:
            server.control("restart")


def nothing_is_lost(database: str, folder: Path, answered: Answered, hands: int) -> None:
    """Every answer holds: its leaf is at its index, in the published tree; and no leaf is there twice."""
    _, key = log_key(folder)
    with log_database(database) as log, log.reading() as tables:
        entries, note = tables.entries(0, tables.size()), tables.checkpoint()
    assert note is not None
    check_note(parse_note(note), key.public)
    latest = parse_checkpoint(parse_note(note).text)
    assert len([*judged(entries)]) == len(entries) == len(set(entries)) == len(answered) == latest.size
    tree = Tree()
    for entry in entries:
        tree.append(leaf_hash(entry))
    assert sorted(each.index for each in answered) == [*range(len(entries))]
    for each in answered:
        assert entries[each.index] == format_leaf(each.leaf)
        checkpoint = parse_checkpoint(parse_note(each.checkpoint.encode()).text)
        check_note(parse_note(each.checkpoint.encode()), key.public)
        assert each.index < checkpoint.size == each.size <= latest.size
        assert root(checkpoint.size, tree.subtrees) == checkpoint.root
    with operator_database(database) as opened, opened.reading() as tables:
        account = tables.accounts.named("kochi")
        assert account is not None
        feed = tables.hands.feed(account, 0, hands + 1)
        acts = tables.requests.acts(account, 0, 10 * len(answered))
    assert len(feed) == hands
    assert all(each.close is not None for each in feed)
    assert len([each for each in acts if each.act in {"commit", "deal", "result"} and not each.code]) >= len(answered)
