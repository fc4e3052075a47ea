"""Tables, days and players on the desk, each with how many of its hands are good, open or bad."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from dealproof.web.http.numbers import grouped
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.verdict import BAD, GOOD, OPEN
from dealproof.web.store.desk.queries import Group
from dealproof.web.store.desk.ranks import RANKS

STATES: Final = tuple(BAD if each.wrong else GOOD if each.verdict == "verified" else OPEN for each in RANKS)
"""How a hand of each rank looks."""

LEAST: Final = 1.5
"""The least width of a part of a bar, in hundredths of the bar: one bad hand among thousands is seen."""


class Part(NamedTuple):
    """A part of a bar: how its hands look, how many there are, where it begins and how wide it is, in hundredths."""

    state: str
    hands: int
    start: float
    width: float


class GroupText:
    """A table, a day or a player."""

    def __init__(self, group: Group) -> None:
        self.name, self.label = group.name, group.label
        self.failed = grouped(group.failed) if group.failed else ""
        total = sum(group.hands.values())
        self.total = spoken().count("desk", "count", total, count=grouped(total))
        self.parts = parts(group)


def parts(group: Group) -> list[Part]:
    """Returns the bar of a group: bad hands first, then open and good ones."""
    by = {
        state: sum(hands for rank, hands in group.hands.items() if STATES[rank] == state) for state in (BAD, OPEN, GOOD)
    }
    some = {state: hands for state, hands in by.items() if hands}
    whole = sum(some.values())
    widths = {state: max(100 * hands / whole, LEAST) for state, hands in some.items()}
    scale, start, found = 100 / sum(widths.values()), 0.0, []
    for state, hands in some.items():
        width = round(widths[state] * scale, 2)
        found.append(Part(state, hands, round(start, 2), width))
        start += width
    return found


def groups_page(groups: Iterable[Group]) -> list[GroupText]:
    """Returns groups as the templates show them."""
    return [GroupText(each) for each in groups]
