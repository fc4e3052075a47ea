"""Commands as this program has them: each takes `--lang`, after its name and before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from dealproof.web.cli.language import OPTION, VARIABLE


class Spoken(click.Command):
    """A command that takes the option of the language."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters of the command, and `--lang` before `--help`."""
        *own, last = super().get_params(ctx)
        return [*own, LANGUAGE, last]


class Command(Spoken):
    """A command that does something."""


class Group(Spoken, click.Group):
    """A command that has others."""

    command_class = Command


LANGUAGE = click.Option(
    [OPTION],
    metavar="LANGUAGE",
    expose_value=False,
    help=f"Language of the text: en, gu or ml. Default: ${VARIABLE}, or that of the locale.",
)
"""The option of the language. Its value is read before the command line is taken apart (`language.asked_in`)."""


def command(name: str | None = None, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Makes a function a command, like `click.command`."""
    return click.command(name, cls=Command, **settings)


def group(name: str | None = None, **settings: Any) -> Callable[[Callable[..., Any]], click.Group]:
    """Makes a function a group of commands, like `click.group`."""
    return click.group(name, **{"cls": Group, **settings})
