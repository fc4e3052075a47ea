"""Options that several commands share."""

from __future__ import annotations

from typing import Final

import click

from web.settings import VARIABLE

database_option: Final = click.option(
    "--database",
    metavar="URL",
    help=f"Where hands are stored: an SQLite file or a postgresql:// URL. Default: ${VARIABLE}, else a file of yours.",
)
