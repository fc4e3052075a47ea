"""Which boards a bundle shows, and how each is headed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dealproof.replay.verdict import VOID
from dealproof.web.disputes.board import Board, board_of
from dealproof.web.disputes.case import Case, Unsigned
from dealproof.web.presentation.moves import move_number
from dealproof.web.presentation.sentence import joined


class ShownBoard(NamedTuple):
    """A board with its heading."""

    heading: str
    board: Board


def first_wrong(case: Case) -> ShownBoard | None:
    """The board before the first move that breaks a rule or lacks the signature of its player, or where an unfinished
    hand stops; None if the hand came to its end, or its cards are not known."""
    if case.hand is None:
        return None
    if (unsigned := case.unsigned) and (case.verdict.fault is None or unsigned.event <= case.verdict.fault.event):
        return _unsigned(case, unsigned)
    if case.verdict.result is not None:
        return None
    board = board_of(case.hand, case.sentences)
    return None if board is None else ShownBoard(_heading(case, board), board)


def _unsigned(case: Case, unsigned: Unsigned) -> ShownBoard | None:
    board = board_of(unsigned.hand, case.sentences)
    number = move_number(unsigned.event)
    if board is None:
        return None
    return ShownBoard(case.sentences.say("dispute", "board-unsigned", number=number), board)


def first_wrong_under(case: Case) -> ShownBoard | None:
    """The same under the other rules; None without any."""
    if case.under is None or case.under.retrial.result is not None:
        return None
    board = board_of(case.under.hand, case.sentences)
    if board is None:
        return None
    code, values = ("board-stops", {}) if board.move is None else ("board-before", {"number": board.move.number})
    heading = case.sentences.say("dispute", code, **values)
    return ShownBoard(case.sentences.say("dispute", "board-under", rules=case.under.game.id, heading=heading), board)


def _heading(case: Case, board: Board) -> str:
    say = case.sentences.say
    if board.move is None:
        return say("dispute", "board-void" if VOID in case.verdict.all else "board-stops")
    code = "board-before-unproven" if case.judgement.unproven else "board-before"
    return say("dispute", code, number=board.move.number)


def facts(board: Board, case: Case) -> Iterator[tuple[str, str]]:
    """What there is to a board beside the cards, headings with sentences."""
    say = case.sentences.say
    if board.move is not None:
        yield say("dispute", "the-move"), f"{board.move.sentence}."
    for heading, lines in (
        ("bid-heading", (board.bid,)),
        ("trump-heading", board.trump),
        ("opening-heading", board.opening),
        ("score-heading", board.score),
    ):
        if text := joined(filter(None, lines), " "):
            yield say("dispute", heading), text
    if board.to_act:
        yield say("page", "to-act"), ", ".join(board.to_act)
