"""Fills the desk with the hands that tables had before they were assigned to an operator, or when the desk was new.

A batch is one transaction and says how far it came, so it does not matter who does the next one.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, select, update
from sqlmodel import col

from dealproof.web.store.desk.rows import relist
from dealproof.web.store.models import OperatorTable, StoredHand

AT_ONCE: Final = 100
"""Hands in one batch."""


def waiting(connection: Connection) -> tuple[str, int] | None:
    """Returns a table with hands that may be missing, and the ID of the first of them; None where there is none."""
    found = select(col(OperatorTable.table_id), col(OperatorTable.unlisted_from))
    row: Any = connection.execute(found.where(col(OperatorTable.unlisted_from).is_not(None)).limit(1)).first()
    return None if row is None else (row.table_id, row.unlisted_from)


def batch(connection: Connection) -> bool:
    """Lists up to `AT_ONCE` hands of a table; returns whether there was any such table."""
    if (found := waiting(connection)) is None:
        return False
    table, first = found
    missing = select(col(StoredHand.id)).where(col(StoredHand.table_id) == table, col(StoredHand.id) >= first)
    ids = [*connection.execute(missing.order_by(col(StoredHand.id)).limit(AT_ONCE)).scalars()]
    relist(connection, ids)
    further = ids[-1] + 1 if len(ids) == AT_ONCE else None
    connection.execute(update(OperatorTable).where(col(OperatorTable.table_id) == table).values(unlisted_from=further))
    return True
