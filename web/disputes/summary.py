"""A disputed hand as plain text, in lines of 80 columns: the verdict, what the record claims and what is right, and the
board before the first wrong move. `dealproof dispute` prints the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from dealproof.web.disputes.board import Board
from dealproof.web.disputes.boards import ShownBoard, facts, first_wrong, first_wrong_under
from dealproof.web.disputes.case import Case
from dealproof.web.disputes.claims import Claim, claims, compared, retrial_in_words
from dealproof.web.presentation.cards import Suited, face
from dealproof.web.presentation.pieces import DealtSeat, TurnMove, TurnRow
from dealproof.web.presentation.text_columns import cut_to, padded, width, wrapped
from dealproof.web.presentation.verdict import BAD, GOOD, OPEN, state_sign
from dealproof.web.presentation.visible_text import visible

INDENT: Final = "  "
NAME: Final = 16
"""Columns for a player's name."""
LABEL: Final = 12
"""Columns for a heading."""
STATES: Final = {True: GOOD, False: BAD, None: OPEN}


def summary(case: Case) -> str:
    """The whole text, with a newline at the end of every line."""
    return "".join(f"{line}\n" for line in lines(case))


def lines(case: Case) -> Iterator[str]:
    """Its lines."""
    say = case.sentences.say
    yield from _head(case)
    yield from _section(say("page", "explanations"), chain.from_iterable(map(_indented, _explained(case))))
    yield from _section(say("page", "remarks"), chain.from_iterable(map(_indented, case.judgement.remarks)))
    yield from _section(say("dispute", "claims"), chain.from_iterable(_claim(each, case) for each in claims(case)))
    yield from _board(first_wrong(case), case)
    yield from _under(case)


def _section(heading: str, lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if not number:
            yield ""
            yield from wrapped(heading)
        yield line


def _head(case: Case) -> Iterator[str]:
    judgement, say = case.judgement, case.sentences.say
    yield from wrapped(say("dispute", "title", hand=case.verdict.hand or say("dispute", "no-id")))
    if hand := case.hand:
        yield from wrapped(say("page", "place", rules=hand.rules, table=hand.table, number=hand.number), INDENT)
        if hand.match:
            yield from wrapped(say("dispute", "match", match=hand.match["id"], number=hand.match["number"]), INDENT)
    yield ""
    yield f"{state_sign(judgement.state)} {judgement.title}"
    for sentence in (judgement.sentence + judgement.place(), *judgement.also, case.what_now):
        if sentence:
            yield from wrapped(visible(sentence), INDENT)


def _explained(case: Case) -> Iterator[str]:
    """Known mistakes that would explain what does not match, and that they change nothing."""
    found = case.judgement.explained
    yield from (f"{each.sentence} {each.by} ({each.pointer})" for each in found)
    yield from [case.sentences.say("page", "explanations-note")] if found else []


def _indented(sentence: str) -> Iterator[str]:
    return wrapped(visible(sentence), INDENT)


def _claim(claim: Claim, case: Case) -> Iterator[str]:
    say = case.sentences.say
    yield from wrapped(visible(claim.what), f"{INDENT}{state_sign(STATES[claim.holds])} ", INDENT * 2)
    for code, text in (("claimed", claim.claimed), ("right", claim.right)):
        yield from wrapped(visible(text), INDENT * 3 + padded(say("dispute", code), LABEL))


def _board(shown: ShownBoard | None, case: Case) -> Iterator[str]:
    if shown is None:
        return
    yield from _section(shown.heading, chain(_cards(shown.board), _facts(shown.board, case)))


def _cards(board: Board) -> Iterator[str]:
    """The hands, and the trick or the latest turns on the table."""
    for seat in board.seats:
        yield from _seat(seat)
    if board.lead:
        yield from wrapped(visible(board.lead), INDENT)
    if board.table:
        laid = ", ".join(f"{each.name} {face(each.card)}" for each in board.table)
        yield from wrapped(visible(laid), INDENT * 2)
    yield from chain.from_iterable(map(_turn, board.turns))


def _seat(seat: DealtSeat) -> Iterator[str]:
    name = padded(cut_to(visible(seat.name), NAME), NAME)
    return wrapped(" | ".join(filter(None, map(_suits, seat.stages))), f"{INDENT}{seat.seat + 1} {name}  ")


def _suits(groups: Iterable[Suited]) -> str:
    return "  ".join(" ".join(map(face, group.cards)) for group in groups)


def _turn(turn: TurnRow) -> Iterator[str]:
    moves = "; ".join(_turn_move(each) for each in turn.moves if not each.illegal)
    return wrapped(visible(f"{turn.name}: {moves}"), INDENT) if moves else iter(())


def _turn_move(move: TurnMove) -> str:
    """“5. + 4♠ (the stock)” for a card drawn, “6. − 9♦” for one thrown."""
    drew = f"+ {face(move.drew)} ({move.pile})" if move.drew else ""
    threw = f"− {face(move.threw)}" if move.threw else ""
    return f"{move.number}. " + " ".join(filter(None, [drew, threw, move.note]))


def _facts(board: Board, case: Case) -> Iterator[str]:
    known = list(facts(board, case))
    column = max((width(heading) for heading, _ in known), default=0) + 2
    for heading, text in known:
        yield from wrapped(visible(text), INDENT + padded(heading, column))


def _under(case: Case) -> Iterator[str]:
    if case.under is None:
        return
    found = retrial_in_words(case, case.under)
    broken = [f"{found.broken} ({found.rule})"] if found.rule else []
    note = case.sentences.say("other-rules", "note")
    told = chain.from_iterable(wrapped(visible(each), INDENT) for each in (note, found.sentence, *broken))
    rows = chain.from_iterable(
        wrapped(visible(f"{each.what}: {each.here} → {each.there}"), INDENT * 2, INDENT * 3)
        for each in compared(case, case.under)
    )
    heading = case.sentences.say("dispute", "under", rules=case.under.game.id)
    yield from _section(heading, chain(told, rows))
    yield from _board(first_wrong_under(case), case)
