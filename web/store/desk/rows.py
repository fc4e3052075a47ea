"""Keeps the desk in step: `relist` compares its rows with hands, summaries and owners of tables, and changes what
differs, the counts too. Whoever changes one of these calls it in the same transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col

from dealproof.web.store.desk.filters import day_of
from dealproof.web.store.desk.models import DeskCount, DeskHand, DeskPlayer
from dealproof.web.store.desk.names import by_folded
from dealproof.web.store.desk.ranks import rank
from dealproof.web.store.models import OperatorTable, StoredHand, Summary, VerdictChange

ALL: Final = "all"
TABLE: Final = "table"
DAY: Final = "day"
PLAYER: Final = "player"
"""The kinds of groups that are counted (`web.store.desk.models.DeskCount`)."""

KEY: Final = ("operator_id", "kind", "name", "rank")


Group = tuple[int, str, str, int]
"""The key of a count: operator, kind, name and rank."""


class Row(NamedTuple):
    """A hand as the desk has it: the columns of `DeskHand`, and the folded names of its players in order."""

    hand_id: int
    operator_id: int
    table_id: str
    hand: str
    rank: int
    received: int
    players: tuple[str, ...]

    def columns(self) -> dict[str, Any]:
        """The columns of `DeskHand`."""
        return {name: value for name, value in self._asdict().items() if name != "players"}

    def player_columns(self) -> list[dict[str, Any]]:
        """The columns of `DeskPlayer`, for each player."""
        common = {name: value for name, value in self.columns().items() if name != "hand"}
        return [{**common, "name": name} for name in self.players]

    def groups(self) -> Iterable[Group]:
        """The counts that the hand is part of."""
        yield self.operator_id, ALL, "", self.rank
        yield self.operator_id, TABLE, self.table_id, self.rank
        yield self.operator_id, DAY, str(day_of(self.received)), self.rank
        for name in self.players:
            yield self.operator_id, PLAYER, name, self.rank


def relist(connection: Connection, ids: Sequence[int]) -> None:
    """Brings the rows of the hands with these IDs in the table up to date."""
    spelt: dict[str, str] = {}
    old, new = listed(connection, ids), wanted(connection, ids, spelt)
    gone = [row for id, row in old.items() if row != new.get(id)]
    come = [row for id, row in new.items() if row != old.get(id)]
    if gone:
        remove(connection, [row.hand_id for row in gone])
    if come:
        add(connection, come)
    if gone or come:
        count(connection, gone, come, spelt)
    if moved := [row for row in come if row.hand_id not in old or old[row.hand_id].operator_id != row.operator_id]:
        owned = update(VerdictChange).where(col(VerdictChange.hand_id) == bindparam("moved"))
        values = [{"moved": row.hand_id, "owner": row.operator_id} for row in moved]
        connection.execute(owned.values(operator_id=bindparam("owner")), values)


def remove(connection: Connection, ids: Sequence[int]) -> None:
    """Deletes the rows of hands."""
    connection.execute(delete(DeskHand).where(col(DeskHand.hand_id).in_(ids)))
    connection.execute(delete(DeskPlayer).where(col(DeskPlayer.hand_id).in_(ids)))


def add(connection: Connection, rows: Sequence[Row]) -> None:
    """Inserts the rows of hands."""
    connection.execute(insert(DeskHand), [row.columns() for row in rows])
    if players := [each for row in rows for each in row.player_columns()]:
        connection.execute(insert(DeskPlayer), players)


def wanted(connection: Connection, ids: Sequence[int], spelt: dict[str, str]) -> dict[int, Row]:
    """Returns the rows that hands are to have, by ID; none for the hands of a table that belongs to nobody. Adds to
    `spelt` how the folded names are spelt."""
    found = (
        select(
            *(col(StoredHand.id), col(OperatorTable.operator_id), col(StoredHand.table_id), col(StoredHand.hand)),
            *(col(StoredHand.received), col(Summary.verdict), col(Summary.grade), col(Summary.fault_rule)),
            col(Summary.seats),
        )
        .join_from(StoredHand, OperatorTable, col(OperatorTable.table_id) == col(StoredHand.table_id))
        .join(Summary, col(Summary.hand_id) == col(StoredHand.id))
        .where(col(StoredHand.id).in_(ids))
    )
    rows: dict[int, Row] = {}
    found_rows: Iterable[Any] = connection.execute(found)
    for id, owner, table, hand, received, verdict, grade, fault, seats in found_rows:
        names = by_folded(seats)
        spelt |= names
        rows[id] = Row(id, owner, table, hand, rank(verdict, grade, fault), received, tuple(sorted(names)))
    return rows


def listed(connection: Connection, ids: Sequence[int]) -> dict[int, Row]:
    """Returns the rows that hands have, by ID."""
    found = select(*(getattr(DeskHand, name) for name in Row._fields[:-1])).where(col(DeskHand.hand_id).in_(ids))
    hands: Sequence[Any] = connection.execute(found).all()
    players: dict[int, list[str]] = {row.hand_id: [] for row in hands}
    if hands:
        names = select(col(DeskPlayer.hand_id), col(DeskPlayer.name)).where(col(DeskPlayer.hand_id).in_([*players]))
        for id, name in connection.execute(names):
            players[id].append(name)
    return {row.hand_id: Row(**row._mapping, players=tuple(sorted(players[row.hand_id]))) for row in hands}


def count(connection: Connection, gone: Sequence[Row], come: Sequence[Row], spelt: Mapping[str, str]) -> None:
    """Takes rows from the counts, and adds others."""
    by: Counter[Group] = Counter(key for row in come for key in row.groups())
    by.subtract(key for row in gone for key in row.groups())
    more = [counted(key, by[key], spelt) for key in by if by[key] > 0]
    less = [{f"of_{name}": value for name, value in counted(key, by[key], spelt).items()} for key in by if by[key] < 0]
    if more:
        dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
        statement = dialect.insert(DeskCount)
        changed = {"hands": col(DeskCount.hands) + statement.excluded.hands, "label": statement.excluded.label}
        connection.execute(statement.on_conflict_do_update(index_elements=KEY, set_=changed), more)
    if less:
        these = [getattr(DeskCount, name) == bindparam(f"of_{name}") for name in KEY]
        fewer = {"hands": col(DeskCount.hands) + bindparam("of_hands")}
        connection.execute(update(DeskCount).where(*these).values(fewer), less)
        connection.execute(delete(DeskCount).where(*these, col(DeskCount.hands) == 0), less)


def counted(key: Group, by: int, spelt: Mapping[str, str]) -> dict[str, Any]:
    """Returns the columns of `DeskCount` for a group and a change of its count."""
    return {**dict(zip(KEY, key, strict=True)), "hands": by, "label": spelt.get(key[2], "") if key[1] == PLAYER else ""}
