"""`dealproof log init` and `dealproof log key`."""

from __future__ import annotations

from pathlib import Path

import click

from dealproof.verifier.tlog.note import format_key
from dealproof.web.cli.command import command
from dealproof.web.cli.log.options import ending, key_option, key_path, tell
from dealproof.web.cli.terminal import say
from dealproof.web.log.key_file import create_key, read_key


@command()
@click.argument("name")
@key_option
@click.pass_context
def init(ctx: click.Context, name: str, key_file: Path | None) -> None:
    """Creates the key of a new log."""
    path = key_path(key_file)
    with ending(ctx):
        key = create_key(path, name)
        say(tell("created", path=path))
        say(format_key(key.public))


@command()
@key_option
@click.pass_context
def key(ctx: click.Context, key_file: Path | None) -> None:
    """Prints the public key of the log."""
    with ending(ctx):
        say(format_key(read_key(key_path(key_file)).public))
