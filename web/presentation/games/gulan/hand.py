"""The layout of a hand of 28, 40 or 56: auctions, the trump card, tricks."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Final

from dealproof.replay.core.narrative import Call, Trump
from dealproof.web.presentation.cards import face
from dealproof.web.presentation.games.gulan.result import score_line
from dealproof.web.presentation.layout import Course, common_pieces
from dealproof.web.presentation.moves import move_number
from dealproof.web.presentation.names import player, suit_in_words, team
from dealproof.web.presentation.pieces import Auction, CallText, HandText, TrumpText
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.tricks import tricks

CALL: Final = frozenset({"bid", "pass"})
"""What is done in an auction."""
CHOICE: Final = frozenset({"conceal", "show_trump"})
"""What is done with the trump card before the play."""
TRICK: Final = frozenset(
    {
        *("play", "ask_trump", "reveal_trump"),
        *("claim_jodi", "claim_marujodi", "ask_jodi", "ask_marujodi", "decline_jodi", "decline_marujodi"),
    }
)
"""What is done in a trick."""


def layout(course: Course) -> HandText:
    """All pieces of a hand."""
    narrative, seats, sentences = course.narrative, course.seats, course.sentences
    return replace(
        common_pieces(course),
        auctions=tuple(auctions(course)),
        trumps=tuple(trumps(course)),
        tricks=tuple(tricks(narrative, len(seats), course.illegal, sentences, of_tricks=TRICK)),
        sides=tuple(team(side, seats, course.sentences) for side in (0, 1)) if narrative.calls else (),
        score=tuple(score_line(line, seats, sentences) for line in narrative.score),
    )


def auctions(course: Course) -> list[Auction]:
    """The calls, a phase at a time; an illegal call is the last one of the phase in which it was made."""
    phases = groupby(course.narrative.calls, key=lambda call: (call.deal, call.phase))
    found = [Auction(deal + 1, phase, tuple(call(each, course) for each in calls)) for (deal, phase), calls in phases]
    wrong = illegal_call(course)
    if wrong is None:
        return found
    deal, phase = len(course.narrative.deals), len(course.narrative.deals[-1].stages)
    if found and (found[-1].deal, found[-1].phase) == (deal, phase):
        return [*found[:-1], replace(found[-1], calls=(*found[-1].calls, wrong))]
    return [*found, Auction(deal, phase, (wrong,))]


def call(made: Call, course: Course) -> CallText:
    """One call."""
    bound = "" if made.bound is None else course.sentences.say("page", "binds", who=course.seats[made.bound])
    in_words = call_in_words(made.call, course.sentences)
    return CallText(move_number(made.event), course.seats[made.seat], in_words, made.call == "pass", bound)


def illegal_call(course: Course) -> CallText | None:
    """The illegal move, where it is a call."""
    wrong = course.illegal
    if wrong is None or wrong.do not in CALL or wrong.seat is None or wrong.call is None:
        return None
    in_words = call_in_words(wrong.call, course.sentences)
    return CallText(wrong.number, course.seats[wrong.seat], in_words, wrong.call == "pass", "", illegal=True)


def call_in_words(call: int | str, sentences: Sentences) -> str:
    """A call in words."""
    return sentences.say("calls", call) if isinstance(call, str) else str(call)


def trumps(course: Course) -> list[TrumpText]:
    """What became of the trump card, a sentence a move."""
    found = [
        TrumpText(move_number(each.event), trump(each, course), each.how == "return")
        for each in course.narrative.trumps
    ]
    if (wrong := course.illegal) and wrong.do in CHOICE:
        found.append(TrumpText(wrong.number, f"{wrong.sentence}.", illegal=True))
    return found


def trump(moved: Trump, course: Course) -> str:
    """What one move did with the trump card."""
    return course.sentences.say(
        "trumps",
        moved.how,
        who=player(course.seats, moved.seat, course.sentences),
        card=face(moved.card),
        suit=suit_in_words(moved.card, course.sentences),
    )
