"""Leases: of several processes on one database, one does a piece of background work at a time.

A lease saves work; it is not a lock. Its holder renews it with each batch, and another process takes it over once it
has run out, as after a kill. Clocks may differ and two may hold it for a moment, so the work itself must be safe then.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, delete, or_
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col

from dealproof.web.store.models import Lease

DURATION: Final = 60_000
"""Milliseconds for which a lease is held without being renewed."""


def take(connection: Connection, work: str, holder: str, now: int) -> bool:
    """Takes or renews the lease of a piece of work; returns whether `holder` has it. `now` is in milliseconds."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    values = {"holder": holder, "until": now + DURATION}
    free = or_(col(Lease.until) < now, col(Lease.holder) == holder)
    statement = dialect.insert(Lease).values(work=work, **values)
    taken = statement.on_conflict_do_update(index_elements=["work"], set_=values, where=free)
    return connection.execute(taken.returning(col(Lease.work))).scalar() is not None


def release(connection: Connection, work: str, holder: str) -> None:
    """Gives the lease back, if `holder` has it."""
    connection.execute(delete(Lease).where(col(Lease.work) == work, col(Lease.holder) == holder))
