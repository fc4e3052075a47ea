"""`dealproof verify-page`: the page that checks a hand without a site, and its SHA-256."""

from __future__ import annotations

from pathlib import Path

import click

from dealproof.web.cli.command import command
from dealproof.web.cli.terminal import refuse
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import spoken
from dealproof.web.verify_page.page import built, digest


@command("verify-page", no_args_is_help=True)
@click.option("--hash", "print_hash", is_flag=True)
@click.option("--output", "-o", metavar="FILE")
@click.pass_context
def verify_page(ctx: click.Context, print_hash: bool, output: str | None) -> None:
    """Writes the page that checks a hand in any browser, or prints its SHA-256."""
    if output is not None:
        try:
            Path(output).write_bytes(built())
        except OSError as error:
            refuse(spoken().say("unwritable", "file", path=output, reason=system_reason(error)))
            ctx.exit(2)
    if print_hash:
        click.echo(f"{digest()}  verify.html")
