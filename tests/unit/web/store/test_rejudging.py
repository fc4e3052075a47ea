"""Hands of an older judge are judged again while the site serves, by any number of processes, and each change of a
verdict is noted once (issue 13, "Disputes": verdicts are stored with the version that made them)."""

import json
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import Any
from urllib.request import urlopen

import pytest
from sqlalchemy import Engine
from sqlalchemy import text as sql

from dealproof.replay.judge import judged
from dealproof.replay.verdict import JUDGE
from dealproof.verifier.encoding import canonical
from dealproof.web.intake.box import NOBODY
from dealproof.web.store import background, lease, rejudging
from dealproof.web.store.clock import now
from dealproof.web.store.desk.filters import Filters
from dealproof.web.store.desk.service import Desk
from dealproof.web.store.engine import engine, opened, writing
from dealproof.web.store.operator_database import operator_database
from dealproof.web.store.receipts import outdate
from dealproof.web.store.service import Hands
from tests.support import gunicorn
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MISMATCH, Run, hand_id, record, text

EACH_DATABASE = True

NAMES = (GOOD, ILLEGAL, MISMATCH, HIDDEN)
WRONG = "UPDATE summaries SET judge = judge - 1, verdict = 'mismatch', grade = 'F' WHERE verdict <> 'mismatch'"
"""The verdicts of a judge that was wrong about all hands but one."""

PROCESSES = multiprocessing.get_context("forkserver")


@pytest.fixture
def made(database: str) -> Iterator[Engine]:
    found = opened(database)
    yield found
    found.dispose()


def bring(made: Engine, *names: str) -> Hands:
    hands = Hands(made)
    hands.take_in((name, text(name)) for name in names)
    return hands


def copies(made: Engine, count: int) -> None:
    """Many hands, each with an ID of its own."""
    told = record(GOOD)
    lines = []
    for number in range(1, count + 1):
        told["header"] |= {"hand": f"copy.{number}", "number": number}
        lines.append(("x", json.dumps(told).encode()))
    Hands(made).take_in(lines)


def judge_wrongly(made: Engine) -> None:
    with made.begin() as connection:
        connection.execute(sql(WRONG))


def changes(made: Engine) -> list[Any]:
    with made.connect() as connection:
        return list(
            connection.execute(
                sql("SELECT h.hand, c.* FROM verdict_changes c JOIN hands h ON h.id = c.hand_id ORDER BY c.id")
            )
        )


def test_a_summary_has_the_digest_of_the_computed_result(made: Engine) -> None:
    """LOG.md, "Leaves": `result` is the hash of the canonical computed result."""
    bring(made, *NAMES)
    with made.connect() as connection:
        stored = dict(
            connection.execute(sql("SELECT h.hand, result FROM summaries JOIN hands h ON h.id = hand_id")).all()
        )
    for name in NAMES:
        result = judged(text(name))[1].result
        expected = "" if result is None else sha256(canonical(result)).hexdigest()
        assert stored[hand_id(name)] == expected, name
    assert stored[hand_id(GOOD)]
    assert not stored[hand_id(HIDDEN)]


def test_what_changed_is_noted_with_both_versions_and_the_rest_is_not(made: Engine) -> None:
    bring(made, *NAMES)
    judge_wrongly(made)
    began = now()
    assert rejudging.catch_up(made) == 3
    noted = {each.hand: each for each in changes(made)}
    assert set(noted) == {hand_id(name) for name in (GOOD, ILLEGAL, HIDDEN)}
    change = noted[hand_id(ILLEGAL)]
    assert (change.verdict_before, change.verdict_after) == ("mismatch", "illegal")
    assert (change.grade_before, change.grade_after) == ("F", "C")
    assert (change.judge_before, change.judge_after) == (JUDGE - 1, JUDGE)
    assert began <= change.time <= now()
    assert rejudging.catch_up(made) == 0
    assert len(changes(made)) == 3


def test_another_result_is_a_change_and_one_that_was_never_stored_is_not(made: Engine) -> None:
    hands = bring(made, GOOD, ILLEGAL)
    with made.begin() as connection:
        connection.execute(sql("UPDATE summaries SET judge = judge - 1"))
        connection.execute(sql("UPDATE summaries SET result = :other WHERE verdict = 'verified'"), {"other": "0" * 64})
        connection.execute(sql("UPDATE summaries SET result = NULL WHERE verdict = 'illegal'"))
    rejudging.catch_up(made)
    (change,) = changes(made)
    assert (change.hand, change.result_before) == (hand_id(GOOD), "0" * 64)
    assert change.result_after == sha256(canonical(judged(text(GOOD))[1].result)).hexdigest()
    assert len(hands.latest().hands) == 2


def test_a_hand_that_was_never_judged_changes_nothing(made: Engine) -> None:
    bring(made, *NAMES)
    with made.begin() as connection:
        connection.execute(sql("UPDATE summaries SET judge = 0, digest = '', verdict = '', grade = NULL"))
    assert rejudging.catch_up(made) == len(NAMES)
    assert changes(made) == []


def test_a_version_is_kept_where_only_the_policy_for_receipts_is_another(made: Engine) -> None:
    bring(made, GOOD)
    with made.begin() as connection:
        connection.execute(sql("INSERT INTO receipts VALUES (1, :data, '', 'other')"), {"data": b"{}"})
        connection.execute(sql("UPDATE summaries SET grade = 'A'"))
        outdate(connection, NOBODY.policy)
        outdate(connection, NOBODY.policy)
    rejudging.catch_up(made)
    (change,) = changes(made)
    assert (change.judge_before, change.judge_after, change.grade_before) == (JUDGE, JUDGE, "A")


def test_a_hand_that_was_replaced_while_it_was_judged_keeps_the_verdict_on_its_new_record(made: Engine) -> None:
    hands = bring(made, HIDDEN)
    judge_wrongly(made)
    found = rejudging.batch(made, NOBODY)
    with made.begin() as connection:
        # An older program, which knows no newer judge, stores another record meanwhile.
        connection.execute(sql("UPDATE summaries SET verdict = 'illegal', digest = :other"), {"other": "1" * 64})
    with writing(made) as connection:
        assert rejudging.store(connection, found, NOBODY) == []
    assert changes(made) == []
    rejudging.catch_up(made)
    assert [each.verdict for each in hands.latest().hands] == ["hidden"]


def test_several_that_judge_again_at_once_note_each_change_once(made: Engine, database: str) -> None:
    copies(made, 60)
    judge_wrongly(made)
    others = [engine(database) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(lambda each: rejudging.catch_up(each), others))
    assert sum(done) == 60
    assert sorted(each.hand for each in changes(made)) == sorted(f"copy.{number}" for number in range(1, 61))
    for each in others:
        each.dispose()


def work(database: str) -> None:
    """What a worker of the site does until it is killed."""
    background.AT_ONCE = 3  # type: ignore[misc]
    background.run(database, lambda: NOBODY, print, Event(), 0.05)


def test_a_process_that_is_killed_loses_nothing_and_the_next_goes_on(
    made: Engine, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "DURATION", 0)
    copies(made, 60)
    judge_wrongly(made)
    kills = 0
    while waiting := rejudging.pending(made):
        process = PROCESSES.Process(target=work, args=(database,))
        process.start()
        until = time.monotonic() + 60
        while rejudging.pending(made) > max(waiting - 25, 0) and time.monotonic() < until:
            time.sleep(0.01)
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        kills += 1
        with made.begin() as connection:
            connection.execute(sql("UPDATE leases SET until = 0"))
    assert kills > 1
    assert sorted(each.hand for each in changes(made)) == sorted(f"copy.{number}" for number in range(1, 61))


def test_a_lease_has_one_holder_until_it_runs_out_or_is_given_back(made: Engine) -> None:
    with writing(made) as connection:
        assert lease.take(connection, "x", "a", 0)
        assert not lease.take(connection, "x", "b", lease.DURATION)
        assert lease.take(connection, "y", "b", 0)
        assert lease.take(connection, "x", "a", 10)
        assert not lease.take(connection, "x", "b", lease.DURATION + 1)
        assert lease.take(connection, "x", "b", lease.DURATION + 11)
        lease.release(connection, "x", "a")
        assert not lease.take(connection, "x", "a", lease.DURATION + 12)
        lease.release(connection, "x", "b")
        assert lease.take(connection, "x", "a", 0)


def test_a_thread_judges_again_while_the_database_is_used_and_after_an_error(
    made: Engine, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = bring(made, *NAMES)
    judge_wrongly(made)
    told: list[Exception] = []
    failing = iter([True])
    first = rejudging.batch

    def batch(*arguments: Any) -> Any:
        if next(failing, False):
            raise ZeroDivisionError
        return first(*arguments)

    monkeypatch.setattr(rejudging, "batch", batch)
    stop = Event()
    thread = background.start(database, lambda: NOBODY, told.append, stop, 0.02)
    wait_until_judged(made)
    stop.set()
    thread.join()
    assert [type(each) for each in told] == [ZeroDivisionError]
    assert sorted(each.verdict or "" for each in hands.latest().hands) == ["hidden", "illegal", "mismatch", "verified"]
    with made.connect() as connection:
        assert len(changes(made)) == 3
        assert connection.execute(sql("SELECT count(*) FROM leases WHERE until > 0")).scalar() in {0, 1}


def test_hands_of_a_table_that_is_assigned_while_a_site_runs_come_to_the_desk(made: Engine, database: str) -> None:
    hands = bring(made, GOOD)
    stop = Event()
    thread = background.start(database, lambda: NOBODY, pytest.fail, stop, 0.02)
    with operator_database(database) as operators, operators.writing() as tables:
        account = tables.accounts.add("kochi", 0)
        assert account is not None
        tables.accounts.assign(account, record(GOOD)["header"]["table"])
    desk, until = Desk(hands, account.id), time.monotonic() + 60
    while not desk.hands(Filters()).hands:
        assert time.monotonic() < until
        time.sleep(0.02)
    stop.set()
    thread.join()
    assert [each.entry.hand for each in desk.hands(Filters()).hands] == [hand_id(GOOD)]
    assert not desk.overview().unlisted


def wait_until_judged(made: Engine) -> None:
    until = time.monotonic() + 60
    while rejudging.pending(made):
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_process_without_the_lease_judges_nothing(made: Engine, database: str) -> None:
    bring(made, GOOD)
    judge_wrongly(made)
    with writing(made) as connection:
        assert lease.take(connection, background.WORK, "another", now())
    assert not background.taken(made, "me")


def test_serve_starts_at_once_and_judges_behind(run: Run, made: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(made, *NAMES)
    judge_wrongly(made)
    monkeypatch.setattr("werkzeug.serving.BaseWSGIServer.serve_forever", lambda _: wait_until_judged(made))
    result = run("serve", "--port", "0")
    assert result.exit_code == 0
    assert "3 stored hands are judged again in the background, while the site serves." in " ".join(
        result.stdout.split()
    )
    assert len(changes(made)) == 3
    assert "judged again" not in run("serve", "--port", "0").stdout


def test_the_workers_of_a_site_judge_behind(made: Engine, database: str, tmp_path: Path) -> None:
    copies(made, 40)
    judge_wrongly(made)
    with gunicorn.running(tmp_path, database) as site:
        with urlopen(f"{site.url}/hands") as page:
            assert page.status == 200
        wait_until_judged(made)
        assert '"level": "error"' not in site.log.read_text()
    assert len(changes(made)) == 40
