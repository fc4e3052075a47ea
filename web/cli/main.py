"""The command `dealproof`: one module a command, put together here.

A command is a line of `COMMANDS`. Exit status of all of them: 0 all is well, 1 some
hand is not, 2 the command or a file could not be read, 5 no hand was found.
"""

from __future__ import annotations

from typing import Final

import click

from dealproof.web.cli.build import running
from dealproof.web.cli.command import group
from dealproof.web.cli.group import Commands, Place

COMMANDS: Final = {
    "check": Place("dealproof.web.cli.check.command:check", "Recomputes hands from their seeds and judges every move."),
    "match": Place(
        "dealproof.web.cli.match:match", "Checks a match: every hand, and that each follows from the one before."
    ),
    "show": Place(
        "dealproof.web.cli.show:show", "Prints one hand in full: verdict, checks, deal, auction, tricks and score."
    ),
    "dispute": Place(
        "dealproof.web.cli.dispute:dispute",
        "Writes the bundle of a disputed hand: the evidence, a report, and how to repeat it.",
    ),
    "serve": Place("dealproof.web.cli.serve:serve", "Serves stored hands as web pages, and their verdicts as JSON."),
    "import": Place("dealproof.web.cli.import_hands:import_hands", "Stores hands for the site."),
    "log": Place("dealproof.web.cli.log.group:log", "Runs, checks or monitors a transparency log of hands."),
    "selftest": Place("dealproof.web.cli.selftest:selftest", "Tries out a running service with hands of its own."),
    "operator": Place(
        "dealproof.web.cli.operator:operator",
        "Manages the operators that publish hands through the API, and their tokens.",
    ),
    "rules": Place("dealproof.web.cli.rules:rules", "Lists all rule sets, or prints one of them in full."),
    "deck": Place("dealproof.web.cli.deck:deck", "Deals a hand from its seeds alone."),
    "rummy": Place("dealproof.web.cli.rummy:rummy", "Finds the best arrangement of a hand of thirteen-card rummy."),
    "verify-page": Place(
        "dealproof.web.cli.verify_page:verify_page",
        "Writes the page that checks a hand in any browser, or prints its SHA-256.",
    ),
    "schema": Place(
        "dealproof.web.cli.schema:schema",
        "Prints the JSON Schema (2020-12) of the hand record, or of another kind of record.",
    ),
    "simulate": Place(
        "dealproof.web.cli.simulate:simulate_hands",
        "Generates legal hands for tests, covering every ending of a rule set.",
    ),
}
"""Where each command is. It is loaded when it is named: checking hands needs no web server."""


@group(cls=Commands, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dealproof", message=f"dealproof %(version)s ({running()})")
def main() -> None:
    """Checks whether a hand of cards was dealt and played fairly."""
