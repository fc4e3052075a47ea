"""`dealproof log export`."""

from __future__ import annotations

from pathlib import Path

import click

from dealproof.web.cli.command import command
from dealproof.web.cli.log.options import ending, tell
from dealproof.web.cli.options import database_option
from dealproof.web.cli.terminal import say
from dealproof.web.log import export as exporting
from dealproof.web.log.errors import LogError
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.store.log_database import log_database
from dealproof.web.store.settings import settings


@command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@database_option
@click.pass_context
def export(ctx: click.Context, folder: Path, database: str | None) -> None:
    """Writes the published log to a folder, for any static host."""
    with ending(ctx), log_database(settings(database).database) as opened:
        try:
            written = exporting.export(opened, folder)
        except OSError as error:
            raise LogError("export-unwritable", path=error.filename or folder, reason=system_reason(error)) from None
        say(tell("exported", path=folder, size=written.size, tiles=written.tiles))
