"""The command `dealproof`: one module a command, put together here, on the top floor.

A command is a line of `COMMANDS`; what several share stands in `sources` (where records come from), `reports` (how
verdicts are printed) and `terminal` (how text fits 80 columns). Exit status of all of them: 0 all is well, 1 some
hand is not, 2 the command or a file could not be read, 5 no hand was found.
"""

from __future__ import annotations

from typing import Final

import click

from web.commands.group import Commands

COMMANDS: Final = {
    "check": "web.commands.check:check",
    "match": "web.commands.match:match",
    "show": "web.commands.show:show",
    "serve": "web.commands.serve:serve",
    "import": "web.commands.importing:import_hands",
    "rules": "web.commands.rules:rules",
    "deck": "web.commands.deck:deck",
    "rummy": "web.commands.rummy:rummy",
    "schema": "web.commands.schema:schema",
    "simulate": "web.commands.simulate:simulate_hands",
}
"""Where each command is. It is loaded when it is named: checking hands needs no web server."""


@click.group(cls=Commands, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dealproof")
def main() -> None:
    """Checks whether a hand of cards was dealt and judged fairly."""
