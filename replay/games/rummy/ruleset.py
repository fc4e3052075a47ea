"""A rule set of thirteen-card rummy: a frozen table of values (rummy/RULES.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HAND: int = 13
"""Cards of a hand: the game's name."""


@dataclass(frozen=True, slots=True)
class Table:
    """A number of seats, its number of packs of 52 cards, and of printed jokers."""

    seats: int
    packs: int
    jokers: int


@dataclass(frozen=True, slots=True)
class Prices:
    """What it costs not to be counted, in points: `first_drop` for a seat that drops without ever having drawn,
    `middle_drop` for one that has, `leave` and `timed_out` for one that leaves or is dropped for missing its turns,
    `wrong_declare` for one that shows a hand that is not arranged."""

    first_drop: int = 20
    middle_drop: int = 40
    leave: int = 40
    timed_out: int = 40
    wrong_declare: int = 80


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A whole rule set.

    `open_discard`: the card after the turned one opens the discards. `wild_from_discards`: a wild card may be taken
    from there. `return_taken_card`: a card just taken from there may be thrown back. `min_naturals`: how many cards
    in their own place a group holds at least (0 or 1). `missed_turns`: the time-out running that drops a seat.
    `turn_ms`: how long a turn lasts, in ms (None: not judged). `rate`: whole house tokens a point.
    `commission_permille`: what the house takes of the winner's tokens, in thousandths.
    """

    id: str
    tables: tuple[Table, ...]
    open_discard: bool = True
    wild_from_discards: bool = True
    return_taken_card: bool = True
    min_naturals: int = 1
    missed_turns: int = 3
    turn_ms: int | None = None
    prices: Prices = Prices()
    rate: int = 1
    commission_permille: int = 0
    family: Literal["rummy"] = "rummy"

    def table(self, seats: int) -> Table:
        """The table for this number of seats."""
        return next(table for table in self.tables if table.seats == seats)
