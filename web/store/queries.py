"""The statements on rows of hands; `web.store.summary` and `web.store.glance` have those on summaries and for one page.
The caller opens the connection and its transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col

from dealproof.replay.verdict import JUDGE
from dealproof.web.published.lists import Extent
from dealproof.web.store.clues.models import Clue
from dealproof.web.store.clues.names import key_of_name
from dealproof.web.store.clues.rows import PLAYER
from dealproof.web.store.desk.rows import relist
from dealproof.web.store.models import StoredHand, Summary

Values = dict[str, Any]


class Numbered(NamedTuple):
    """A list of hands by number: those of a table, or those of a match."""

    belongs: ColumnElement[bool]
    number: Any


class Filters(NamedTuple):
    """What the hands of a list have in common: a verdict, the ID of a rule set, a table, the name of a player; None is
    any."""

    verdict: str | None = None
    rules: str | None = None
    table: str | None = None
    player: str | None = None

    @property
    def chosen(self) -> dict[str, str]:
        """The filters that are set, by name."""
        return {name: value for name, value in self._asdict().items() if value is not None}


def of_table(table: str) -> Numbered:
    """The hands of a table."""
    return Numbered(col(StoredHand.table_id) == table, col(StoredHand.number))


def of_match(match: str) -> Numbered:
    """The hands of a match."""
    return Numbered(col(StoredHand.match_id) == match, col(StoredHand.match_number))


SHOWN = (
    *(StoredHand.id, StoredHand.hand, StoredHand.table_id, StoredHand.number),
    *(StoredHand.match_id, StoredHand.match_number),
    *(getattr(Summary, name) for name in Summary.model_fields if name != "hand_id"),
)
"""The columns of a row of a list: everything but the record itself."""


def rows() -> Select[Any]:
    """Every hand as a row of a list."""
    return select(*SHOWN).join_from(StoredHand, Summary, col(Summary.hand_id) == col(StoredHand.id))


def add(connection: Connection, hand: Values) -> int | None:
    """Stores a hand and returns its ID in the table, unless one with its hand ID is there: then None, and what is
    there stays as it is. `hand` are the columns of `StoredHand`."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(StoredHand).on_conflict_do_nothing(index_elements=["hand"])
    id: int | None = connection.execute(statement.returning(col(StoredHand.id)), hand).scalar()
    return id


def summarise(connection: Connection, id: int, summary: Values) -> None:
    """Stores the summary of the hand with this ID in the table, in place of one that is there, and brings the desk of
    its operator up to date."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(Summary)
    replaced = {name: statement.excluded[name] for name in summary}
    connection.execute(
        statement.on_conflict_do_update(index_elements=["hand_id"], set_=replaced), {"hand_id": id, **summary}
    )
    relist(connection, [id])


def replace(connection: Connection, id: int, record: bytes, received: int) -> None:
    """Puts another record in the place of the one of the hand with this ID in the table."""
    changed = update(StoredHand).where(col(StoredHand.id) == id).values(record=record, received=received)
    connection.execute(changed)


def record(connection: Connection, hand: str) -> tuple[int, bytes] | None:
    """The ID in the table and the bytes of the record with this hand ID, None where there is none."""
    found = select(col(StoredHand.id), col(StoredHand.record)).where(col(StoredHand.hand) == hand)
    row: Any = connection.execute(found).first()
    return None if row is None else (row.id, row.record)


def stored_among(connection: Connection, hands: Sequence[str]) -> list[str]:
    """Those of the hand IDs that are stored, in their order."""
    found = set(connection.execute(select(col(StoredHand.hand)).where(col(StoredHand.hand).in_(hands))).scalars())
    return [hand for hand in hands if hand in found]


def listing(connection: Connection, filters: Filters, before: int | None, most: int) -> Sequence[Any]:
    """The hands that pass the filters, the last received first, from below the ID `before` in the table on."""
    found = rows()
    if filters.player is not None:
        found = found.join(Clue, col(Clue.hand_id) == col(Summary.hand_id))
        found = found.where(col(Clue.kind) == PLAYER, col(Clue.text) == key_of_name(filters.player))
    # The order names the column of the table whose index serves the filter.
    id = col(Summary.hand_id) if filters.table is None else col(StoredHand.id)
    id = id if filters.player is None else col(Clue.hand_id)
    if before is not None:
        found = found.where(id < before)
    if filters.verdict is not None:
        found = found.where(col(Summary.verdict) == filters.verdict, col(Summary.judge) >= JUDGE)
    if filters.rules is not None:
        found = found.where(col(Summary.rules) == filters.rules)
    if filters.table is not None:
        found = found.where(col(StoredHand.table_id) == filters.table)
    return connection.execute(found.order_by(id.desc()).limit(most)).all()


def count(connection: Connection) -> int:
    """How many hands are stored."""
    return connection.execute(select(func.count()).select_from(StoredHand)).scalar_one()


def following(connection: Connection, after: int, most: int) -> Sequence[Any]:
    """The ID in the table, the hand ID and the record of the hands from above this ID in the table on."""
    found = select(col(StoredHand.id), col(StoredHand.hand), col(StoredHand.record))
    return connection.execute(found.where(col(StoredHand.id) > after).order_by(col(StoredHand.id)).limit(most)).all()


def hands_with_commitment(connection: Connection, commitment: str, most: int) -> list[str]:
    """The IDs of the hands with this server commitment, in the order of their arrival."""
    found = select(col(StoredHand.hand)).where(col(StoredHand.commitment) == commitment)
    return list(connection.execute(found.order_by(col(StoredHand.id)).limit(most)).scalars())


def numbered(connection: Connection, listed: Numbered, start: int, most: int) -> Sequence[Any]:
    """The hands of a list from the number `start` on, by number and then in the order of their arrival."""
    found = rows().where(listed.belongs, listed.number >= start)
    return connection.execute(found.order_by(listed.number, col(StoredHand.id)).limit(most)).all()


def last_before(connection: Connection, listed: Numbered, start: int) -> Any:
    """The hand of a list before the number `start`, None if the list begins there."""
    found = rows().where(listed.belongs, listed.number < start)
    return connection.execute(found.order_by(listed.number.desc(), col(StoredHand.id).desc()).limit(1)).first()


def match_of(connection: Connection, hand: str) -> str | None:
    """The ID of the match that the hand with this ID belongs to; None where it belongs to none, or is not stored."""
    found = select(col(StoredHand.match_id)).where(col(StoredHand.hand) == hand)
    match: str | None = connection.execute(found).scalar()
    return match


def extent(connection: Connection, listed: Numbered) -> Extent:
    """How much there is of a list."""
    number = listed.number
    counted = select(func.count(), func.count(number.distinct()), func.max(number)).where(listed.belongs)
    hands, numbers, greatest = connection.execute(counted).one()
    return Extent(hands, numbers, greatest or 0)


def answers(connection: Connection) -> bool:
    """Whether the table of hands can be read; raises what the database raises."""
    connection.execute(select(col(StoredHand.id)).limit(1)).first()
    return True
