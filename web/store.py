"""All queries. Each takes a session, whose transaction is the caller's."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from web.tables import StoredHand


class Row(NamedTuple):
    """One hand of a list: its number in it and the bytes of its record."""

    number: int
    record: bytes


class Extent(NamedTuple):
    """A whole list of hands: how many there are, how many numbers they bear, and the greatest of these; 0 where
    there is none."""

    hands: int
    numbers: int
    greatest: int


class Numbered(NamedTuple):
    """A list of hands by number: those of a table, or those of a match."""

    belongs: ColumnElement[bool]
    number: Any


def of_table(table: str) -> Numbered:
    """The hands of a table."""
    return Numbered(col(StoredHand.table_id) == table, col(StoredHand.number))


def of_match(match: str) -> Numbered:
    """The hands of a match."""
    return Numbered(col(StoredHand.match_id) == match, col(StoredHand.match_number))


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


def committed(session: Session, commitment: str, most: int) -> list[str]:
    """The IDs of the hands with this server commitment, in the order of their arrival."""
    found = select(StoredHand.hand).where(StoredHand.commitment == commitment)
    return list(session.exec(found.order_by(col(StoredHand.id)).limit(most)))


def rows(session: Session, listed: Numbered, start: int, most: int) -> list[Row]:
    """The hands of a list from the number `start` on, by number and then in the order of their arrival."""
    found = select(listed.number, StoredHand.record).where(listed.belongs, listed.number >= start)
    return [Row(*row) for row in session.exec(found.order_by(listed.number, col(StoredHand.id)).limit(most))]


def last_before(session: Session, listed: Numbered, start: int) -> Row | None:
    """The hand of a list that stands before the number `start`, None where it begins there."""
    found = select(listed.number, StoredHand.record).where(listed.belongs, listed.number < start)
    row = session.exec(found.order_by(listed.number.desc(), col(StoredHand.id).desc()).limit(1)).first()
    return None if row is None else Row(*row)


def extent(session: Session, listed: Numbered) -> Extent:
    """How much there is of a list."""
    number = listed.number
    counted = select(func.count(), func.count(number.distinct()), func.max(number)).where(listed.belongs)
    hands, numbers, greatest = session.exec(counted).one()
    return Extent(hands, numbers, greatest or 0)


def answers(session: Session) -> bool:
    """Whether the table of hands can be read; raises what the database raises."""
    session.exec(select(StoredHand.id).limit(1)).first()
    return True
