"""The desk of an operator: failures first, every filter with every other, and no hand of another operator (issue 13,
"Operators' page"). What it shows is compared with a slow list that knows no index and no count."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import product
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine
from sqlalchemy import text as sql

from dealproof.web.intake.box import NOBODY
from dealproof.web.store import rejudging
from dealproof.web.store.desk import listing
from dealproof.web.store.desk.filters import Cursor, Filters, day_of, parse_cursor
from dealproof.web.store.desk.names import LONGEST, folded
from dealproof.web.store.desk.ranks import FAILURES, RANKS, VERDICTS, rank, ranks_of
from dealproof.web.store.desk.rows import ALL, DAY, PLAYER, TABLE
from dealproof.web.store.desk.service import Desk
from dealproof.web.store.engine import migrate, migrations, opened, writing
from dealproof.web.store.service import Hands
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MISMATCH, TAMPERED, hand_id, record, text

EACH_DATABASE = True

MINE, OTHERS = 1, 2
DAYS = ("2026-03-01", "2026-03-02")
PLAYERS = ("Anu", "ANU", "Biju", "ജോസ്", "Straße")


@pytest.fixture
def made(database: str) -> Iterator[Engine]:
    found = opened(database)
    with found.begin() as connection:
        connection.execute(sql("INSERT INTO operators (id, name, created) VALUES (1, 'mine', 0), (2, 'others', 0)"))
    yield found
    found.dispose()


def assign(made: Engine, operator: int, *tables: str) -> None:
    with made.begin() as connection:
        for table in tables:
            connection.execute(sql("DELETE FROM operator_tables WHERE table_id = :table"), {"table": table})
            values = {"table": table, "operator": operator}
            connection.execute(sql("INSERT INTO operator_tables VALUES (:table, :operator, 0)"), values)


def enlist(made: Engine) -> None:
    with writing(made) as connection:
        while listing.batch(connection):
            pass


def hand(id: str, name: str, table: str, player: str = "Anu") -> tuple[str, bytes]:
    told = record(name)
    told["header"] |= {"hand": id, "table": table}
    told["header"]["seats"] = [player, *told["header"]["seats"][1:]]
    return id, json.dumps(told).encode()


def many(made: Engine) -> Hands:
    """Hands of every kind at tables of two operators and of nobody, received on two days."""
    hands = Hands(made)
    kinds = product((GOOD, ILLEGAL, MISMATCH, HIDDEN), ("t1", "t2", "s1", "free"), PLAYERS)
    hands.take_in(hand(f"h.{number}", *kind) for number, kind in enumerate(kinds))
    with made.begin() as connection:
        # Judging would call most of these copies tampered; what is stored decides here.
        for number, verdict in enumerate(("verified", "illegal", "mismatch", "hidden", "tampered", "incomplete", "")):
            connection.execute(
                sql("UPDATE summaries SET verdict = :verdict, fault_rule = NULL WHERE hand_id % 7 = :number"),
                {"verdict": verdict, "number": number},
            )
        connection.execute(sql("UPDATE summaries SET grade = CASE WHEN hand_id % 5 = 0 THEN 'F' ELSE 'C' END"))
        connection.execute(sql("UPDATE summaries SET grade = NULL WHERE verdict = 'verified' AND hand_id % 2 = 0"))
        connection.execute(sql("UPDATE hands SET received = 1772323200000 + (id % 3) * 86399999 + (id % 4)"))
    assign(made, MINE, "t1", "t2")
    assign(made, OTHERS, "s1")
    enlist(made)
    return hands


def every(made: Engine, operator: int) -> list[Any]:
    """The hands of an operator, straight from what is stored."""
    found = sql(
        "SELECT h.id, h.hand, h.table_id, h.received, s.verdict, s.grade, s.fault_rule, s.seats FROM hands h "
        "JOIN summaries s ON s.hand_id = h.id JOIN operator_tables t ON t.table_id = h.table_id "
        "WHERE t.operator_id = :operator"
    )
    with made.connect() as connection:
        return list(connection.execute(found, {"operator": operator}))


def seats(row: Any) -> list[str]:
    found: list[str] = json.loads(row.seats) if isinstance(row.seats, str) else row.seats
    return found


def place(row: Any) -> int:
    return rank(row.verdict, row.grade, row.fault_rule)


def passes(row: Any, filters: Filters) -> bool:
    """Whether a hand passes every filter but the verdict."""
    return (
        filters.table in {None, row.table_id}
        and filters.day in {None, day_of(row.received)}
        and (filters.player is None or folded(filters.player) in map(folded, seats(row)))
    )


def slow(made: Engine, operator: int, filters: Filters) -> list[str]:
    """The hands that a list is to show, in order."""
    shown = [row for row in every(made, operator) if passes(row, filters) and place(row) in ranks_of(filters.verdict)]
    return [row.hand for row in sorted(shown, key=lambda row: (place(row), -row.received, -row.id))]


def walked(desk: Desk, filters: Filters, most: int) -> list[str]:
    """The hands of all pages of a list, each page of `most`."""
    found: list[str] = []
    after: Cursor | None = None
    while True:
        page = desk.hands(filters, after, most)
        assert len(page.hands) <= most
        found += [each.entry.hand for each in page.hands]
        if page.next is None:
            return found
        after = parse_cursor(page.next.text)
        assert after == page.next


def test_every_filter_with_every_other_shows_what_a_slow_list_shows_page_by_page(made: Engine) -> None:
    desk, met = Desk(many(made), MINE), 0
    verdicts = (None, FAILURES, *VERDICTS)
    days = (None, *map(date.fromisoformat, DAYS))
    for chosen in product(verdicts, (None, "t1", "t2", "s1"), days, (None, "anu", "STRASSE", "nobody")):
        filters = Filters(*chosen)
        expected = slow(made, MINE, filters)
        met += len(expected)
        assert walked(desk, filters, 50) == expected, chosen
        if chosen[0] in {None, FAILURES}:
            assert walked(desk, filters, 3) == expected, chosen
    assert met > 500


def test_counts_are_those_of_the_hands_shown(made: Engine) -> None:
    desk = Desk(many(made), MINE)
    days = (None, *map(date.fromisoformat, DAYS))
    for table, day, player in product((None, "t1"), days, (None, "anu")):
        filters = Filters(None, table, day, player)
        expected = Counter(place(row) for row in every(made, MINE) if passes(row, filters))
        page = desk.hands(filters)
        assert page.counts == expected, filters
        assert page.bounded == (sum(each is not None for each in (table, day, player)) > 1)


def groups(made: Engine, operator: int, kind: str) -> dict[str, Counter[int]]:
    """The counts that the desk is to have, by name."""
    found: dict[str, Counter[int]] = {}
    for row in every(made, operator):
        names = {
            ALL: {""},
            TABLE: {row.table_id},
            DAY: {str(day_of(row.received))},
            PLAYER: {folded(name) for name in seats(row)},
        }
        for name in names[kind]:
            found.setdefault(name, Counter())[place(row)] += 1
    return found


def check_counts(made: Engine) -> None:
    """Every count is that of the hands, and there is no other."""
    for operator, kind in product((MINE, OTHERS), (ALL, TABLE, DAY, PLAYER)):
        with made.connect() as connection:
            stored = sql("SELECT name, rank, hands FROM desk_counts WHERE operator_id = :operator AND kind = :kind")
            rows = connection.execute(stored, {"operator": operator, "kind": kind}).all()
        expected = groups(made, operator, kind)
        assert {(name, rank): hands for name, rank, hands in rows} == {
            (name, rank): hands for name, ranks in expected.items() for rank, hands in ranks.items()
        }


@pytest.mark.parametrize("kind", [TABLE, DAY, PLAYER])
@pytest.mark.parametrize("most", [1, 2, 50])
def test_groups_have_pages_and_those_with_failures_can_be_shown_alone(made: Engine, kind: str, most: int) -> None:
    desk = Desk(many(made), MINE)
    check_counts(made)
    expected = dict(sorted(groups(made, MINE, kind).items(), reverse=kind == DAY))
    for failed in (False, True):
        found: dict[str, dict[int, int]] = {}
        after: str | None = None
        while True:
            page = desk.groups(kind, after, failed=failed, most=most)
            assert len(page.groups) <= most
            found |= {each.name: each.hands for each in page.groups}
            if page.next is None:
                break
            after = page.next
        wrong = {name: hands for name, hands in expected.items() if any(RANKS[each].wrong for each in hands)}
        assert list(found.items()) == list((wrong if failed else expected).items())


def test_the_desk_follows_what_is_stored_judged_and_replaced(made: Engine) -> None:
    names = (ILLEGAL, TAMPERED, MISMATCH)
    assign(made, MINE, *{record(name)["header"]["table"] for name in (GOOD, *names)})
    hands = Hands(made)
    hands.take_in((name, text(name)) for name in names)
    hands.take_in([("x", json.dumps(record(GOOD) | {"server_seed": None, "claim": None}).encode())])
    desk = Desk(hands, MINE)
    assert len(desk.hands(Filters()).hands) == 4
    assert [each.entry.hand for each in desk.hands(Filters("hidden")).hands] == [hand_id(GOOD)]
    check_counts(made)
    hands.take_in([("x", text(GOOD))])
    assert [each.entry.hand for each in desk.hands(Filters("verified")).hands] == [hand_id(GOOD)]
    check_counts(made)
    with made.begin() as connection:
        connection.execute(sql("UPDATE summaries SET judge = judge - 1, verdict = 'mismatch'"))
    assert all(each.waits for each in desk.hands(Filters()).hands)
    rejudging.catch_up(made, reader=NOBODY)
    check_counts(made)
    assert not any(each.waits for each in desk.hands(Filters()).hands)
    assert {each.hand for each in desk.changes().changes} == {
        row.hand for row in every(made, MINE) if row.verdict != "mismatch"
    }
    assert Desk(hands, OTHERS).changes().changes == []


def test_a_table_that_is_assigned_to_another_takes_its_hands_along(made: Engine) -> None:
    hands = many(made)
    with made.begin() as connection:
        connection.execute(sql("UPDATE summaries SET judge = judge - 1, verdict = 'mismatch' WHERE verdict <> ''"))
    rejudging.catch_up(made)
    mine, others = Desk(hands, MINE), Desk(hands, OTHERS)
    moved = {row.hand for row in every(made, MINE) if row.table_id == "t1"}
    assert moved & {each.hand for each in mine.changes(most=1000).changes}
    assign(made, OTHERS, "t1")
    # At once nothing of it is shown any more, though it is moved only later.
    assert not moved & {each.entry.hand for each in mine.hands(Filters(), most=1000).hands}
    enlist(made)
    check_counts(made)
    assert slow(made, MINE, Filters()) == walked(mine, Filters(), 50)
    assert slow(made, OTHERS, Filters()) == walked(others, Filters(), 50)
    assert moved <= set(walked(others, Filters(), 50))
    assert not moved & {each.hand for each in mine.changes(most=1000).changes}
    assert moved & {each.hand for each in others.changes(most=1000).changes}


def test_listing_goes_on_where_it_was_broken_off(made: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "AT_ONCE", 3)
    hands = Hands(made)
    hands.take_in(hand(f"h.{number}", GOOD, "t1") for number in range(8))
    assign(made, MINE, "t1")
    for listed in (3, 6, 8):
        with writing(made) as connection:
            assert listing.batch(connection)
        assert len(Desk(hands, MINE).hands(Filters()).hands) == listed
    with writing(made) as connection:
        assert not listing.batch(connection)
    check_counts(made)


def test_hands_tables_and_players_are_found_and_only_ones_own(made: Engine) -> None:
    hands = many(made)
    mine, others = Desk(hands, MINE), Desk(hands, OTHERS)
    found = mine.search("h.1")
    expected = sorted(row.hand for row in every(made, MINE) if row.hand.startswith("h.1"))
    assert [each.entry.hand for each in found.hands] == expected[:10]
    assert [each.name for each in mine.search("t").tables] == ["t1", "t2"]
    assert [each.name for each in others.search("s").tables] == ["s1"]
    assert mine.search("s1").tables == []
    (anu,) = mine.search("aNu").players
    assert (anu.name, anu.label.casefold()) == ("anu", "anu")
    assert [each.name for each in mine.search("STRASSE").players] == ["strasse"]
    commitment = record(GOOD)["header"]["server_commitment"]
    same = {each.entry.hand for each in mine.search(commitment).hands}
    assert same
    assert same <= {row.hand for row in every(made, MINE)}
    for nothing in ("", "zzz", "%", "_", "\0", "t%", "\U0010ffff", "\ud800", "x" * 10_000):
        assert mine.search(nothing) == ([], [], [])


def test_names_that_no_database_holds_are_stored_in_another_form(made: Engine) -> None:
    """A malformed record may have any names; its summary is stored all the same."""
    assign(made, MINE, "t1")
    hands = Hands(made)
    hands.take_in([hand("odd", GOOD, "t1")])
    names = json.dumps(["a\0b", "\ud800", "x" * 10_000, *(f"n{number}" for number in range(100))])
    with made.begin() as connection:
        connection.execute(sql("UPDATE summaries SET seats = :names"), {"names": names})
    assign(made, MINE, "t1")
    enlist(made)
    found = {each.name for each in Desk(hands, MINE).groups(PLAYER, most=200).groups}
    assert {"a\ufffdb", "?", "x" * LONGEST} <= found
    assert len(found) == 16


def test_a_desk_that_is_new_gets_the_hands_that_are_there(database: str) -> None:
    """Migration 0008 marks every table of an operator; the hands come in the background."""
    old = opened(database)
    hands = Hands(old)
    hands.take_in(hand(f"h.{number}", GOOD, table) for number, table in enumerate(("t1", "t1", "free")))
    with old.begin() as connection:
        connection.execute(sql("INSERT INTO operators (id, name, created) VALUES (1, 'mine', 0)"))
        connection.execute(sql("INSERT INTO operator_tables VALUES ('t1', 1, NULL)"))
        command.downgrade(migrations(connection), "0007")
    migrate(old)
    desk = Desk(hands, MINE)
    assert desk.hands(Filters()).hands == []
    enlist(old)
    assert walked(desk, Filters(), 50) == ["h.1", "h.0"]
    check_counts(old)
    old.dispose()
