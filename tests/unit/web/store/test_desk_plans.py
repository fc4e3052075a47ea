"""Every statement of the desk is answered from an index on SQLite. On PostgreSQL the plans depend on how many rows
there are: `tests/bench/desk.py` prints them for 1,000,000 hands."""

import re
from datetime import date
from itertools import product
from typing import Any

from sqlalchemy import Engine, event

from dealproof.web.store.desk.filters import Cursor, Filters
from dealproof.web.store.desk.rows import DAY, PLAYER, TABLE
from dealproof.web.store.desk.service import Desk
from tests.unit.web.store.test_desk import DAYS, MINE, made, many

__all__ = ["made"]


def test_every_statement_of_every_page_is_answered_from_an_index_and_sorts_nothing(made: Engine) -> None:
    """On PostgreSQL the plans depend on how many rows there are: tests/bench/desk.py prints them for 1,000,000."""
    desk = Desk(many(made), MINE)
    asked: list[tuple[str, Any]] = []

    @event.listens_for(made, "before_cursor_execute")
    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, parameters))

    day, after = date.fromisoformat(DAYS[0]), Cursor(0, 1, 1)
    for table, day_or_none, player in product((None, "t1"), (None, day), (None, "anu")):
        desk.hands(Filters(None, table, day_or_none, player), after)
    for kind, failed, name in product((TABLE, DAY, PLAYER), (False, True), (None, "a")):
        desk.groups(kind, name, failed=failed)
    desk.overview()
    desk.changes(5)
    for word in ("h.1", "f" * 64):
        desk.search(word)
    event.remove(made, "before_cursor_execute", note)
    with made.connect() as connection:
        for statement, parameters in dict(asked).items():
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            plan = "\n".join(row.detail for row in rows)
            assert "TEMP B-TREE" not in plan, (statement, plan)
            scanned = [
                line for line in re.findall(r"SCAN .*", plan) if not re.match(r"SCAN (CONSTANT ROW|\(|anon_)", line)
            ]
            assert scanned == [], (statement, plan)
    assert len(asked) > 60
