"""`dealproof log`: its subcommands, each loaded when it is named. Exit status as of all commands: 0 all is well, 1
something is not (a leaf was refused, a log does not hold), 2 the command could not be run.
"""

from __future__ import annotations

from typing import Final

from dealproof.web.cli.command import group
from dealproof.web.cli.group import Commands

COMMANDS: Final = {
    "init": "dealproof.web.cli.log.keys:init",
    "key": "dealproof.web.cli.log.keys:key",
    "append": "dealproof.web.cli.log.appending:append",
    "checkpoint": "dealproof.web.cli.log.appending:checkpoint",
    "receipt": "dealproof.web.cli.log.receipt:receipt",
    "export": "dealproof.web.cli.log.export:export",
    "restore": "dealproof.web.cli.log.restore:restore",
    "verify": "dealproof.web.cli.log.verify:verify",
    "monitor": "dealproof.web.cli.log.monitor:monitor",
}


@group(cls=Commands, places=COMMANDS)
def log() -> None:
    """Runs, checks or monitors a transparency log of hands."""
