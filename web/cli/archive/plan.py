"""`dealproof archive plan`: the plan of an audit, and its hash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from dealproof.replay.archive.plan import Plan, read_plan
from dealproof.verifier.errors import Malformed
from dealproof.web.cli.command import command
from dealproof.web.cli.input.sources import Unreadable, unreadable
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.presentation.translations import spoken

MOST: Final = 1 << 16
"""Bytes of a plan."""


@command()
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--hash", "digest", is_flag=True)
@click.pass_context
def plan(ctx: click.Context, file: str | None, digest: bool) -> None:
    """Prints the plan of an audit, the default one or that of a file."""
    try:
        found = plan_of(file)
    except Unreadable as error:
        refuse(error)
        ctx.exit(2)
    say(found.digest() if digest else json.dumps(found.to_json(), indent=1))


def plan_of(file: str | None) -> Plan:
    """The plan in a file, or the default one. Raises `Unreadable`."""
    if file is None:
        return Plan()
    try:
        with Path(file).open("rb") as stream:
            return read_plan(stream.read(MOST + 1))
    except OSError as error:
        raise unreadable(file, error) from None
    except Malformed as fault:
        where = fault.pointer or spoken().say("on-file", "whole")
        raise Unreadable(spoken().say("archive-audit", "plan", path=file, where=where, reason=fault.reason)) from None
