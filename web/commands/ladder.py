"""How any command ends: quietly when the pipe behind it is closed or a person stops it, never with a traceback."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import click

STOPPED: Final = 130
"""The shell's status of a command that Ctrl-C ended."""

PIPE_CLOSED: Final = 141
"""The shell's status of a command whose reader went away."""


class Ladder(click.Group):
    """The group of commands."""

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
