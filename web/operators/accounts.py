"""Whose a token is, and which tables and hands an operator may use.

A table belongs to the operator that it was assigned to, or else to the one that first commits a hand on it. A table
with hands that no operator published must be assigned.
"""

from __future__ import annotations

from typing import NamedTuple

from dealproof.replay.record.identifiers import ID
from dealproof.web.operators.errors import FORBIDDEN, MISSING, Refusal
from dealproof.web.operators.tokens import create_token, digest, parse_token, secret_matches
from dealproof.web.store.operator_accounts import Account
from dealproof.web.store.operator_database import OperatorTables
from dealproof.web.store.operator_hands import CommittedHand


class Caller(NamedTuple):
    """Who sent a request: the operator, and the ID of the token."""

    account: Account
    token: str


def issue_token(tables: OperatorTables, account: Account, time: int) -> str:
    """Adds a token and returns its text, which nothing else keeps. `time` is in ms since 1970."""
    token = create_token()
    tables.accounts.add_token(account, token.id, digest(token), time)
    tables.requests.note(account, "", "token", token.id, time)
    return token.text


def caller_of(tables: OperatorTables, text: str) -> Caller | None:
    """Returns whose token this is; None if there is no such token, its secret is another, or it is revoked."""
    token = parse_token(text)
    found = None if token is None else tables.accounts.token(token.id)
    if token is None or found is None or not secret_matches(token, found.digest) or found.revoked is not None:
        return None
    return Caller(found.account, found.id)


def claim_table(tables: OperatorTables, account: Account, table: str) -> None:
    """Makes sure that a table belongs to this operator; one that is new becomes its own. Raises `Refusal`."""
    owner = tables.accounts.owner(table)
    if owner == account:
        return
    if owner is not None:
        raise Refusal(FORBIDDEN, "table-of-another", table=table)
    if tables.log.last_numbers([table]) or tables.hands.is_stored_table(table):
        raise Refusal(FORBIDDEN, "table-unassigned", table=table, name=account.name)
    tables.accounts.assign(account, table)


def own_hand(tables: OperatorTables, account: Account, hand: str) -> CommittedHand:
    """Returns a hand whose commit this operator published. Raises `Refusal`."""
    found = tables.hands.find(hand) if ID.fullmatch(hand) else None
    if found is None:
        raise Refusal(MISSING, "no-commit", hand=hand)
    if found.operator != account.id:
        raise Refusal(FORBIDDEN, "hand-of-another", hand=hand)
    return found
