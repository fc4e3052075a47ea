"""Limits for the work of one request, in units that are counted before anything is judged, not in seconds.

A unit is an event that is judged or a card that is dealt. A hand of 28 has about 80 units, one of rummy a few hundred.
A record of a few kilobytes can have millions, with rules of its own that redeal without end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dealproof.replay.judge import parse

PAGE: Final = 6_000
"""Units that one page shows, card by card."""

REQUEST: Final = 100_000
"""Units that one request judges."""


class TooMuchWork(Exception):
    """Judging takes `units` of work, and the limit is `most`."""

    def __init__(self, units: int, most: int) -> None:
        super().__init__(f"{units} units of work, of {most}")
        self.units, self.most = units, most


class ClientGone(Exception):
    """The client has closed the connection, so nobody waits for the answer."""


def weight(data: bytes) -> int:
    """Returns the units that judging a record takes."""
    try:
        record = parse(data)
    except Exception:  # noqa: BLE001  # what is wrong with it is for the verdict to say
        return 1
    deals = 1 + sum(event.do == "redeal" for event in record.events)
    return len(record.events) + deals * len(record.game.deck(len(record.seats)))


def check_weight(data: bytes, most: int) -> None:
    """Raises `TooMuchWork` where judging a record takes more units."""
    if (units := weight(data)) > most:
        raise TooMuchWork(units, most)


@dataclass(slots=True)
class Budget:
    """The work that one request may still do: `single` units for a single record, `units` for several together.
    `gone` returns whether the client has closed the connection."""

    single: int = REQUEST
    units: int = REQUEST
    gone: Callable[[], bool] = lambda: False

    def spend(self, data: bytes) -> None:
        """Subtracts the units of one of several records. Raises `TooMuchWork` if too few are left, and `ClientGone`."""
        if self.gone():
            raise ClientGone
        units = weight(data)
        if units > self.units:
            raise TooMuchWork(units, self.units)
        self.units -= units
