"""The table of rummy: the stock, the discards, the card just drawn, who has left, and the groups of a count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from dealproof.replay.core.narrative import TurnStep
from dealproof.web.presentation.board.frame import Cards, Frame, Laid, Piles
from dealproof.web.presentation.board.plain import by_seat, event_before, in_order
from dealproof.web.presentation.cards import JOKER, rank
from dealproof.web.presentation.games.rummy.groups import groups_in_words
from dealproof.web.presentation.games.rummy.hand import notes as notes_of
from dealproof.web.presentation.layout import Course
from dealproof.web.presentation.names import player
from dealproof.web.presentation.numbers import signed
from dealproof.web.presentation.pieces import Group

SILENT: Final = frozenset({"draw", "discard"})
"""What is seen on the table."""


def table(course: Course, frame: Frame) -> Frame:
    """The frame with the piles, the card just drawn, and who has left."""
    number = frame.number
    views = course.hand.views[number]
    view, last = views[0], number == len(course.hand.views) - 1
    steps = {
        step.seat: step for turn in course.narrative.turns for step in turn.steps if step.out and step.event < number
    }
    return replace(
        frame,
        words=by_seat(course, words(course, number)),
        statuses=by_seat(course, {seat: status(step, course) for seat, step in steps.items()}),
        gone=tuple(gone(steps.get(seat)) for seat in range(len(course.seats))),
        groups=tuple(groups(course)) if last and course.illegal is None else (),
        piles=Piles(view["stock"], tuple(view["discards"]), view["turned"]),
        fresh=fresh(views),
        fresh_open=view["taken"] is not None,
        declarer=None,
        score=tuple(score(course, number, view, steps)),
        notes=tuple(notes(course, number)),
    )


def words(course: Course, number: int) -> dict[int, str]:
    """What the last event was, where no card shows it."""
    event = event_before(course, number)
    if event is None or event["do"] in SILENT:
        return {}
    if event["do"] == "timeout":
        return {event["seat"]: course.sentences.say("notes", "timeout")}
    return {event["seat"]: course.sentences.say("board", event["do"])}


def gone(step: TurnStep | None) -> Cards:
    """The cards that a seat held when it left; those of a declaration stay in its hand but for the one laid down."""
    if step is None:
        return ()
    return (step.threw,) if step.out == "declared" and step.threw else in_order(step.cards)


def status(step: TurnStep, course: Course) -> str:
    """How a seat left the hand."""
    points = "" if step.points is None else str(step.points)
    return course.sentences.say("board", f"out-{step.out}", points=points)


def fresh(views: tuple[Mapping[str, Any], ...]) -> Laid | None:
    """The card that the seat in turn has just drawn."""
    return next((Laid(seat, view["drawn"]) for seat, view in enumerate(views) if view["drawn"]), None)


def score(
    course: Course, number: int, view: Mapping[str, Any], steps: Mapping[int, TurnStep]
) -> Iterator[tuple[str, str]]:
    """The wild rank, what those who left pay, and at the end the tokens of every seat."""
    say = course.sentences.say
    yield say("board", "wild"), say("board", "wild-only") if view["wild"] == JOKER else rank(view["wild"])
    tokens: Any = next((line.values for line in course.narrative.score if line.code == "tokens"), None)
    if tokens and number == len(course.hand.views) - 1:
        counted: list[Any] = [line.values["points"] for line in course.narrative.score if line.code == "seat"]
        for seat, each in enumerate(tokens["tokens"]):
            text = say("rummy", "costs", points=counted[seat], tokens=signed(each, course.sentences))
            yield player(course.seats, seat, course.sentences), text
        return
    for seat, step in sorted(steps.items()):
        if step.points is not None:
            yield player(course.seats, seat, course.sentences), say("board", "points", points=step.points)


def groups(course: Course) -> Iterator[tuple[Group, ...]]:
    """How the cards of each seat were arranged for the count, the loose ones last; nothing before it."""
    opening = course.narrative.opening
    for line in course.narrative.score:
        if line.code != "seat" or opening is None:
            continue
        values: Any = line.values
        made = groups_in_words(values.get("melds", ()), opening.wild, course.sentences)
        loose = in_order(values.get("loose", ()))
        yield (*made, Group(loose, course.sentences.say("pieces", "loose"))) if loose else made


def notes(course: Course, number: int) -> Iterator[str]:
    """What is to be said of the last event beside its cards."""
    steps = ((step, turn) for turn in course.narrative.turns for step in turn.steps if step.event == number - 1)
    for step, turn in steps:
        if step.out != "declared":
            said = notes_of(step, turn.seat, course.seats, course.sentences)
            yield from (f"{note[:1].upper()}{note[1:]}." for note in said)
