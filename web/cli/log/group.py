"""`dealproof log`: its subcommands, each loaded when it is named. Exit status as of all commands: 0 all is well, 1
something is not (a leaf was refused, a log does not hold), 2 the command could not be run.
"""

from __future__ import annotations

from typing import Final

from dealproof.web.cli.command import group
from dealproof.web.cli.group import Commands, Place

COMMANDS: Final = {
    "init": Place("dealproof.web.cli.log.keys:init", "Creates the key of a new log."),
    "key": Place("dealproof.web.cli.log.keys:key", "Prints the public key of the log."),
    "append": Place("dealproof.web.cli.log.appending:append", "Appends leaves and publishes a checkpoint with them."),
    "checkpoint": Place(
        "dealproof.web.cli.log.appending:checkpoint", "Signs and publishes a checkpoint of all stored leaves."
    ),
    "receipt": Place("dealproof.web.cli.log.receipt:receipt", "Writes the receipt of a hand, for its players."),
    "export": Place(
        "dealproof.web.cli.log.export:export", "Writes the published log to a folder, for any static host."
    ),
    "restore": Place(
        "dealproof.web.cli.log.restore:restore",
        "Brings leaves back that the database has lost, from a copy of the log.",
    ),
    "verify": Place(
        "dealproof.web.cli.log.verify:verify", "Recomputes a whole log and judges it by the rules of appending."
    ),
    "monitor": Place(
        "dealproof.web.cli.log.monitor:monitor", "Compares a log with what it was before, and reports what is missing."
    ),
}


@group(cls=Commands, places=COMMANDS)
def log() -> None:
    """Runs, checks or monitors a transparency log of hands."""
