"""All queries. Each takes a session, whose transaction is the caller's."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from web.tables import StoredHand


def add(session: Session, hand: StoredHand) -> bool:
    """Stores a hand, unless one with its ID is there: then False, and what is there stays as it is."""
    dialect: Any = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    columns = hand.model_dump(exclude={"id"})
    statement = dialect.insert(StoredHand).values(**columns).on_conflict_do_nothing(index_elements=["hand"])
    return bool(session.execute(statement.returning(col(StoredHand.id))).scalar())


def record(session: Session, hand: str) -> bytes | None:
    """The bytes of the record with this hand ID, None where there is none."""
    return session.exec(select(StoredHand.record).where(StoredHand.hand == hand)).first()


def latest(session: Session, most: int) -> list[bytes]:
    """The records received last, the newest first."""
    return list(session.exec(select(StoredHand.record).order_by(col(StoredHand.id).desc()).limit(most)))


def count(session: Session) -> int:
    """How many hands are stored."""
    return session.exec(select(func.count()).select_from(StoredHand)).one()
