"""Stores the clues of the hands that were there before clues were, in the background, the last received first.

A batch is one transaction and notes how far it came, so it does not matter who does the next one.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, delete, select, update
from sqlmodel import col

from dealproof.web.store.clues.models import WithoutClues
from dealproof.web.store.clues.rows import put
from dealproof.web.store.models import StoredHand

AT_ONCE: Final = 50
"""Hands in one batch."""


def waiting(connection: Connection) -> int | None:
    """Returns the ID in the table below which hands may have no clues, None where every hand has them."""
    below: int | None = connection.execute(select(col(WithoutClues.below)).limit(1)).scalar()
    return below


def batch(connection: Connection) -> bool:
    """Stores the clues of up to `AT_ONCE` hands; returns whether there were any to do."""
    if (below := waiting(connection)) is None:
        return False
    found = select(col(StoredHand.id), col(StoredHand.record)).where(col(StoredHand.id) < below)
    rows: Any = connection.execute(found.order_by(col(StoredHand.id).desc()).limit(AT_ONCE)).all()
    for id, record in rows:
        put(connection, id, record)
    if len(rows) < AT_ONCE:
        connection.execute(delete(WithoutClues))
    else:
        connection.execute(update(WithoutClues).values(below=rows[-1].id))
    return True
