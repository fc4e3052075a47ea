"""Kazhutha in words. Its tricks are rounds: nobody wins them, somebody's card is the highest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dealproof.replay.core.cards import RANKS
from dealproof.replay.core.narrative import Trick
from dealproof.replay.games.kazhutha.game import Kazhutha
from dealproof.web.presentation.board.frame import Frame
from dealproof.web.presentation.board.plain import by_seat, event_before
from dealproof.web.presentation.board.tricks import is_over, laid, steps_until, trick_at
from dealproof.web.presentation.game import (
    Fact,
    GamePresentation,
    RankRow,
    Result,
    ResultValue,
    RulesText,
    ended_fact,
    read_seat,
    read_seats,
)
from dealproof.web.presentation.layout import Course, common_pieces, score_line
from dealproof.web.presentation.names import player, players
from dealproof.web.presentation.pieces import HandText
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.tricks import TrickWords, tricks

TRICK: Final = frozenset({"play", "timeout"})
"""What is done in a round."""
ROUNDS: Final = TrickWords(
    heading="rounds",
    one="round",
    last="taken-short",
    ruffed="struck",
    led="legend-led-round",
    won="legend-won-round",
    legend="legend-rounds",
    meanings="meanings-rounds",
)


def cards(game: Kazhutha, sentences: Sentences) -> Iterator[str]:
    """The pack."""
    yield sentences.say("rules-page", "pack-kazhutha")


def ranks(game: Kazhutha) -> Iterator[RankRow]:
    """The ranks of each suit, the highest first."""
    return (RankRow(f"{each}s", None) for each in reversed(RANKS))


def deal(game: Kazhutha, sentences: Sentences) -> Iterator[str]:
    """The deal, and how a round goes."""
    return (sentences.say("rules-page", f"kazhutha-{part}") for part in ("deal", "round", "end"))


def order_of_going_out(result: Result, seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """How the hand ended, who went out when, and the donkey."""
    yield ended_fact(result, sentences)
    for number, place in enumerate(result["places"], 1):
        yield sentences.say("facts", "place", place=number), players(place, seats, sentences)
    nobody = result["donkey"] is None
    yield (
        sentences.say("facts", "donkey"),
        (sentences.say("facts", "nobody") if nobody else player(seats, result["donkey"], sentences)),
    )


def layout(course: Course) -> HandText:
    """The rounds. The steps of the score are facts of the result."""
    rounds = tricks(course.narrative, len(course.seats), course.illegal, course.sentences, of_tricks=TRICK)
    return replace(common_pieces(course, words=ROUNDS), tricks=tuple(rounds))


def table(course: Course, frame: Frame) -> Frame:
    """The frame with the round, who sits out or is out, and what is out of play."""
    number, say = frame.number, course.sentences.say
    view = course.hand.views[number][0]
    trick = trick_at(course.narrative, number)
    over = bool(trick and is_over(trick, number, is_closed(trick, course)))
    out = {seat: say("board", "out", place=place) for place, seats in enumerate(view["places"], 1) for seat in seats}
    event = event_before(course, number)
    timed = {event["seat"]: say("notes", "timeout")} if event and event["do"] == "timeout" else {}
    return replace(
        frame,
        words=by_seat(course, timed),
        statuses=by_seat(course, {seat: say("notes", "sits_out") for seat in view["sits_out"]} | out),
        table=laid(steps_until(trick, number)) if trick else (),
        trick=say("board", "round", number=trick.number) if trick else "",
        winner=trick.winner if trick and over else None,
        taken=bool(trick and over and trick.strike),
        aside=view["discards"],
        notes=tuple(notes(course, number, trick if over else None)),
    )


def is_closed(trick: Trick, course: Course) -> bool:
    """Whether the round has ended: somebody had the highest card, or another round began after it."""
    return trick.winner is not None or trick.number < course.narrative.tricks[-1].number


def notes(course: Course, number: int, over: Trick | None) -> Iterator[str]:
    """How a round ended, and how the hand came out."""
    sentences = course.sentences
    if over and over.steps[-1].event == number - 1:
        played = sum(step.card is not None for step in over.steps)
        who = player(course.seats, over.winner, sentences) if over.winner is not None else ""
        striker = player(course.seats, over.steps[-1].seat, sentences)
        code = "struck" if over.strike else "round-over" if who else "round-empty"
        yield sentences.say("board", code, number=over.number, who=who, striker=striker, cards=played)
        if over.out:
            yield sentences.say("board", "went-out", who=players(over.out, course.seats, sentences))
    if number == len(course.hand.views) - 1 and course.illegal is None:
        yield from (score_line(line, course.seats, sentences) for line in course.narrative.score)


KAZHUTHA: Final = GamePresentation(
    "kazhutha",
    rules=RulesText(cards, ranks, deal),
    facts=order_of_going_out,
    values={
        "places": ResultValue(read_seats),
        "places-one": ResultValue(read_seat),
        "donkey": ResultValue(read_seat),
    },
    whole=frozenset({"places"}),
    layout=layout,
    table=table,
)
