"""The command `dealproof`: one module a command, put together here, on the top floor.

A command adds itself to the list `COMMANDS`; what several share stands in `sources` (where records come from),
`reports` (how verdicts are printed) and `terminal` (how text fits 80 columns). Exit status of all of them:
0 all is well, 1 some hand is not, 2 the command or a file could not be read, 5 no hand was found.
"""

from __future__ import annotations

from typing import Final

import click

from web.commands.check import check
from web.commands.importing import import_hands
from web.commands.ladder import Ladder
from web.commands.match import match
from web.commands.serve import serve
from web.commands.show import show

COMMANDS: Final = (check, match, show, serve, import_hands)


@click.group(cls=Ladder, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dealproof")
def main() -> None:
    """Proves or refutes that a hand of cards was dealt and judged fairly."""


for command in COMMANDS:
    main.add_command(command)
