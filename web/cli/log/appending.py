"""`dealproof log append` and `dealproof log checkpoint`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Final

import click

from dealproof.verifier.tlog.note import format_note
from dealproof.web.cli.command import command
from dealproof.web.cli.log.options import UNUSABLE, ending, key_option, key_path, policy_option, read_policy, tell
from dealproof.web.cli.options import database_option
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.log.key_file import read_key
from dealproof.web.log.log_service import log_service
from dealproof.web.log.publishing import LogService, Unpublished, publish
from dealproof.web.log.publishing import append as append_leaves
from dealproof.web.log.sequencing import Outcome
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.log_database import log_database
from dealproof.web.store.settings import settings

STDIN: Final = "-"

witness_option: Final = click.option(
    "--witness",
    "addresses",
    metavar="URL",
    multiple=True,
)


@contextmanager
def service(
    database: str | None, key_file: Path | None, policy_file: Path | None, addresses: tuple[str, ...]
) -> Iterator[LogService]:
    """The log that the options name. Raises `LogError`, `StoreError`."""
    if addresses and policy_file is None:
        raise click.UsageError(spoken().say("usage", "witness-without-policy"))
    path = key_path(key_file)
    key, policy = read_key(path), read_policy(policy_file)
    with log_database(settings(database).database) as opened:
        yield log_service(opened, path, key, policy, addresses)


@command()
@click.argument("file", type=click.File("rb"))
@key_option
@policy_option
@witness_option
@click.option("--json", "as_json", is_flag=True)
@database_option
@click.pass_context
def append(
    ctx: click.Context,
    file: IO[bytes],
    key_file: Path | None,
    policy_file: Path | None,
    addresses: tuple[str, ...],
    as_json: bool,
    database: str | None,
) -> None:
    """Appends leaves and publishes a checkpoint with them."""
    lines = {number: line for number, line in enumerate(file.read().split(b"\n"), 1) if line}
    with ending(ctx), service(database, key_file, policy_file, addresses) as log:
        try:
            outcomes, stopped = append_leaves(log, [*lines.values()]), None
        except Unpublished as unpublished:
            outcomes, stopped = unpublished.published, unpublished
    for line, outcome in zip(lines, outcomes, strict=False):
        say(json.dumps(asdict(outcome)) if as_json else described(line, outcome))
    if stopped is not None:
        explain(stopped, [*lines])
        ctx.exit(UNUSABLE)
    if any(each.code for each in outcomes):
        ctx.exit(1)


def described(line: int, outcome: Outcome) -> str:
    """Returns the sentence for a leaf that was taken or refused."""
    if outcome.code:
        return tell("leaf-refused", line=line, code=outcome.code, reason=outcome.reason)
    return tell("leaf-appended" if outcome.new else "leaf-present", line=line, index=outcome.index)


def explain(stopped: Unpublished, lines: Sequence[int]) -> None:
    """Says why an append stopped, and what is stored of the other lines; `lines` are the numbers of all of them."""
    refuse(stopped)
    left = lines[len(stopped.published) :]
    for line, outcome in zip(left, stopped.stored, strict=False):
        refuse(described(line, outcome) if outcome.code else tell("leaf-stored", line=line, index=outcome.index))
    left = left[len(stopped.stored) :]
    for code, told in ("lines-uncertain", left[: stopped.uncertain]), ("lines-untried", left[stopped.uncertain :]):
        if told:
            refuse(tell(code, first=told[0], last=told[-1]))
    refuse(tell("append-again"))


@command()
@key_option
@policy_option
@witness_option
@database_option
@click.pass_context
def checkpoint(
    ctx: click.Context,
    key_file: Path | None,
    policy_file: Path | None,
    addresses: tuple[str, ...],
    database: str | None,
) -> None:
    """Signs and publishes a checkpoint of all stored leaves."""
    with ending(ctx), service(database, key_file, policy_file, addresses) as log:
        say(format_note(publish(log).note).decode().removesuffix("\n"))
