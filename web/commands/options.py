"""Options that several commands share."""

from __future__ import annotations

from typing import Final

import click

from web.settings import VARIABLE

database_option: Final = click.option(
    "--database",
    metavar="URL",
    help=f"Database of hands: an SQLite file or a postgresql:// URL. Default: ${VARIABLE}, or a file in your home.",
)
