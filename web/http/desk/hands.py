"""Hands on the desk: rows, and tabs of verdicts with their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dealproof.web.http.desk.groups import STATES
from dealproof.web.http.numbers import grouped
from dealproof.web.presentation.desk import Moment
from dealproof.web.presentation.list_entry import EntryText
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.desk.filters import Filters
from dealproof.web.store.desk.queries import COUNTED
from dealproof.web.store.desk.ranks import FAILURES, UNJUDGED, VERDICTS, ranks_of
from dealproof.web.store.desk.service import DeskHand, HandPage


class Row:
    """A hand in a list."""

    def __init__(self, hand: DeskHand) -> None:
        self.hand = hand
        self.text = EntryText(hand.entry, spoken())
        self.received = Moment(hand.received)
        self.fault = fault(hand)


class FaultText(NamedTuple):
    """The rule that a move breaks, as a sentence, and the player whose move it is, None where the move names none."""

    rule: str
    player: str | None


def fault(hand: DeskHand) -> FaultText | None:
    """Returns the first illegal move of an illegal hand. In a hand whose seeds are not proven a move accuses nobody."""
    entry = hand.entry
    if entry.fault is None or entry.verdict != "illegal":
        return None
    seat = entry.fault.seat
    player = entry.seats[seat] if seat is not None and seat < len(entry.seats) else None
    return FaultText(spoken().say("rules", entry.fault.rule), player)


class Tab(NamedTuple):
    """A verdict of a list: what it is called in addresses (None: every verdict), its name, how many hands have it, how
    it looks, and whether it is shown now."""

    verdict: str | None
    name: str
    hands: str
    state: str
    current: bool


def hands_page(page: HandPage, filters: Filters) -> dict[str, Any]:
    """Returns what the template of a list of hands needs."""
    return {
        "rows": [Row(each) for each in page.hands],
        "next": page.next and page.next.text,
        "filters": filters,
        "others": {name: value for name, value in filters.chosen.items() if name != "verdict"},
        "tabs": tabs(page.counts, filters.verdict, bounded=page.bounded),
    }


def tabs(counts: Mapping[int, int], chosen: str | None = None, *, bounded: bool = False) -> list[Tab]:
    """Returns the tabs: all hands, failures, and each verdict that a hand has, or that is shown now."""
    found = [tab(each, counts, chosen, bounded=bounded) for each in (None, FAILURES, *VERDICTS)]
    return [each for each in found if each.hands != "0" or each.current or each.verdict in {None, FAILURES}]


def tab(verdict: str | None, counts: Mapping[int, int], chosen: str | None, *, bounded: bool) -> Tab:
    """Returns the tab of a verdict."""
    some = [counts.get(rank, 0) for rank in ranks_of(verdict)]
    more = "+" if bounded and max(some) >= COUNTED else ""
    shown = [STATES[rank] for rank in ranks_of(verdict) if counts.get(rank)]
    state = (shown or [STATES[ranks_of(verdict)[-1]]])[0] if verdict else ""
    return Tab(verdict, verdict_name(verdict), f"{grouped(sum(some))}{more}", state, current=verdict == chosen)


def verdict_name(verdict: str | None) -> str:
    """Returns what a tab is called."""
    say = spoken().say
    if verdict == UNJUDGED:
        return say("lists", "unjudged")
    return say("desk", verdict or "all") if verdict in {None, FAILURES} else say("verdicts", str(verdict))


def tiles(counts: Mapping[int, int]) -> list[Tab]:
    """Returns the numbers at the head of the first page: failures, verified hands, and all."""
    return [tab(each, counts, "", bounded=False) for each in (FAILURES, "verified", None)]
