"""How commands are found, and how any of them ends: quietly when the pipe behind it is closed or a person stops it,
with a sentence when there is nothing to write to, never with a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import click

from dealproof.web.cli import click_messages
from dealproof.web.cli.command import Group
from dealproof.web.cli.language import UnknownLanguage, asked_for, speaking_as_asked
from dealproof.web.cli.terminal import encoding_of, refuse, wrapped
from dealproof.web.presentation.suggestions import did_you_mean
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import Uncompiled, spoken
from dealproof.web.presentation.visible_text import visible

UNUSABLE: Final = 2
"""The status of a command that could not read, or not write, what it had to."""

STOPPED: Final = 130
"""The shell's status of a command that Ctrl-C ended."""

PIPE_CLOSED: Final = 141
"""The shell's status of a command whose reader went away."""


class Commands(Group):
    """The group of commands; `places` says where each of them is, as `module:name`. One is loaded only when it is
    named."""

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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was named; a usage error says which one was meant where another comes close."""
        if args and args[0] not in self.places and not args[0].startswith("-"):
            said = spoken().say("help", "no-command", name=repr(args[0]))
            raise click.UsageError(said + did_you_mean(args[0], self.places), ctx)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the command line, help included, and sees to it that what was said has been written."""
        streams: Any = sys
        if streams.stderr is None:
            streams.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
        arguments = kwargs.get("args") or (args[0] if args else sys.argv[1:])
        try:
            asked = asked_for([*arguments], os.environ)
            with speaking_as_asked(asked, os.environ, encoding_of(streams.stdout)):
                return self.run(*args, **kwargs)
        except (Uncompiled, UnknownLanguage) as error:
            refuse(error)
            sys.exit(UNUSABLE)

    def run(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the command line in the language that is spoken."""
        click_messages.speak()
        streams: Any = sys
        if streams.stdout is None:
            refuse(spoken().say("unwritable", "closed"))
            sys.exit(UNUSABLE)
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            silence()
            sys.exit(PIPE_CLOSED)
        except (OSError, UnicodeEncodeError) as error:
            give_up_stdout()
            refuse(sentence_of(error))
            sys.exit(UNUSABLE)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """The context of a run; help and version are printed while it is created."""
        try:
            return super().make_context(*args, **kwargs)
        except BrokenPipeError:
            silence()
            sys.exit(PIPE_CLOSED)

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
        except click.UsageError as error:
            raise in_lines(error) from None


def in_lines(error: click.UsageError) -> click.UsageError:
    """The same error; in lines, behind click's `Error: `, where a person reads it."""
    if not sys.stderr.isatty():
        return error
    head = click_messages.message("Error: {message}").format(message="")
    lines = wrapped(f"{head}{visible(error.format_message())}", further="  ")
    return click.UsageError("\n".join(lines).removeprefix(head), error.ctx)


def sentence_of(error: OSError | UnicodeEncodeError) -> str:
    """What is to be said of an error that no command has a sentence of its own for. One of the file system that names
    no file came from writing: whatever else is read or written is opened by its name."""
    say = spoken().say
    if isinstance(error, UnicodeEncodeError):
        return say("unreadable", "not-utf-8")
    reason = system_reason(error)
    if error.filename is None:
        return say("unwritable", "file", path=say("unwritable", "stdout"), reason=reason)
    return say("unreadable", "file", path=error.filename, reason=reason)


def give_up_stdout() -> None:
    """Sends what standard output does not take to nowhere, so that Python does not try again when it exits."""
    try:
        sys.stdout.flush()
    except OSError:
        silence()


def silence() -> None:
    """Sends what is still unwritten to nowhere: Python flushes standard output once more as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
