"""`dealproof operator`: who may publish hands through the API of this site."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from dealproof.replay.record.identifiers import ID
from dealproof.web.cli.command import group
from dealproof.web.cli.options import database_option
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.operators.accounts import issue_token
from dealproof.web.operators.answers import act_json
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.clock import now
from dealproof.web.store.errors import StoreError
from dealproof.web.store.operator_accounts import Account, StoredToken
from dealproof.web.store.operator_database import OperatorDatabase, OperatorTables, operator_database
from dealproof.web.store.settings import settings

UNUSABLE: Final = 2
AT_ONCE: Final = 1000
"""Entries of the audit log that are read at a time."""


def read_ids(_: click.Context, __: click.Parameter, given: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Returns the value of an argument that is an ID, as hands and tables have, or several."""
    for value in (given,) if isinstance(given, str) else given:
        if not ID.fullmatch(value):
            raise click.BadParameter(tell("no-id", value=value))
    return given


class Refused(Exception):
    """The command cannot be done; the text is a sentence."""


@group()
def operator() -> None:
    """Manages the operators that publish hands through the API, and their tokens."""


@operator.command()
@click.argument("name", callback=read_ids)
@click.option(
    "--table",
    "tables",
    metavar="TABLE",
    multiple=True,
    callback=read_ids,
)
@database_option
@click.pass_context
def add(ctx: click.Context, name: str, tables: tuple[str, ...], database: str | None) -> None:
    """Adds an operator, and prints a token for its game server."""
    with ending(ctx, database) as opened, opened.writing() as found:
        account = found.accounts.add(name, now())
        if account is None:
            raise Refused(tell("name-taken", name=name))
        found.requests.note(account, "", "add", "", now())
        assign_tables(found, account, tables)
        token = issue_token(found, account, now())
    say(tell("added", name=name))
    say(token)


@operator.command("list")
@database_option
@click.pass_context
def list_operators(ctx: click.Context, database: str | None) -> None:
    """Lists all operators with their tables and tokens."""
    with ending(ctx, database) as opened, opened.reading() as found:
        for account in found.accounts.every():
            say(account.name)
            for table in found.accounts.tables(account):
                say(tell("table", table=table))
            for token in found.accounts.tokens(account):
                say(described(token))


@operator.command()
@click.argument("name", callback=read_ids)
@database_option
@click.pass_context
def token(ctx: click.Context, name: str, database: str | None) -> None:
    """Prints another token of an operator; those that it has stay valid."""
    with ending(ctx, database) as opened, opened.writing() as found:
        text = issue_token(found, named(found, name), now())
    say(tell("token", name=name))
    say(text)


@operator.command()
@click.argument("token_id", metavar="TOKEN-ID")
@database_option
@click.pass_context
def revoke(ctx: click.Context, token_id: str, database: str | None) -> None:
    """Revokes a token, by the ID that `list` shows."""
    with ending(ctx, database) as opened, opened.writing() as found:
        token = found.accounts.token(token_id)
        if token is None:
            raise Refused(tell("no-token"))
        found.accounts.revoke(token.id, now())
        found.requests.note(token.account, "", "revoke", token.id, now())
    say(tell("revoked", id=token.id, name=token.account.name))


@operator.command()
@click.argument("name", callback=read_ids)
@click.argument("tables", metavar="TABLE...", nargs=-1, required=True, callback=read_ids)
@database_option
@click.pass_context
def assign(ctx: click.Context, name: str, tables: tuple[str, ...], database: str | None) -> None:
    """Assigns tables to an operator, whoever had them before."""
    with ending(ctx, database) as opened, opened.writing() as found:
        assign_tables(found, named(found, name), tables)
    say(tell("assigned", name=name, tables=", ".join(tables)))


@operator.command()
@click.argument("name", callback=read_ids)
@click.option("--since", type=click.IntRange(0), default=0, metavar="ID")
@database_option
@click.pass_context
def audit(ctx: click.Context, name: str, since: int, database: str | None) -> None:
    """Prints what the tokens of an operator did, and what was refused."""
    with ending(ctx, database) as opened, opened.reading() as found:
        account = named(found, name)
        while acts := found.requests.acts(account, since, AT_ONCE):
            for act in acts:
                say(json.dumps(act_json(act)))
            since = acts[-1].id


def assign_tables(found: OperatorTables, account: Account, tables: tuple[str, ...]) -> None:
    """Makes tables those of an operator."""
    for table in tables:
        found.accounts.assign(account, table)
        found.requests.note(account, "", "assign", table, now())


def named(found: OperatorTables, name: str) -> Account:
    """Returns the operator of a name. Raises `Refused`."""
    account = found.accounts.named(name)
    if account is None:
        raise Refused(tell("no-operator", name=name))
    return account


def described(token: StoredToken) -> str:
    """Returns a line about a token."""
    if token.revoked is None:
        return tell("token-valid", id=token.id, created=day(token.created))
    return tell("token-revoked", id=token.id, created=day(token.created), revoked=day(token.revoked))


@contextmanager
def ending(ctx: click.Context, database: str | None) -> Iterator[OperatorDatabase]:
    """The database of operators; the command ends with a sentence where it cannot be done."""
    try:
        with operator_database(settings(database).database) as opened:
            yield opened
    except (Refused, StoreError) as error:
        refuse(error)
        ctx.exit(UNUSABLE)


def day(ms: int) -> str:
    """Returns the day of a time, UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(ms // 1000))


def tell(code: str, /, **values: object) -> str:
    """Returns a sentence of the command."""
    return spoken().say("operator", code, **values)
