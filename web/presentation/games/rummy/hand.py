"""How a hand of rummy went: what was turned up, the turns, and each seat's count with its groups and loose cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from dealproof.replay.core.narrative import Narrative, Turn, TurnStep
from dealproof.web.presentation.cards import JOKER, by_suit, rank
from dealproof.web.presentation.games.rummy.groups import groups_in_words, why_all_counts
from dealproof.web.presentation.layout import Course, common_pieces, score_line
from dealproof.web.presentation.moves import IllegalMove, move_number
from dealproof.web.presentation.names import player
from dealproof.web.presentation.numbers import signed
from dealproof.web.presentation.pieces import HandText, Opening, SeatCount, TurnMove, TurnRow
from dealproof.web.presentation.translations import Sentences

COMMISSION: Final = "commission"
"""The one step of the score that is shown as such, where it is not 0: the others are the count and the result."""


def layout(course: Course) -> HandText:
    """What was turned up, the turns, and the count; the cards still held where no count shows them."""
    narrative, seats, sentences = course.narrative, course.seats, course.sentences
    counted = tuple(counts(narrative, seats, sentences))
    made = common_pieces(course)
    return replace(
        made,
        opening=opening(narrative, seats, sentences),
        turns=tuple(turns(narrative, seats, course.illegal, sentences)),
        counts=counted,
        held=() if any(count.groups or count.loose for count in counted) else made.held,
        score=tuple(score_line(line, seats, sentences) for line in narrative.score if line.values.get(COMMISSION)),
    )


def opening(narrative: Narrative, seats: Sequence[str], sentences: Sentences) -> Opening | None:
    """How the hand opened."""
    if (opened := narrative.opening) is None:
        return None
    wild = sentences.say("rummy", "wild-joker" if opened.wild == JOKER else "wild", rank=rank(opened.wild))
    first = sentences.say("rummy", "first", who=player(seats, opened.first, sentences))
    return Opening(opened.turned, opened.opened, (wild, first))


def turns(
    narrative: Narrative, seats: Sequence[str], illegal: IllegalMove | None, sentences: Sentences
) -> list[TurnRow]:
    """The turns, the last one as far as it went, with an illegal move in its seat's turn or in a row of its own."""
    rows = [turn(each, seats, sentences) for each in narrative.turns]
    if illegal is None or illegal.seat is None or narrative.opening is None:
        return rows
    wrong = illegal_move(illegal, sentences)
    if narrative.turns and narrative.turns[-1].seat == illegal.seat and illegal.seat in narrative.to_act:
        return [*rows[:-1], replace(rows[-1], moves=(*rows[-1].moves, wrong))]
    place = len(rows) + 1 if illegal.seat in narrative.to_act else None
    return [*rows, TurnRow(place, seats[illegal.seat], (wrong,))]


def turn(taken: Turn, seats: Sequence[str], sentences: Sentences) -> TurnRow:
    """One turn in a row."""
    moves = tuple(move(step, taken.seat, seats, sentences) for step in taken.steps)
    return TurnRow(taken.number, seats[taken.seat], moves)


def move(step: TurnStep, turn_of: int, seats: Sequence[str], sentences: Sentences) -> TurnMove:
    """One legal move."""
    return TurnMove(
        move_number(step.event),
        step.drew,
        sentences.say("piles", step.pile) if step.pile else "",
        step.threw,
        "; ".join(notes(step, turn_of, seats, sentences)),
    )


def illegal_move(illegal: IllegalMove, sentences: Sentences) -> TurnMove:
    """The illegal move."""
    note = "" if illegal.do in {"draw", "discard"} else sentences.say("may", illegal.do)
    pile = sentences.say("piles", illegal.pile) if illegal.pile else ""
    return TurnMove(illegal.number, None, pile, illegal.card, note, illegal=True)


def notes(step: TurnStep, turn_of: int, seats: Sequence[str], sentences: Sentences) -> Iterator[str]:
    """What is to be said of one event beside its cards."""
    if step.anew:
        yield sentences.say("turns", "anew")
    if step.do == "timeout" and step.out is None:
        yield sentences.say("turns", "timeout")
    if step.out is not None:
        left = sentences.say("turns", step.out, points=step.points)
        yield left if step.seat == turn_of else f"{player(seats, step.seat, sentences)}: {left}"


def counts(narrative: Narrative, seats: Sequence[str], sentences: Sentences) -> list[SeatCount]:
    """Every seat at the end of a hand, the winner first; none where it is not over."""
    tokens = next((line.values for line in narrative.score if line.code == "tokens"), None)
    wild = narrative.opening.wild if narrative.opening else JOKER
    if tokens is None:
        return []
    rows = [
        count(line.values, tokens, wild, narrative, seats, sentences) for line in narrative.score if line.code == "seat"
    ]
    return sorted(rows, key=lambda each: not each.won)


def count(
    line: Mapping[str, Any],
    tokens: Mapping[str, Any],
    wild: str,
    narrative: Narrative,
    seats: Sequence[str],
    sentences: Sentences,
) -> SeatCount:
    """One seat at the end."""
    seat, groups, loose = line["seat"], line.get("melds", ()), line.get("loose", ())
    gone = next(((at, step) for at in narrative.turns for step in at.steps if step.seat == seat and step.out), None)
    held = gone[1].cards if gone and "melds" not in line else ()
    return SeatCount(
        seat,
        seats[seat],
        seat == tokens["winner"],
        sentences.say("hows", line["how"], turn=gone[0].number if gone else ""),
        sentences.say("rummy", "costs", points=line["points"], tokens=signed(tokens["tokens"][seat], sentences)),
        groups_in_words(groups, wild, sentences),
        tuple(by_suit(loose)),
        why_all_counts(groups, loose, sentences),
        tuple(by_suit(held)),
    )
