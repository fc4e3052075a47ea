"""Operators, their tokens and their tables, in one transaction. What is allowed is decided in `web.operators`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col

from dealproof.web.store.desk.models import OperatorSession
from dealproof.web.store.models import Operator, OperatorTable, OperatorToken, StoredHand


class Account(NamedTuple):
    """An operator: its ID in the database, and its name."""

    id: int
    name: str


class StoredToken(NamedTuple):
    """A token: its ID, whose it is, the SHA-256 of its secret (64 hex digits), and in ms since 1970 when it was created
    and revoked, None while it is accepted."""

    id: str
    account: Account
    digest: str
    created: int
    revoked: int | None


class OperatorAccounts:
    """Reads and writes operators, tokens and tables over one connection. The caller opens its transaction."""

    __slots__ = ("_connection",)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, name: str, time: int) -> Account | None:
        """Adds an operator; None if one of this name is there."""
        if self.named(name) is not None:
            return None
        row = {"name": name, "created": time}
        id: Any = self._connection.execute(insert(Operator).returning(col(Operator.id)), row).scalar_one()
        return Account(id, name)

    def named(self, name: str) -> Account | None:
        """Returns the operator of a name, or None."""
        id = self._connection.execute(select(col(Operator.id)).where(col(Operator.name) == name)).scalar()
        return None if id is None else Account(id, name)

    def every(self) -> list[Account]:
        """Returns all operators, by name."""
        found = select(col(Operator.id), col(Operator.name)).order_by(col(Operator.name))
        return [_account(row) for row in self._connection.execute(found)]

    def add_token(self, account: Account, id: str, digest: str, time: int) -> None:
        """Adds a token."""
        row = {"id": id, "operator_id": account.id, "digest": digest, "created": time}
        self._connection.execute(insert(OperatorToken), row)

    def token(self, id: str) -> StoredToken | None:
        """Returns the token with this ID, or None."""
        return next(self._tokens(col(OperatorToken.id) == id), None)

    def tokens(self, account: Account) -> list[StoredToken]:
        """Returns the tokens of an operator, the oldest first."""
        return [*self._tokens(col(OperatorToken.operator_id) == account.id)]

    def open_session(self, token: str, digest: str, expires: int, now: int) -> None:
        """Adds a session of a token by the digest of its secret, and deletes those that have expired. Times are in ms
        since 1970."""
        self._connection.execute(delete(OperatorSession).where(col(OperatorSession.expires) <= now))
        row = {"digest": digest, "token_id": token, "expires": expires}
        self._connection.execute(insert(OperatorSession), row)

    def session(self, digest: str, now: int) -> StoredToken | None:
        """Returns the token that a session was opened with; None if there is no such session, or it has expired."""
        found = select(col(OperatorSession.token_id)).where(
            col(OperatorSession.digest) == digest, col(OperatorSession.expires) > now
        )
        id = self._connection.execute(found).scalar()
        return None if id is None else self.token(id)

    def close_session(self, digest: str) -> None:
        """Deletes a session, if there is one."""
        self._connection.execute(delete(OperatorSession).where(col(OperatorSession.digest) == digest))

    def revoke(self, id: str, time: int) -> None:
        """Revokes a token, unless it is revoked already."""
        waiting = update(OperatorToken).where(col(OperatorToken.id) == id, col(OperatorToken.revoked).is_(None))
        self._connection.execute(waiting.values(revoked=time))

    def owner(self, table: str) -> Account | None:
        """Returns the operator that a table belongs to, or None."""
        found = select(col(Operator.id), col(Operator.name)).join_from(
            OperatorTable, Operator, col(Operator.id) == col(OperatorTable.operator_id)
        )
        row = self._connection.execute(found.where(col(OperatorTable.table_id) == table)).first()
        return None if row is None else _account(row)

    def assign(self, account: Account, table: str) -> None:
        """Makes a table that of an operator, whoever had it before. Its stored hands come to the desk of the
        operator in the background (`web.store.desk.listing`)."""
        dialect: Any = postgresql if self._connection.dialect.name == "postgresql" else sqlite
        first = select(func.min(col(StoredHand.id))).where(col(StoredHand.table_id) == table).scalar_subquery()
        changed = {"operator_id": account.id, "unlisted_from": first}
        statement = dialect.insert(OperatorTable).values(table_id=table, **changed)
        self._connection.execute(statement.on_conflict_do_update(index_elements=["table_id"], set_=changed))

    def tables(self, account: Account) -> list[str]:
        """Returns the tables of an operator, by ID."""
        found = select(col(OperatorTable.table_id)).where(col(OperatorTable.operator_id) == account.id)
        return sorted(self._connection.execute(found).scalars())

    def _tokens(self, where: Any) -> Any:
        found = (
            select(
                *(col(OperatorToken.id), col(Operator.id), col(Operator.name)),
                *(col(OperatorToken.digest), col(OperatorToken.created), col(OperatorToken.revoked)),
            )
            .join_from(OperatorToken, Operator, col(Operator.id) == col(OperatorToken.operator_id))
            .where(where)
            .order_by(col(OperatorToken.created), col(OperatorToken.id))
        )
        rows: Iterable[Any] = self._connection.execute(found)
        return (StoredToken(id, Account(owner, name), *rest) for id, owner, name, *rest in rows)


def _account(row: Any) -> Account:
    return Account(row.id, row.name)
