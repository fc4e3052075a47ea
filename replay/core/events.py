"""The events of a log (RECORD.md, "Events").

The values of `do`, the actions, are a closed set (`replay.record.events.ACTIONS`). Every event of the engines has one
form: a seat, an action, and at most one argument. Cards are small integers; piles and reasons are one short word.
A time-out is an event like any other; no clock is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

THANI: Final = 2**53
"""The bid `thani` inside the engines: it beats every number that a record can hold."""

NOBODY: Final = -1
"""In place of a seat: no seat acts, or no seat has it yet."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event: the action `do`, the seat (`NOBODY` where none acts), and its argument.

    `arg` is the number of a `cut` or a `bid` (`THANI` for thani) or the kind of card of a `play`, `conceal`,
    `show_trump`, `discard` or `declare`; −1 where the action takes neither. `word` is the reason of a `redeal`
    or the pile of a `draw`. `t` is in whole milliseconds since the deal, −1 where the record gives none.
    """

    do: str
    seat: int
    arg: int = -1
    word: str = ""
    t: int = -1
