"""The moves of a log by number, as people count them, and the one that broke a rule.

A record counts its events from 0; every text and every page counts moves from 1, and a page has each under the anchor
`#e` and its number.

>>> move_number(0)
1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealproof.web.presentation.names import event_in_words
from dealproof.web.presentation.sentence import MoveNumber
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.hand import PublicHand

TABLE: Final = frozenset({"cut", "redeal"})
"""What concerns a whole deal."""


def move_number(event: int) -> MoveNumber:
    """The number of an event of the log as people count."""
    return MoveNumber(event + 1)


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """The move that broke a rule: its number, the seat that it names or None, its word and card as the record writes
    them, the bid, and a sentence without a full stop: “Biju (seat 2) played J♠”.
    """

    number: int
    seat: int | None
    do: str
    card: str | None
    call: int | str | None
    pile: str | None
    sentence: str


def illegal_move(hand: PublicHand, sentences: Sentences) -> IllegalMove | None:
    """The illegal move of a hand; None where every move is legal, or where the log is not at hand."""
    fault = hand.verdict["fault"]
    if not fault or fault["event"] >= len(hand.events):
        return None
    event = hand.events[fault["event"]]
    return IllegalMove(
        number=move_number(fault["event"]),
        seat=event.get("seat"),
        do=event["do"],
        card=event.get("card"),
        call="pass" if event["do"] == "pass" else event.get("value"),
        pile=event.get("from"),
        sentence=event_in_words(event, hand.seats, sentences),
    )
