"""`dealproof verify-page`: the page that checks a hand without a site, and its SHA-256."""

from __future__ import annotations

from pathlib import Path

import click

from dealproof.web.cli.terminal import refuse
from dealproof.web.verify_page.page import built, digest


@click.command("verify-page", no_args_is_help=True)
@click.option("--hash", "print_hash", is_flag=True, help="Print the SHA-256 of the page, as sha256sum does.")
@click.option("--output", "-o", metavar="FILE", help="Write the page to a file.")
@click.pass_context
def verify_page(ctx: click.Context, print_hash: bool, output: str | None) -> None:
    """Writes verify.html, the page that checks a hand in any browser, or prints its SHA-256.

    The page is one file, the same for everybody. It needs no network: open it from your disk, and put in the record
    and the receipt of a hand. A site serves the same bytes at /verify.

    The exit status is 0, or 2 if the file cannot be written.
    """
    if output is not None:
        try:
            Path(output).write_bytes(built())
        except OSError as error:
            refuse(f"{output} cannot be written: {error.strerror or error}.")
            ctx.exit(2)
    if print_hash:
        click.echo(f"{digest()}  verify.html")
