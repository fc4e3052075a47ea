"""The command `dealproof`: one module a command, put together here.

A command is a line of `COMMANDS`. Exit status of all of them: 0 all is well, 1 some
hand is not, 2 the command or a file could not be read, 5 no hand was found.
"""

from __future__ import annotations

from typing import Final

import click

from dealproof.web.cli.build import running
from dealproof.web.cli.command import group
from dealproof.web.cli.group import Commands

COMMANDS: Final = {
    "check": "dealproof.web.cli.check.command:check",
    "match": "dealproof.web.cli.match:match",
    "show": "dealproof.web.cli.show:show",
    "dispute": "dealproof.web.cli.dispute:dispute",
    "serve": "dealproof.web.cli.serve:serve",
    "import": "dealproof.web.cli.import_hands:import_hands",
    "log": "dealproof.web.cli.log.group:log",
    "archive": "dealproof.web.cli.archive.group:archive",
    "selftest": "dealproof.web.cli.selftest:selftest",
    "operator": "dealproof.web.cli.operator:operator",
    "rules": "dealproof.web.cli.rules:rules",
    "deck": "dealproof.web.cli.deck:deck",
    "rummy": "dealproof.web.cli.rummy:rummy",
    "verify-page": "dealproof.web.cli.verify_page:verify_page",
    "schema": "dealproof.web.cli.schema:schema",
    "simulate": "dealproof.web.cli.simulate:simulate_hands",
}
"""Where each command is. It is loaded when it is named: checking hands needs no web server."""


@group(cls=Commands, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dealproof", message=f"dealproof %(version)s ({running()})")
def main() -> None:
    """Checks whether a hand of cards was dealt and played fairly."""
