"""The table of 28, 40 and 56: calls, the concealed trump, tricks, and the score as it grows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from dealproof.replay.core.narrative import Call, Trick
from dealproof.web.presentation.board.frame import Concealed, Frame
from dealproof.web.presentation.board.plain import by_seat, event_before
from dealproof.web.presentation.board.tricks import is_over, laid, steps_until, trick_at
from dealproof.web.presentation.games.gulan.hand import call_in_words
from dealproof.web.presentation.games.gulan.result import score_line
from dealproof.web.presentation.layout import Course
from dealproof.web.presentation.names import player, suit_in_words, team
from dealproof.web.presentation.standing import standing_in_words
from dealproof.web.presentation.tricks import PLAY

SILENT: Final = frozenset({PLAY, "cut", "bid", "pass", "redeal", "conceal", "show_trump"})
"""What is seen on the table, or in the calls, and needs no words beside a seat."""


def table(course: Course, frame: Frame) -> Frame:
    """The frame with the trick, the calls, the trump and the score."""
    number = frame.number
    trick = trick_at(course.narrative, number)
    open_view = course.hand.views[number][0]
    declarer = open_view["declarer"]
    view = course.hand.views[number][declarer or 0]
    steps = steps_until(trick, number) if trick else ()
    over = bool(trick and is_over(trick, number, trick.winner is not None))
    return replace(
        frame,
        words=by_seat(course, words(course, number, called=not steps)),
        statuses=by_seat(course, kunukku(course, number)),
        table=laid(steps),
        trick=course.sentences.say("board", "trick", number=trick.number) if trick else "",
        winner=trick.winner if trick and over else None,
        concealed=Concealed(declarer, view["concealed"]) if view["concealed"] else None,
        trump=view["trump"] or "",
        trump_open=view["trump_open"],
        declarer=declarer,
        score=tuple(score(course, number, view)),
        banner=banner(course, number),
        notes=tuple(notes(course, number, trick if over else None)),
    )


def words(course: Course, number: int, *, called: bool) -> dict[int, str]:
    """What the seats have said: the calls of the auction until the play begins, then what was said last."""
    if called:
        return {call.seat: call_in_words(call.call, course.sentences) for call in calls(course, number)}
    event = event_before(course, number)
    if event is None or event["do"] in SILENT:
        return {}
    return {event["seat"]: course.sentences.say("notes", event["do"])}


def calls(course: Course, number: int) -> list[Call]:
    """The calls of the latest phase among the first events, none after a new deal."""
    made = [call for call in course.narrative.calls if call.event < number]
    dealt = [deal.redeal_event for deal in course.narrative.deals if deal.redeal_event is not None]
    deal = sum(event < number for event in dealt)
    return [call for call in made if (call.deal, call.phase) == (deal, made[-1].phase)]


def score(course: Course, number: int, view: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The bid, the trump where there is one, and what each side has taken; the match's standing where it is known."""
    seats, sentences = course.seats, course.sentences
    say = sentences.say
    if (bid := view["bid"] or view["standing_bid"]) is not None:
        made = [call for call in calls(course, number) if call.call != "pass"]
        bidder = view["declarer"] if view["bid"] else made[-1].seat if made else None
        if bidder is not None:
            who = player(seats, bidder, sentences)
            yield say("board", "bid"), say("board", "bid-by", bid=call_in_words(bid, sentences), who=who)
    if view["trump"] and view["trump_open"]:
        yield say("page", "trump"), suit_in_words(f"x{view['trump']}", sentences)
    if trick_at(course.narrative, number):
        for side in (0, 1):
            taken = {"points": view["card_points"][side], "tricks": view["tricks"][side]}
            yield team(side, seats, sentences), say("board", "taken", **taken)
    if (known := standing(course, number)) is not None:
        yield say("board", "match"), standing_in_words(known, seats, sentences)


def standing(course: Course, number: int) -> dict[str, Any] | None:
    """The match's standing: that before the hand, and once it is over that after it. None where there is no match."""
    line = next((line for line in course.narrative.score if line.code == "match"), None)
    over: Any = line.values["after"] if line and number == len(course.hand.views) - 1 else None
    return over or (course.hand.match and course.hand.match["before"])


def kunukku(course: Course, number: int) -> dict[int, str]:
    """The seats that wear kunukku."""
    worn = (standing(course, number) or {}).get("kunukku", ())
    return {seat: course.sentences.say("board", "kunukku") for seat, wears in enumerate(worn) if wears}


def banner(course: Course, number: int) -> str:
    """That the deal was thrown in, or the pack cut."""
    event, sentences = event_before(course, number), course.sentences
    if event and event["do"] == "redeal":
        return sentences.say("page", "redealt", reason=sentences.say("redeals", event["reason"]))
    return sentences.say("page", "cut", cards=event["at"]) if event and event["do"] == "cut" else ""


def notes(course: Course, number: int, over: Trick | None) -> Iterator[str]:
    """How a trick ended, and how the hand came out."""
    sentences = course.sentences
    if over and over.winner is not None and over.steps[-1].event == number - 1:
        who = player(course.seats, over.winner, sentences)
        yield sentences.say("board", "trick-won", number=over.number, who=who, points=over.points)
    if number == len(course.hand.views) - 1 and course.illegal is None:
        yield from (score_line(line, course.seats, sentences) for line in course.narrative.score)
