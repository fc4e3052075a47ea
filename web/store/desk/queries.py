"""The statements that the pages of the desk read. Each is answered from one index and bounded, however many hands an
operator has: a list is read rank by rank, from where the last page ended; there is no OFFSET and no count of rows.

    filters                  index
    none, day                ix_desk_hands_rank
    table, table and day     ix_desk_hands_table
    player, player and day   ix_desk_players_name
    player and table, day    ix_desk_players_table

In each of them the rank comes before the time, so a verdict and a day narrow every list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, literal, select, tuple_, union_all
from sqlmodel import col

from dealproof.web.store import queries
from dealproof.web.store.desk.filters import Cursor, Filters, bounds
from dealproof.web.store.desk.models import DeskCount, DeskHand, DeskPlayer
from dealproof.web.store.desk.names import folded
from dealproof.web.store.desk.ranks import FAILED, RANKS, ranks_of
from dealproof.web.store.desk.rows import ALL, DAY, PLAYER, TABLE
from dealproof.web.store.models import OperatorTable, StoredHand, Summary, VerdictChange

LAST: Final = "\U0010ffff"
"""A text behind every other: the texts that begin with P come before P and this."""

COUNTED: Final = 1000
"""How far the hands of a rank are counted where no count is kept."""

SHARERS: Final = 1000
"""Hands with one commitment that are looked through."""


class Group(NamedTuple):
    """A table, a day or a player: the name in addresses, the label to show, and the number of hands by rank."""

    name: str
    label: str
    hands: dict[int, int]

    @property
    def failed(self) -> int:
        """The number of hands with which something is wrong."""
        return sum(count for rank, count in self.hands.items() if rank < FAILED)


def page(
    connection: Connection, operator: int, filters: Filters, after: Cursor | None, most: int, counts: Mapping[int, int]
) -> list[Cursor]:
    """Returns the hands of a page in order: failures first, and of each rank the last received first. `counts` says
    which ranks have hands that pass the filters, so that no other is looked for."""
    found: list[Cursor] = []
    for rank in ranks_of(filters.verdict):
        if counts.get(rank) and (after is None or rank >= after.rank):
            statement = ranked(operator, filters, rank, after if after and rank == after.rank else None)
            found += (Cursor(rank, *row) for row in connection.execute(statement.limit(most - len(found))))
        if len(found) == most:
            break
    return found


def ranked(operator: int, filters: Filters, rank: int, after: Cursor | None) -> Select[Any]:
    """The hands of one rank that pass the other filters, the last received first: when they were received, and IDs."""
    rows: type[DeskHand | DeskPlayer] = DeskHand if filters.player is None else DeskPlayer
    place: tuple[Any, ...] = (col(rows.received), col(rows.hand_id))
    found: Select[Any] = select(*place).where(*belonging(operator, filters, rank))
    if after is not None:
        found = found.where(tuple_(*place) < tuple_(literal(after.received), literal(after.id)))
    return found.order_by(*(each.desc() for each in place))


def belonging(operator: int, filters: Filters, rank: int) -> list[ColumnElement[bool]]:
    """The conditions that the filters make on a hand of a rank."""
    rows: type[DeskHand | DeskPlayer] = DeskHand if filters.player is None else DeskPlayer
    conditions = [col(rows.operator_id) == operator, col(rows.rank) == rank]
    if filters.player is not None:
        conditions.append(col(DeskPlayer.name) == folded(filters.player))
    if filters.table is not None:
        conditions.append(col(rows.table_id) == filters.table)
    if filters.day is not None:
        first, last = bounds(filters.day)
        conditions += [col(rows.received) >= first, col(rows.received) < last]
    return conditions


def rows(connection: Connection, operator: int, ids: Sequence[int]) -> dict[int, Any]:
    """Returns hands as rows of a list, by ID, each with when it was received; those only of tables that belong to the
    operator now."""
    found = queries.rows().add_columns(col(StoredHand.received))
    owned = found.join(OperatorTable, col(OperatorTable.table_id) == col(StoredHand.table_id))
    these = owned.where(col(StoredHand.id).in_(ids), col(OperatorTable.operator_id) == operator)
    return {row.id: row for row in connection.execute(these)}


def counts(connection: Connection, operator: int, filters: Filters) -> dict[int, int]:
    """Returns the number of hands by rank, whatever the verdict in the filters. With two of table, day and player it
    is not kept, and counted up to `COUNTED`."""
    kept = group_of(filters)
    if kept is not None:
        found = of_group(connection, operator, *kept)
        return found.hands if found else {}
    every = (select(literal(rank), counted(operator, filters, rank).scalar_subquery()) for rank in range(len(RANKS)))
    return {rank: count for rank, count in connection.execute(union_all(*every)) if count}


def counted(operator: int, filters: Filters, rank: int) -> Select[Any]:
    """The number of hands of a rank, up to `COUNTED`."""
    some = select(literal(1)).where(*belonging(operator, filters, rank)).limit(COUNTED).subquery()
    return select(func.count()).select_from(some)


def group_of(filters: Filters) -> tuple[str, str] | None:
    """Returns the kind and the name of the group whose hands pass the filters, the verdict aside; None if there is
    none."""
    chosen = {name: value for name, value in filters.chosen.items() if name != "verdict"}
    if len(chosen) > 1:
        return None
    kinds = {"table": TABLE, "day": DAY, "player": PLAYER}
    for name, value in chosen.items():
        return kinds[name], folded(value) if name == "player" else value
    return ALL, ""


def of_group(connection: Connection, operator: int, kind: str, name: str) -> Group | None:
    """Returns a group, None where it has no hands."""
    these = of_kind(operator, kind).where(col(DeskCount.name) == name)
    return next(grouped(connection.execute(these)), None)


def of_kind(operator: int, kind: str) -> Select[Any]:
    """The counts of the groups of a kind."""
    columns: tuple[Any, ...] = (col(DeskCount.name), col(DeskCount.rank), col(DeskCount.hands), col(DeskCount.label))
    return select(*columns).where(col(DeskCount.operator_id) == operator, col(DeskCount.kind) == kind)


def groups(connection: Connection, operator: int, kind: str, after: str | None, most: int) -> list[Group]:
    """Returns the groups of a kind that follow the name `after`: days from the last to the first, others by name."""
    name, descends = col(DeskCount.name), kind == DAY
    found = of_kind(operator, kind)
    if after is not None:
        found = found.where(name < after if descends else name > after)
    # A group has one row a rank at most. The last group may be cut, and is one more than is shown.
    ordered = found.order_by(*by_name(descends=descends)).limit((most + 1) * len(RANKS))
    return [*grouped(connection.execute(ordered))][:most]


def by_name(*, descends: bool) -> list[Any]:
    """The order of groups, and of the counts of each: one in which the primary key has them."""
    columns = (col(DeskCount.name), col(DeskCount.rank))
    return [each.desc() if descends else each for each in columns]


def failed_groups(connection: Connection, operator: int, kind: str, after: str | None, most: int) -> list[Group]:
    """The same of those groups that have a hand with which something is wrong."""
    name, descends = col(DeskCount.name), kind == DAY
    # Written out, since the index holds these rows only.
    wrong = (
        of_kind(operator, kind)
        .with_only_columns(name)
        .where(col(DeskCount.rank) < literal(FAILED, literal_execute=True))
    )
    if after is not None:
        wrong = wrong.where(name < after if descends else name > after)
    names = connection.execute(wrong.distinct().order_by(name.desc() if descends else name).limit(most)).scalars().all()
    these = of_kind(operator, kind).where(name.in_(names))
    return [*grouped(connection.execute(these.order_by(*by_name(descends=descends))))]


def beginning(connection: Connection, operator: int, kind: str, prefix: str, most: int) -> list[Group]:
    """Returns the groups of a kind whose name begins with a prefix, by name."""
    name = col(DeskCount.name)
    found = of_kind(operator, kind).where(name >= prefix, name < prefix + LAST)
    ordered = found.order_by(name, col(DeskCount.rank)).limit((most + 1) * len(RANKS))
    return [*grouped(connection.execute(ordered))][:most]


def grouped(rows: Iterable[Any]) -> Iterator[Group]:
    """Yields groups, of the counts of each in a row."""
    last: Group | None = None
    for name, rank, hands, label in rows:
        if last is None or last.name != name:
            if last is not None:
                yield last
            last = Group(name, label or name, {})
        last.hands[rank] = hands
    if last is not None:
        yield last


def hands_beginning(connection: Connection, operator: int, prefix: str, most: int) -> list[int]:
    """Returns the hands whose hand ID begins with a prefix, by hand ID."""
    hand = col(DeskHand.hand)
    found = select(col(DeskHand.hand_id)).where(
        col(DeskHand.operator_id) == operator, hand >= prefix, hand < prefix + LAST
    )
    return [*connection.execute(found.order_by(hand).limit(most)).scalars()]


def hands_with_commitment(connection: Connection, operator: int, commitment: str, most: int) -> list[int]:
    """Returns the hands with a server commitment (64 hex digits), in order of arrival."""
    same = select(col(StoredHand.id)).where(col(StoredHand.commitment) == commitment)
    some = same.order_by(col(StoredHand.id)).limit(SHARERS).subquery()
    found = select(col(DeskHand.hand_id)).join(some, some.c.id == col(DeskHand.hand_id))
    return [*connection.execute(found.where(col(DeskHand.operator_id) == operator).limit(most)).scalars()]


def changes(connection: Connection, operator: int, before: int | None, most: int) -> list[Any]:
    """Returns the verdicts that changed, the last first, below the ID `before`, each with the hand ID and table."""
    columns = (col(StoredHand.hand), col(StoredHand.table_id))
    found = (
        select(*(getattr(VerdictChange, name) for name in VerdictChange.model_fields), *columns)
        .join_from(VerdictChange, StoredHand, col(StoredHand.id) == col(VerdictChange.hand_id))
        .where(col(VerdictChange.operator_id) == operator)
    )
    if before is not None:
        found = found.where(col(VerdictChange.id) < before)
    return [*connection.execute(found.order_by(col(VerdictChange.id).desc()).limit(most))]


def outdated(connection: Connection, judge: int, most: int) -> int:
    """Returns how many hands an older version than `judge` has judged, of all operators, up to `most`."""
    some = select(literal(1)).where(col(Summary.judge) < judge).limit(most).subquery()
    return connection.execute(select(func.count()).select_from(some)).scalar_one()


def unlisted(connection: Connection, operator: int) -> bool:
    """Whether a table of the operator has hands that may be missing from its desk."""
    found = select(col(OperatorTable.table_id)).where(col(OperatorTable.operator_id) == operator)
    return connection.execute(found.where(col(OperatorTable.unlisted_from).is_not(None)).limit(1)).first() is not None
