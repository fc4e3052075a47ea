"""The command `dealproof`: one module a command, put together here, on the top floor.

A command is a line of `COMMANDS`; shared parts are in `sources` (where records come from), `reports` (how
verdicts are printed) and `terminal` (how text fits 80 columns). Exit status of all of them: 0 all is well, 1 some
hand is not, 2 the command or a file could not be read, 5 no hand was found.
"""

from __future__ import annotations

from typing import Final

import click

from web.commands.group import Commands, Place

COMMANDS: Final = {
    "check": Place("web.commands.check:check", "Recomputes hands from their seeds and judges every move."),
    "match": Place(
        "web.commands.match:match", "Checks a match: every hand, and that each follows from the one before."
    ),
    "show": Place(
        "web.commands.show:show", "Prints one hand in full: verdict, checks, deal, auction, tricks and score."
    ),
    "serve": Place("web.commands.serve:serve", "Serves stored hands as web pages, and their verdicts as JSON."),
    "import": Place("web.commands.importing:import_hands", "Stores hands for the site."),
    "rules": Place("web.commands.rules:rules", "Lists all rule sets, or prints one of them in full."),
    "deck": Place("web.commands.deck:deck", "Deals a hand from its seeds alone."),
    "rummy": Place("web.commands.rummy:rummy", "Finds the best arrangement of a hand of thirteen-card rummy."),
    "schema": Place("web.commands.schema:schema", "Prints the JSON Schema (2020-12) of the hand record."),
    "simulate": Place(
        "web.commands.simulate:simulate_hands", "Generates legal hands for tests, covering every ending of a rule set."
    ),
}
"""Where each command is. It is loaded when it is named: checking hands needs no web server."""


@click.group(cls=Commands, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dealproof")
def main() -> None:
    """Checks whether a hand of cards was dealt and played fairly."""
