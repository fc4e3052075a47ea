"""`dealproof archive`: its subcommands, each loaded when it is named. Exit status: 0 nothing unusual was found, 1 an
alarm, 2 the command could not be run."""

from __future__ import annotations

from typing import Final

from dealproof.web.cli.command import group
from dealproof.web.cli.group import Commands

COMMANDS: Final = {
    "audit": "dealproof.web.cli.archive.audit:audit",
    "plan": "dealproof.web.cli.archive.plan:plan",
}


@group(cls=Commands, places=COMMANDS)
def archive() -> None:
    """Audits a whole archive of hands, by statistics that a plan fixes in advance."""
