"""How commands are found, and how any of them ends: quietly when the pipe behind it is closed or a person stops it,
never with a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import click

STOPPED: Final = 130
"""The shell's status of a command that Ctrl-C ended."""

PIPE_CLOSED: Final = 141
"""The shell's status of a command whose reader went away."""


class Commands(click.Group):
    """The group of commands; `places` says in which module, and under which name there, each of them is."""

    def __init__(self, *args: Any, places: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order in which a newcomer needs them."""
        return list(self.places)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name, loaded now."""
        if name not in self.places:
            return None
        module, _, attribute = self.places[name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command that was named."""
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            silence()
            ctx.exit(PIPE_CLOSED)
        except KeyboardInterrupt:
            ctx.exit(STOPPED)


def silence() -> None:
    """Sends what is still unwritten to nowhere: Python flushes standard output once more as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
