"""Frames that any game has: the cards of every seat, who acts, and an event that broke a rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from dealproof.web.presentation.board.frame import Frame, Laid, Wrong
from dealproof.web.presentation.cards import by_suit
from dealproof.web.presentation.layout import Course
from dealproof.web.presentation.moves import IllegalMove
from dealproof.web.presentation.names import action_in_words

PLACES: Final = {
    "play": "table",
    "conceal": "trump",
    "show_trump": "trump",
    "discard": "pile",
    "declare": "pile",
}
"""Where the card of an action is laid."""


def plain_frame(course: Course, number: int) -> Frame:
    """The hands after so many legal events, and the seats to act, as the views of the seats have them."""
    views = course.hand.views[number]
    return Frame(
        number=number,
        hands=tuple(in_order(view.get("hand", ())) for view in views),
        acts=tuple(views[0].get("to_act", ())),
    )


def card_on_table(course: Course, frame: Frame) -> Frame:
    """The frame of a game that brings no table of its own: on it lies the card of the last event."""
    event = event_before(course, frame.number)
    if event is None or "card" not in event or event.get("seat") is None:
        return frame
    return replace(frame, table=(Laid(event["seat"], event["card"]),))


def event_before(course: Course, number: int) -> dict[str, Any] | None:
    """The event that led to the frame of this number, None for the deal."""
    return course.hand.events[number - 1] if number else None


def in_order(cards: Any) -> tuple[str, ...]:
    """Cards by suit, in the order given within one."""
    return tuple(card for group in by_suit(cards) for card in group.cards)


def by_seat(course: Course, said: dict[int, str]) -> tuple[str, ...]:
    """One text a seat, "" where there is none."""
    return tuple(said.get(seat, "") for seat in range(len(course.seats)))


def wrong_frame(course: Course, before: Frame, illegal: IllegalMove) -> Frame:
    """The last legal frame with the illegal event on it. A trick that is over makes room for it."""
    event = course.hand.events[illegal.number - 1]
    place = PLACES.get(illegal.do, "seat") if illegal.card else "seat"
    words = action_in_words(event, course.sentences)
    wrong = Wrong(illegal.seat, illegal.card, place, words)
    cleared = replace(before, number=illegal.number, notes=(), fresh=before.fresh, wrong=wrong)
    if before.winner is not None or place != "table":
        return cleared if place != "table" else replace(cleared, table=(), winner=None, taken=False, trick="")
    return cleared
