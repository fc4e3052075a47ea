"""What operators asked for, by idempotency key, and what they did, in one transaction."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, select, tuple_, update
from sqlmodel import col

from dealproof.web.store.models import OperatorAct, OperatorRequest
from dealproof.web.store.operator_accounts import Account

PRUNED: Final = 100
"""Old requests that are deleted at a time."""


class Asked(NamedTuple):
    """A request that is known by its key: the SHA-256 of route and body, the leaf, and the answer, None until it was
    given."""

    digest: str
    leaf: bytes
    answer: bytes | None


class Act(NamedTuple):
    """What was done, as in `web.store.models.OperatorAct`; `id` counts up."""

    id: int
    time: int
    token: str
    act: str
    subject: str
    code: str


class OperatorRequests:
    """Reads and writes the requests of one operator over one connection. The caller opens its transaction."""

    __slots__ = ("_connection",)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, account: Account, key: str) -> Asked | None:
        """Returns the request with a key, or None."""
        columns = (col(OperatorRequest.digest), col(OperatorRequest.leaf), col(OperatorRequest.answer))
        row = self._connection.execute(select(*columns).where(*_of(account, key))).first()
        return None if row is None else Asked(*row)

    def add(self, account: Account, key: str, asked: Asked, time: int) -> None:
        """Stores a request whose key is new."""
        row = {"operator_id": account.id, "key": key, "created": time, **asked._asdict()}
        self._connection.execute(insert(OperatorRequest), row)

    def answer(self, account: Account, key: str, answer: bytes) -> None:
        """Stores the answer to a request, unless it has one."""
        waiting = update(OperatorRequest).where(*_of(account, key), col(OperatorRequest.answer).is_(None))
        self._connection.execute(waiting.values(answer=answer))

    def drop(self, account: Account, key: str) -> None:
        """Deletes a request that was not answered."""
        waiting = delete(OperatorRequest).where(*_of(account, key), col(OperatorRequest.answer).is_(None))
        self._connection.execute(waiting)

    def prune(self, before: int) -> None:
        """Deletes requests that are older than `before` (ms since 1970), at most `PRUNED`."""
        key = (col(OperatorRequest.operator_id), col(OperatorRequest.key))
        old = select(*key).where(col(OperatorRequest.created) < before).limit(PRUNED)
        if found := [tuple(row) for row in self._connection.execute(old)]:
            self._connection.execute(delete(OperatorRequest).where(tuple_(*key).in_(found)))

    def note(self, account: Account, token: str, act: str, subject: str, time: int, code: str = "") -> None:
        """Notes what was done, or refused with a code."""
        row = {"operator_id": account.id, "token": token, "act": act, "subject": subject, "time": time, "code": code}
        self._connection.execute(insert(OperatorAct), row)

    def acts(self, account: Account, since: int, most: int) -> list[Act]:
        """Returns what was done after the act with the ID `since`, the oldest first."""
        columns = [getattr(OperatorAct, name) for name in Act._fields]
        found = select(*columns).where(col(OperatorAct.operator_id) == account.id, col(OperatorAct.id) > since)
        return [Act(*row) for row in self._connection.execute(found.order_by(col(OperatorAct.id)).limit(most))]


def _of(account: Account, key: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return col(OperatorRequest.operator_id) == account.id, col(OperatorRequest.key) == key
