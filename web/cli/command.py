"""Commands as this program has them: their text is in the catalogue, and each takes `--lang`, after its name and before
it.

The section of a command is `cli-` and its path, `cli-log-append`; that of `dealproof` itself is `cli`. Its messages are
`does`, a sentence, `more-1` and so on, the paragraphs below it, and one for each option by its longest name. What an
option does that several commands share is in `cli-options`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, takewhile
from typing import Any, Final

import click

from dealproof.web.cli.help_text import HelpText
from dealproof.web.cli.language import OPTION
from dealproof.web.presentation.translations import spoken

ROOT: Final = "cli"
SHARED: Final = "cli-options"
"""The section of options that several commands have."""


class HelpContext(click.Context):
    """The context of a run, whose help is in lines of 80 columns."""

    formatter_class = HelpText


class Spoken(click.Command):
    """A command whose help is in the language that is spoken."""

    context_class = HelpContext

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters of the command, and `--lang` before `--help`."""
        *own, last = super().get_params(ctx)
        return [*own, LANGUAGE, last]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does, in a sentence and the paragraphs below it."""
        with formatter.indentation():
            for paragraph in paragraphs(section_of(ctx)):
                formatter.write_paragraph()
                formatter.write_text(paragraph)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, each with what it does."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        with formatter.section(spoken().say("help", "options")):
            formatter.write_dl([described(ctx, each) for each in options])


class Command(Spoken):
    """A command that does something."""


class Group(Spoken, click.Group):
    """A command that has others."""

    command_class = Command

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options and the commands."""
        Spoken.format_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, for which none of them is loaded."""
        own = section_of(ctx)
        with formatter.section(spoken().say("help", "commands")):
            formatter.write_dl([(name, spoken().say(f"{own}-{name}", "does")) for name in self.list_commands(ctx)])


LANGUAGE: Final = click.Option([OPTION], metavar="LANGUAGE", expose_value=False)
"""The option of the language. Its value is read before the command line is parsed (`language.asked_in`)."""


def section_of(ctx: click.Context) -> str:
    """The section of the command of a context."""
    names: list[str] = []
    while ctx.parent is not None:
        names.insert(0, ctx.command.name or "")
        ctx = ctx.parent
    return "-".join([ROOT, *names])


def paragraphs(section: str) -> Iterator[str]:
    """The paragraphs about a command."""
    text = spoken()
    codes = takewhile(lambda code: text.has(section, code), (f"more-{number}" for number in count(1)))
    return (text.say(section, code) for code in ("does", *codes))


def described(ctx: click.Context, option: click.Option) -> tuple[str, str]:
    """An option with the shape of its value, and what it does, with its default and range in brackets."""
    spec, extra = option.get_help_record(ctx) or ("", "")
    if option.help:
        extra = extra.removeprefix(option.help)
    return spec, f"{what_it_does(section_of(ctx), option)}  {extra.strip()}".rstrip()


def what_it_does(section: str, option: click.Option) -> str:
    """What an option does, by its longest name."""
    name = max(option.opts, key=len)
    return spoken().say(section if spoken().has(section, name) else SHARED, name)


def command(name: str | None = None, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Makes a function a command, like `click.command`."""
    return click.command(name, cls=Command, **settings)


def group(name: str | None = None, **settings: Any) -> Callable[[Callable[..., Any]], click.Group]:
    """Makes a function a group of commands, like `click.group`."""
    return click.group(name, **{"cls": Group, **settings})
