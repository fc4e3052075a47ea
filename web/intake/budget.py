"""How much one request may work, counted before hands are judged and never in seconds.

A unit is an event that is judged or a card that is dealt. What hands of this kind come to: 28 about 80 for a hand,
rummy a few hundred. A record of a few kilobytes can ask for millions, with a house's rules that redeal without end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dealproof.replay.record.record import parse

PAGE: Final = 6_000
"""Units that one page shows, card by card."""

REQUEST: Final = 100_000
"""Units that one request judges."""


class TooMuchWork(Exception):
    """A request that asks for `units` of work where `most` are done."""

    def __init__(self, units: int, most: int) -> None:
        super().__init__(f"{units} units of work, of {most}")
        self.units, self.most = units, most


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


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
    """What one request may still judge: `single` units for a single record, `units` for several together.
    `gone` says whether the reader has left."""

    single: int = REQUEST
    units: int = REQUEST
    gone: Callable[[], bool] = lambda: False

    def spend(self, data: bytes) -> None:
        """Counts one of several records; raises `TooMuchWork` where they are too many together, and `ClientGone`."""
        if self.gone():
            raise ClientGone
        units = weight(data)
        if units > self.units:
            raise TooMuchWork(units, self.units)
        self.units -= units
