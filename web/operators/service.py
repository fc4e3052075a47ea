"""What the requests of operators need: their database, the log, the stored hands."""

from __future__ import annotations

from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Final, NamedTuple

from dealproof.web.intake.box import Reader
from dealproof.web.log.publishing import LogService
from dealproof.web.operators.errors import UNABLE, Refusal
from dealproof.web.store.operator_database import OperatorDatabase
from dealproof.web.store.service import Hands

AT_ONCE: Final = 3
"""Requests of one process that may wait for the log at once: a worker of gunicorn has 4 threads."""


class OperatorService(NamedTuple):
    """The database of operators; the log, None where this site publishes none; the stored hands; who judges receipts,
    at the moment; and how many requests may wait for the log at once."""

    database: OperatorDatabase
    log: LogService | None
    hands: Hands
    reader: Callable[[], Reader]
    turns: BoundedSemaphore

    def publishing(self) -> LogService:
        """Returns the log. Raises `Refusal` where there is none."""
        if self.log is None:
            raise Refusal(UNABLE, "no-log")
        return self.log
