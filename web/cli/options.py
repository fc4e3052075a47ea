"""Options that several commands share."""

from __future__ import annotations

from typing import Any, Final

import click

from dealproof.web.presentation.numbers import plain_digits
from dealproof.web.presentation.suggestions import did_you_mean


class OneOf(click.Choice[str]):
    """One of some words; a usage error says which was meant where another comes close."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word."""
        try:
            return super().convert(plain_digits(str(value)), param, ctx)
        except click.BadParameter as error:
            guess = did_you_mean(str(value), map(str, self.choices))
            raise click.BadParameter(error.message + guess, ctx, param) from None


database_option: Final = click.option(
    "--database",
    metavar="URL",
)
