"""The hands of operators and what their players signed or were given, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel, col

from dealproof.web.store.models import (
    LogHand,
    OperatorCosignature,
    OperatorHand,
    OperatorSeedReceipt,
    StoredHand,
    StoredReceipt,
    Summary,
)
from dealproof.web.store.operator_accounts import Account


class CommittedHand(NamedTuple):
    """A hand whose commit was published: the ID of its operator, and its header as canonical JSON."""

    operator: int
    header: bytes


class HandStatus(NamedTuple):
    """What is known of a hand: `changed` grows with every change of any hand; the positions of its leaves in the log,
    None for those that are not there; the verdict and grade on its record, and whether the server seed in it is open,
    None while none is stored; whether a receipt is stored."""

    hand: str
    changed: int
    header: bytes
    commit: int | None
    deal: int | None
    close: int | None
    verdict: str | None
    grade: str | None
    opened: bool | None
    receipt: bool


class OperatorHands:
    """Reads and writes hands of operators over one connection. The caller opens its transaction."""

    __slots__ = ("_connection",)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, hand: str) -> CommittedHand | None:
        """Returns a hand, or None."""
        columns = (col(OperatorHand.operator_id), col(OperatorHand.header))
        row = self._connection.execute(select(*columns).where(col(OperatorHand.hand) == hand)).first()
        return None if row is None else CommittedHand(*row)

    def add(self, account: Account, hand: str, header: bytes) -> None:
        """Stores a hand, unless it is there."""
        row = {"hand": hand, "operator_id": account.id, "header": header, "changed": self._next()}
        self._put(OperatorHand, ["hand"], row)

    def is_stored_table(self, table: str) -> bool:
        """Whether a record of a hand at this table is stored."""
        found = select(col(StoredHand.id)).where(col(StoredHand.table_id) == table).limit(1)
        return self._connection.execute(found).first() is not None

    def touch(self, hand: str) -> None:
        """Notes that a hand has changed. The caller holds the lock of writers, so that who has read the feed up to a
        number has seen every change below it."""
        changed = update(OperatorHand).where(col(OperatorHand.hand) == hand)
        self._connection.execute(changed.values(changed=self._next()))

    def touch_stored(self, ids: Iterable[int]) -> None:
        """Notes that hands have changed, by the IDs of their records in the table."""
        stored = select(col(StoredHand.hand)).where(col(StoredHand.id).in_([*ids]))
        own = select(col(OperatorHand.hand)).where(col(OperatorHand.hand).in_(stored))
        for hand in self._connection.execute(own.order_by(col(OperatorHand.hand))).scalars().all():
            self.touch(hand)

    def cosign(self, hand: str, seat: int, line: str) -> None:
        """Stores the line of a seat, unless one is there: the earliest counts."""
        self._put(OperatorCosignature, ["hand", "seat"], {"hand": hand, "seat": seat, "line": line})

    def cosignatures(self, hand: str) -> dict[int, str]:
        """Returns the line of each seat that cosigned."""
        columns = (col(OperatorCosignature.seat), col(OperatorCosignature.line))
        found = select(*columns).where(col(OperatorCosignature.hand) == hand).order_by(columns[0])
        return {row.seat: row.line for row in self._connection.execute(found)}

    def add_seed_receipt(self, hand: str, seat: int, note: bytes) -> None:
        """Stores the receipt for the seed of a seat, which has none."""
        self._connection.execute(insert(OperatorSeedReceipt), {"hand": hand, "seat": seat, "note": note})

    def seed_receipts(self, hand: str) -> dict[int, bytes]:
        """Returns the receipt for the seed of each seat that has one."""
        columns = (col(OperatorSeedReceipt.seat), col(OperatorSeedReceipt.note))
        found = select(*columns).where(col(OperatorSeedReceipt.hand) == hand).order_by(columns[0])
        return {row.seat: row.note for row in self._connection.execute(found)}

    def status(self, hand: str) -> HandStatus | None:
        """Returns what is known of a hand, or None."""
        row = self._connection.execute(_statuses().where(col(OperatorHand.hand) == hand)).first()
        return None if row is None else _status(row)

    def feed(self, account: Account, since: int, most: int) -> list[HandStatus]:
        """Returns the hands of an operator that changed after the number `since`, in order of their last change."""
        found = _statuses().where(col(OperatorHand.operator_id) == account.id, col(OperatorHand.changed) > since)
        return [_status(row) for row in self._connection.execute(found.order_by(col(OperatorHand.changed)).limit(most))]

    def _next(self) -> int:
        last: int | None = self._connection.execute(select(func.max(col(OperatorHand.changed)))).scalar()
        return (last or 0) + 1

    def _put(self, table: type[SQLModel], key: list[str], row: dict[str, object]) -> None:
        dialect: Any = postgresql if self._connection.dialect.name == "postgresql" else sqlite
        self._connection.execute(dialect.insert(table).values(**row).on_conflict_do_nothing(index_elements=key))


def _statuses() -> Select[Any]:
    columns: tuple[Any, ...] = (
        *(col(OperatorHand.hand), col(OperatorHand.changed), col(OperatorHand.header)),
        *(col(LogHand.commit_at), col(LogHand.deal_at), col(LogHand.close_at)),
        *(col(Summary.verdict), col(Summary.grade), col(Summary.opened), col(StoredReceipt.hand_id)),
    )
    return (
        select(*columns)
        .select_from(OperatorHand)
        .outerjoin(LogHand, col(LogHand.hand) == col(OperatorHand.hand))
        .outerjoin(StoredHand, col(StoredHand.hand) == col(OperatorHand.hand))
        .outerjoin(Summary, col(Summary.hand_id) == col(StoredHand.id))
        .outerjoin(StoredReceipt, col(StoredReceipt.hand_id) == col(StoredHand.id))
    )


def _status(row: Any) -> HandStatus:
    hand, changed, header, commit, deal, close, verdict, grade, opened, receipt = row
    opening = None if verdict is None else opened is not None
    return HandStatus(hand, changed, header, commit, deal, close, verdict, grade, opening, receipt is not None)
