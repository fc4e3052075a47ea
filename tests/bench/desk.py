"""The desk of an operator with 1,000,000 hands on PostgreSQL: how long each page takes, and by which plans.

    python -m tests.bench.desk [HANDS] [--plans]

No million hands are judged: those of `fixtures/records` are, and the rest are rows that PostgreSQL makes of their
summaries, 97 in 100 of a verified one, at 2,000 tables, with four of 5,000 players, over 365 days. The bytes of their
records are `{}`: no page of the desk reads a record. At the end the program takes 500 of these hands, has the code that
keeps the desk compare them with what is stored, and fails where it would change a row or a count. A second operator has
one hand in fifty more.

Every page is asked for one request after the other, in alternating rounds, from the site in this process: sign-in,
queries and template included. Each round asks for another table, day and player.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from flask.testing import FlaskClient
from sqlalchemy import Connection, Engine, event, text

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.operators.accounts import issue_token
from dealproof.web.store.desk.ranks import RANKS
from dealproof.web.store.desk.rows import relist
from dealproof.web.store.engine import opened, writing
from dealproof.web.store.operator_database import operator_database
from dealproof.web.store.service import Hands
from tests.support import postgresql
from tests.support.paths import ROOT

ROUNDS: Final = 15
TABLES, PLAYERS, DAYS = 2_000, 5_000, 365
FIRST: Final = 1_764_547_200_000
"""The first millisecond of 1 December 2025, UTC."""

TUNING: Final = {"shared_buffers": "256MB", "max_wal_size": "4GB", "fsync": "off", "maintenance_work_mem": "256MB"}
"""As a small server has it; PostgreSQL's defaults otherwise. `fsync` matters to writing alone."""

MIX: Final = """
CREATE TEMP TABLE mix AS SELECT n, md5(n::text) AS hash, 0 AS base FROM generate_series(1, :most) n;
CREATE FUNCTION part(hash text, place int, most int) RETURNS int IMMUTABLE LANGUAGE sql
  RETURN ('x' || substr(hash, place, 7))::bit(28)::int % most;
CREATE TEMP TABLE good AS SELECT row_number() OVER () - 1 AS k, hand_id FROM summaries
  WHERE verdict = 'verified' AND grade = 'C';
CREATE TEMP TABLE others AS SELECT row_number() OVER () - 1 AS k, hand_id FROM summaries;
UPDATE mix SET base = hand_id FROM good WHERE k = n % (SELECT count(*) FROM good);
UPDATE mix SET base = hand_id FROM others
  WHERE k = n % (SELECT count(*) FROM others) AND part(hash, 1, 100) >= 97
"""
"""`hash` is 32 random hex digits, from which `part` takes numbers; `base` is the hand whose summary is copied."""

HANDS: Final = f"""
INSERT INTO hands (hand, table_id, number, commitment, match_id, match_number, record, received)
SELECT 'h' || hash, CASE WHEN n % 51 = 50 THEN 'other-' ELSE 'table-' END || part(hash, 8, {TABLES}), n, hash || hash,
  NULL, NULL, '{{}}', {FIRST} + part(hash, 15, {DAYS} * 86400) * 1000::bigint FROM mix
"""
SHARED: Final = (
    "opened, rules, provisional, dealer, verdict, grade, fault_event, fault_seat, fault_rule, fault_card, pointer"
)
SUMMARIES: Final = f"""
INSERT INTO summaries (hand_id, judge, digest, seats, {SHARED})
SELECT h.id, s.judge, h.commitment,
  json_build_array('Player ' || part(hash, 2, {PLAYERS}), 'Player ' || part(hash, 9, {PLAYERS}),
  'Player ' || part(hash, 16, {PLAYERS}), 'Player ' || part(hash, 23, {PLAYERS})),
  {SHARED.replace("opened", "h.commitment")}
FROM mix JOIN summaries s ON s.hand_id = base JOIN hands h ON h.hand = 'h' || hash
"""
OWNERS: Final = """
INSERT INTO operator_tables (table_id, operator_id, unlisted_from)
SELECT DISTINCT table_id, CASE WHEN table_id LIKE 'other-%' THEN 2 ELSE 1 END, NULL::int FROM hands
WHERE table_id LIKE 'other-%' OR table_id LIKE 'table-%'
"""
RANK: Final = """CASE WHEN s.verdict = 'verified' AND s.grade IS NULL THEN {imported}
  WHEN s.grade = 'F' AND s.verdict = 'hidden' THEN {hidden}
  WHEN s.fault_rule IS NOT NULL AND s.verdict = 'void' THEN {void}
  {others} END"""
LISTED: Final = """
INSERT INTO desk_hands SELECT h.id, t.operator_id, h.table_id, h.hand, {rank}, h.received
FROM hands h JOIN summaries s ON s.hand_id = h.id JOIN operator_tables t ON t.table_id = h.table_id;
INSERT INTO desk_players SELECT DISTINCT d.hand_id, lower(p), d.operator_id, d.table_id, d.rank, d.received
FROM desk_hands d JOIN summaries s ON s.hand_id = d.hand_id, json_array_elements_text(s.seats) p;
INSERT INTO desk_counts SELECT operator_id, 'all', '', rank, count(*), '' FROM desk_hands GROUP BY 1, 4;
INSERT INTO desk_counts SELECT operator_id, 'table', table_id, rank, count(*), '' FROM desk_hands GROUP BY 1, 3, 4;
INSERT INTO desk_counts SELECT operator_id, 'day',
  to_char(to_timestamp(received / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), rank, count(*), ''
  FROM desk_hands GROUP BY 1, 3, 4;
INSERT INTO desk_counts SELECT operator_id, 'player', name, rank, count(*), initcap(name)
  FROM desk_players GROUP BY 1, 3, 4;
INSERT INTO verdict_changes (hand_id, time, judge_before, judge_after, verdict_before, verdict_after, operator_id)
SELECT hand_id, received, 0, 1, 'verified', 'mismatch', operator_id FROM desk_hands WHERE hand_id % 20 = 0
"""
INDEXES: Final = ("desk_hands", "desk_players", "desk_counts")
"""The tables whose indexes are made after the rows: that is quicker."""


def rank_in_sql() -> str:
    """The rank of a summary, in SQL."""
    names = {(each.verdict, each.wrong): place for place, each in enumerate(RANKS)}
    others = " ".join(
        f"WHEN s.verdict = '{verdict}' THEN {place}"
        for (verdict, wrong), place in names.items()
        if (verdict, True) not in names or wrong == (verdict in {"tampered", "illegal", "mismatch", "malformed"})
    )
    return RANK.format(
        imported=names["imported", False], hidden=names["hidden", True], void=names["void", True], others=others
    )


def filled(made: Engine, hands: int) -> None:
    """Stores the hands, with the desks of two operators."""
    records = sorted((ROOT / "fixtures" / "records").glob("*.jsonl"))
    lines = [json.dumps(json.loads(line)["record"]) for path in records for line in path.read_bytes().splitlines()]
    Hands(made).take_in((str(number), line.encode()) for number, line in enumerate(lines))
    with made.begin() as connection:
        found = {
            row.indexname: row.indexdef
            for row in connection.execute(
                text(
                    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(:names) AND indexname LIKE 'ix_%'"
                ),
                {"names": [*INDEXES]},
            )
        }
        for name in found:
            connection.execute(text(f"DROP INDEX {name}"))
        run(connection, MIX, most=hands + hands // 50)
        connection.execute(text("ANALYZE mix"))
        for statement in (HANDS, SUMMARIES, OWNERS):
            run(connection, statement)
        run(connection, LISTED.format(rank=rank_in_sql()))
        for definition in found.values():
            connection.execute(text(definition))
    with made.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))


def run(connection: Connection, statements: str, **values: object) -> None:
    """Runs statements one after the other."""
    for statement in statements.split(";\n"):
        began = time.perf_counter()
        connection.execute(text(statement), values if ":most" in statement else {})
        print(f"  {time.perf_counter() - began:5.0f} s  {statement.strip()[:90]}", flush=True)


def check(made: Engine) -> None:
    """Fails where the code that keeps the desk would change what was made here."""
    with writing(made) as connection:
        ids = [*connection.execute(text("SELECT hand_id FROM desk_hands ORDER BY md5(hand) LIMIT 500")).scalars()]
        before = desk_of(connection, ids)
        relist(connection, ids)
        assert desk_of(connection, ids) == before, "The rows of this benchmark are not those that the desk would have."


def desk_of(connection: Connection, ids: list[int]) -> list[Any]:
    """The rows of some hands, and all counts."""
    hands = "SELECT * FROM desk_hands WHERE hand_id = ANY(:ids) ORDER BY hand_id"
    players = "SELECT * FROM desk_players WHERE hand_id = ANY(:ids) ORDER BY hand_id, name"
    counts = "SELECT operator_id, kind, name, rank, hands FROM desk_counts ORDER BY 1, 2, 3, 4"
    return [connection.execute(text(each), {"ids": ids}).all() for each in (hands, players, counts)]


def pages(number: int) -> dict[str, str]:
    """The pages of a round, by what is measured: each round asks for others of the same kind."""
    some = random.Random(number)
    table, player = f"table-{some.randrange(TABLES)}", f"player+{some.randrange(PLAYERS)}"
    day = f"2026-{some.randrange(1, 11):02}-{some.randrange(1, 28):02}"
    deep = f"12.{FIRST + some.randrange(DAYS) * 86_400_000}.1"
    return {
        "first page": "/operator/",
        "all hands": "/operator/hands",
        "all, deep": f"/operator/hands?after={deep}",
        "verdict": "/operator/hands?verdict=illegal",
        "verdict that is rare": "/operator/hands?verdict=void",
        "failures": "/operator/hands?verdict=failures",
        "table": f"/operator/hands?table={table}",
        "day": f"/operator/hands?day={day}",
        "player": f"/operator/hands?player={player}",
        "verdict, day": f"/operator/hands?verdict=verified&day={day}",
        "table, day": f"/operator/hands?table={table}&day={day}",
        "player, day": f"/operator/hands?player={player}&day={day}",
        "player, table": f"/operator/hands?player={player}&table={table}",
        "verdict, table, day, player": f"/operator/hands?verdict=verified&table={table}&day={day}&player={player}",
        "nobody": "/operator/hands?player=nobody",
        "tables": f"/operator/tables?after={table}",
        "tables with failures": f"/operator/tables?failed=1&after={table}",
        "days": "/operator/days",
        "players": f"/operator/players?after={player}",
        "players with failures": f"/operator/players?failed=1&after={player}",
        "changes": "/operator/changes",
        "changes, deep": f"/operator/changes?before={some.randrange(10_000, 50_000)}",
        "search: hand ID": f"/operator/search?q=h{some.randrange(16):x}{some.randrange(16):x}",
        "search: table": f"/operator/search?q={table[:-1]}",
        "search: player": f"/operator/search?q={player}",
        "search: commitment": f"/operator/search?q={some.randbytes(32).hex()}",
    }


class Clock:
    """Adds up the time that statements take in the database and on the way to it, in ms."""

    def __init__(self, made: Engine) -> None:
        self.spent = self.began = 0.0
        event.listen(made, "before_cursor_execute", self.start)
        event.listen(made, "after_cursor_execute", self.stop)

    def start(self, *_: object) -> None:
        """Notes when a statement begins."""
        self.began = time.perf_counter()

    def stop(self, *_: object) -> None:
        """Adds a statement."""
        self.spent += (time.perf_counter() - self.began) * 1000


def asked(site: FlaskClient, path: str) -> float:
    """How long a page takes, in ms."""
    began = time.perf_counter()
    answer = site.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    answer.get_data()
    return (time.perf_counter() - began) * 1000


def measured(site: FlaskClient) -> None:
    """Prints the table of the pages."""
    clock = Clock(site.application.extensions["hands"].database)
    first = {name: asked(site, path) for name, path in pages(0).items()}
    taken: dict[str, list[float]] = {name: [] for name in first}
    stored: dict[str, list[float]] = {name: [] for name in first}
    here: dict[str, list[float]] = {name: [] for name in first}
    for number in range(1, ROUNDS + 1):
        for name, path in pages(number).items():
            clock.spent, began = 0.0, time.process_time()
            taken[name].append(asked(site, path))
            here[name].append((time.process_time() - began) * 1000)
            stored[name].append(clock.spent)
    print("| page | first, ms | median, ms | quartiles | worst | CPU of the site | database, median | worst |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, times in taken.items():
        low, middle, high = statistics.quantiles(times, n=4)
        whole = f"{first[name]:.0f} | {middle:.0f} | {low:.0f} – {high:.0f} | {max(times):.0f}"
        whole = f"{whole} | {statistics.median(here[name]):.0f}"
        print(f"| {name} | {whole} | {statistics.median(stored[name]):.1f} | {max(stored[name]):.1f} |")
    worst = max(max(times) for times in [*taken.values(), [*first.values()]])
    print(f"worst of {(ROUNDS + 1) * len(taken)} pages: {worst:.0f} ms; limit 200 ms; load {os.getloadavg()}")


def explained(made: Engine, site: FlaskClient) -> None:
    """Prints the plan of every statement of every kind of page, once for each different statement."""
    seen: set[str] = set()
    current: list[tuple[str, Any]] = []

    @event.listens_for(made, "before_cursor_execute")
    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if "desk_" in statement or "verdict_changes" in statement or "summaries" in statement:
            current.append((statement, parameters))

    for name, path in pages(1).items():
        current.clear()
        asked(site, path)
        for statement, parameters in [*current]:
            if statement not in seen and not statement.startswith("EXPLAIN"):
                seen.add(statement)
                with made.connect() as connection:
                    plan = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) {statement}", parameters)
                    print(f"--- {name}\n{statement}\n\n" + "\n".join(plan.scalars()) + "\n")
    event.remove(made, "before_cursor_execute", note)


@contextmanager
def signed_in(url: str, name: str) -> Iterator[FlaskClient]:
    """A browser at the desk of an operator."""
    with operator_database(url) as operators, operators.writing() as tables:
        account = tables.accounts.named(name)
        assert account is not None
        token = issue_token(tables, account, FIRST)
    app = create_app(url, SiteSettings(log=False, posts=0))
    site = app.test_client()
    assert site.post("/operator/sign-in", data={"token": token}).status_code == 303
    yield site
    app.extensions["hands"].database.dispose()


def main() -> None:
    """Fills a database, checks it, and measures."""
    numbers = [int(each) for each in sys.argv[1:] if each.isdecimal()]
    hands = numbers[0] if numbers else 1_000_000
    with postgresql.running({**postgresql.QUICK, **TUNING}) as server, server.database() as url:
        made = opened(url)
        with made.begin() as connection:
            connection.execute(text("INSERT INTO operators (name, created) VALUES ('kochi', 0), ('other', 0)"))
        filled(made, hands)
        check(made)
        with made.connect() as connection:
            size = connection.execute(text("SELECT pg_size_pretty(pg_database_size(current_database()))")).scalar()
            kept = text("SELECT operator_id, sum(hands) AS hands FROM desk_counts WHERE kind = 'all' GROUP BY 1")
            of = {row.operator_id: row.hands for row in connection.execute(kept)}
            print(f"{size}; hands by operator: {of}; load {os.getloadavg()}")
        with signed_in(url, "other") as site:
            # Templates are compiled and the program's caches are filled; the rows of the first operator are not read.
            for path in pages(0).values():
                asked(site, path)
        for name in ("kochi", "other"):
            with signed_in(url, name) as site:
                print(f"\noperator {name}")
                measured(site)
                if "--plans" in sys.argv and name == "kochi":
                    explained(site.application.extensions["hands"].database, site)
        made.dispose()


if __name__ == "__main__":
    main()
