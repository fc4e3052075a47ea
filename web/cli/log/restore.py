"""`dealproof log restore`."""

from __future__ import annotations

from pathlib import Path

import click

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.web.cli.command import command
from dealproof.web.cli.log.appending import service
from dealproof.web.cli.log.options import ending, key_option, tell
from dealproof.web.cli.options import database_option
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.log import restoring, verification
from dealproof.web.log.reading import reader


@command()
@click.argument("place", metavar="URL|DIR")
@key_option
@database_option
@click.pass_context
def restore(ctx: click.Context, place: str, key_file: Path | None, database: str | None) -> None:
    """Brings leaves back that the database has lost, from a copy of the log."""
    with ending(ctx), service(database, key_file, None, ()) as log:
        try:
            copy = verification.verify(reader(place), log.key.public)
        except (LogRefuted, MalformedLog) as fault:
            refuse(tell("does-not-hold", place=place, code=fault.code, reason=fault.reason))
            ctx.exit(1)
        say(tell("restored", count=restoring.restore(log, copy), size=copy.checkpoint.size))
