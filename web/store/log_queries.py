"""The tables of the transparency log, in one transaction. What is stored is decided in `web.log`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, func, insert, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel, col

from dealproof.verifier.tlog.appends import Progress
from dealproof.verifier.tlog.tree import root
from dealproof.web.store.models import LogCheckpoint, LogHand, LogLeaf, LogNode, LogTable

AT_ONCE: Final = 500
"""Values that one statement asks for: fewer than the parameters that any SQLite allows."""

Key = TypeVar("Key", str, bytes)


class Node(NamedTuple):
    """The hash over the `2^level` leaves from `position · 2^level`; of a leaf at level 0."""

    level: int
    position: int
    hash: bytes


class HandLeaves(NamedTuple):
    """A hand in the log: the commitment to its server seed, and the positions of its leaves, None for those that are
    not there. `close` is that of the result or the void leaf."""

    server_commitment: str
    commit: int
    deal: int | None = None
    close: int | None = None

    @property
    def progress(self) -> Progress:
        """How far the hand is."""
        return Progress(self.server_commitment, self.deal is not None, self.close is not None)


class LogTables:
    """Reads and writes the tables of the log over one connection. The caller opens its transaction."""

    __slots__ = ("_connection",)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def size(self) -> int:
        """Returns the number of leaves."""
        last: int | None = self._connection.execute(select(func.max(col(LogLeaf.position)))).scalar()
        return 0 if last is None else last + 1

    def positions(self, hashes: Iterable[bytes]) -> dict[bytes, int]:
        """Returns the positions of those leaves that are in the log, by leaf hash."""
        return dict(self._rows(col(LogLeaf.hash), [*hashes], col(LogLeaf.position)))

    def hands(self, hands: Iterable[str]) -> dict[str, HandLeaves]:
        """Returns where the leaves of each hand are; hands without a commit are left out."""
        columns = (col(LogHand.commitment), col(LogHand.commit_at), col(LogHand.deal_at), col(LogHand.close_at))
        return {hand: HandLeaves(*rest) for hand, *rest in self._rows(col(LogHand.hand), [*hands], *columns)}

    def committed_to(self, commitment: str) -> list[str]:
        """Returns the hands whose commit has this server commitment, 64 hex digits."""
        found = select(col(LogHand.hand)).where(col(LogHand.commitment) == commitment)
        return [*self._connection.execute(found.order_by(col(LogHand.hand))).scalars()]

    def last_numbers(self, tables: Iterable[str]) -> dict[str, int]:
        """Returns the number of each table's last commit; tables without one are left out."""
        return dict(self._rows(col(LogTable.table_id), [*tables], col(LogTable.number)))

    def hashes(self, level: int, first: int, count: int) -> list[bytes]:
        """Returns the hashes of `count` subtrees of a level, fewer if there are fewer."""
        if level == 0:
            found = select(col(LogLeaf.hash)).where(*_between(col(LogLeaf.position), first, count))
            return [*self._connection.execute(found.order_by(col(LogLeaf.position))).scalars()]
        found = select(col(LogNode.hash)).where(
            col(LogNode.level) == level, *_between(col(LogNode.position), first, count)
        )
        return [*self._connection.execute(found.order_by(col(LogNode.position))).scalars()]

    def subtrees(self, level: int, index: int) -> bytes:
        """Returns the hash of one complete subtree (`verifier.tlog.tree.Subtrees`), which must be in the log."""
        (found,) = self.hashes(level, index, 1)
        return found

    def edge(self, size: int) -> dict[int, bytes]:
        """Returns the edge of the tree of the first `size` leaves, which must be in the log: by level, the hash of the
        last complete subtree of each level at which `size` has a bit."""
        places = [(level, (size >> level) - 1) for level in range(1, size.bit_length()) if size >> level & 1]
        nodes = select(col(LogNode.level), col(LogNode.hash)).where(
            tuple_(col(LogNode.level), col(LogNode.position)).in_(places)
        )
        edge = {row.level: row.hash for row in self._connection.execute(nodes)} if places else {}
        return edge | {0: self.subtrees(0, size - 1)} if size & 1 else edge

    def root(self, size: int) -> bytes:
        """Returns the root over the first `size` leaves, which must be in the log."""
        edge = self.edge(size)
        return root(size, lambda level, _: edge[level])

    def entries(self, first: int, count: int) -> list[bytes]:
        """Returns the bytes of `count` leaves, fewer if there are fewer."""
        found = select(col(LogLeaf.leaf)).where(*_between(col(LogLeaf.position), first, count))
        return [*self._connection.execute(found.order_by(col(LogLeaf.position))).scalars()]

    def checkpoint(self) -> bytes | None:
        """Returns the latest published checkpoint, a signed note, or None."""
        found = select(col(LogCheckpoint.note)).order_by(col(LogCheckpoint.size).desc()).limit(1)
        note: bytes | None = self._connection.execute(found).scalar()
        return note

    def checkpoint_with(self, position: int) -> bytes | None:
        """Returns the first published checkpoint that holds the leaf at a position, or None."""
        found = select(col(LogCheckpoint.note)).where(col(LogCheckpoint.size) > position)
        note: bytes | None = self._connection.execute(found.order_by(col(LogCheckpoint.size)).limit(1)).scalar()
        return note

    def add(self, leaves: Mapping[int, bytes], nodes: Sequence[Node]) -> None:
        """Stores leaves by position, with all nodes that are complete with them."""
        hashes = {node.position: node.hash for node in nodes if node.level == 0}
        rows = [{"position": at, "hash": hashes[at], "leaf": leaf} for at, leaf in leaves.items()]
        self._insert(LogLeaf, rows)
        self._insert(LogNode, [node._asdict() for node in nodes if node.level])

    def set_hands(self, hands: Mapping[str, HandLeaves]) -> None:
        """Stores where the leaves of hands are."""
        columns = ("hand", "commitment", "commit_at", "deal_at", "close_at")
        self._put(LogHand, "hand", [dict(zip(columns, (hand, *each), strict=True)) for hand, each in hands.items()])

    def set_last_numbers(self, tables: Mapping[str, int]) -> None:
        """Stores the number of each table's last commit."""
        self._put(LogTable, "table_id", [{"table_id": table, "number": each} for table, each in tables.items()])

    def publish(self, size: int, note: bytes) -> None:
        """Stores a checkpoint; it takes the place of one of the same size."""
        self._put(LogCheckpoint, "size", [{"size": size, "note": note}])

    def _rows(self, key: Any, values: Sequence[Key], *columns: Any) -> Iterable[Any]:
        for start in range(0, len(values), AT_ONCE):
            found = select(key, *columns).where(key.in_(values[start : start + AT_ONCE]))
            yield from map(tuple, self._connection.execute(found))

    def _insert(self, table: type[SQLModel], rows: Sequence[Mapping[str, object]]) -> None:
        if rows:
            self._connection.execute(insert(table), rows)

    def _put(self, table: type[SQLModel], key: str, rows: Sequence[Mapping[str, object]]) -> None:
        """Inserts rows; each takes the place of the row with its key."""
        if rows:
            dialect: Any = postgresql if self._connection.dialect.name == "postgresql" else sqlite
            statement = dialect.insert(table)
            others = {name: statement.excluded[name] for name in rows[0] if name != key}
            self._connection.execute(statement.on_conflict_do_update(index_elements=[key], set_=others), rows)


def _between(position: Any, first: int, count: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return position >= first, position < first + count
