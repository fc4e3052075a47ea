"""The moves of a hand laid out for a terminal: calls in a row, tricks in a table, the turns of rummy; each with its
number, and the one that broke a rule struck out where it was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from dealproof.web.cli.terminal import COLUMNS, cut_to, flow, padded, width, wrapped
from dealproof.web.presentation.cards import face
from dealproof.web.presentation.pieces import (
    Auction,
    CallText,
    DealText,
    HandText,
    MoveText,
    TrumpText,
    TurnMove,
    TurnRow,
)
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.tricks import Cell, Move
from dealproof.web.presentation.verdict import BAD, state_sign
from dealproof.web.presentation.visible_text import visible

INDENT: Final = "  "
NUMBER: Final = 4
"""Columns for the number of a trick and for its points."""
NAME: Final = 16
"""Columns for a player's name."""
DREW: Final = 26
"""Columns for the number of a draw, the card and where from."""
THREW: Final = 11
"""Columns for the number of a throw and the card."""
STRUCK: Final = state_sign(BAD)
"""What is before a move that broke a rule."""


def struck(text: str, *, illegal: bool) -> str:
    """A move, struck out where it broke a rule."""
    return STRUCK + text if illegal else text


def before(deal: DealText, sentences: Sentences) -> Iterator[str]:
    """What is said above the cards of a deal: how it was cut, with the number of the move, and how to read it."""
    if deal.cut is not None:
        yield numbered(deal.cut_number, sentences.say("page", "cut", cards=deal.cut))
    yield from filter(None, [deal.note])


def after(deal: DealText, sentences: Sentences) -> Iterator[str]:
    """What is said below them: why it was dealt again, or the illegal cut or redeal."""
    if deal.redeal:
        yield numbered(deal.redeal_number, sentences.say("page", "redealt", reason=deal.redeal))
    if wrong := deal.illegal:
        yield numbered(wrong.number, struck(f"{wrong.sentence}.", illegal=True))


def numbered(number: int | None, sentence: str) -> str:
    """A sentence on a move, with its number before it."""
    return sentence if number is None else f"{number}. {sentence}"


def calls(auction: Auction) -> Iterator[str]:
    """The calls in a row."""
    return wrapped(visible(", ".join(map(call, auction.calls))), INDENT)


def call(text: CallText) -> str:
    """One call."""
    said = " ".join(filter(None, [text.name, struck(text.call, illegal=text.illegal), text.note]))
    return numbered(text.number, said)


def trump(text: TrumpText) -> str:
    """What became of the trump card by one move."""
    return numbered(text.number, struck(text.sentence, illegal=text.illegal))


def tricks(text: HandText) -> Iterator[str]:
    """A row a trick, a column a seat. Numbers are before the moves where every cell has room for them; else they are
    below, and notes are short."""
    rows, seats = text.tricks, text.hand.seats
    if not rows:
        return
    column = (COLUMNS - len(INDENT) - 2 * NUMBER) // len(seats)
    cells = [[inline(each) for each in row.cells] for row in rows]
    narrow = column <= max(map(width, chain.from_iterable(cells)))
    names = (" " + cut_to(visible(name), column - 2) for name in seats)
    yield (INDENT + " " * NUMBER + columns(names, column)).rstrip()
    for row, with_numbers in zip(rows, cells, strict=True):
        moves = map(short, row.cells) if narrow else with_numbers
        yield f"{INDENT}{row.number:<{NUMBER}}{columns(moves, column)}{row.last:>{NUMBER - 1}}".rstrip()
        if narrow:
            yield (INDENT + " " * NUMBER + columns(map(numbers, row.cells), column)).rstrip()
    yield from legend(text, narrow=narrow)


def columns(cells: Iterable[str], column: int) -> str:
    """Cells of a row, each in a column."""
    return "".join(padded(cut_to(each, column - 1), column) for each in cells)


def legend(text: HandText, *, narrow: bool) -> Iterator[str]:
    """What the signs in the table mean."""
    say = text.sentences.say
    code = text.trick_words.legend
    signs = say("page", f"{code}-short" if narrow else code).split("   ")
    signs = [f"7 {say('page', 'legend-number')}", *signs]
    if any(move.illegal for row in text.tricks for each in row.cells for move in each.moves):
        signs.append(f"{STRUCK} {say('page', 'not-legal')}")
    yield from (line.rstrip() for line in flow((f"{sign}  " for sign in signs), INDENT))


def inline(cell: Cell) -> str:
    """What a seat did in a trick, the number of each move before it."""
    moves = [f"{move.number:>2} {done(move, move.note, cell)}" for move in cell.moves]
    return " ".join([*moves, *cell.aside])


def short(cell: Cell) -> str:
    """The same in few letters and without numbers, the card first."""
    return " ".join([*(done(move, move.short, cell) for move in card_first(cell)), *cell.aside_short])


def numbers(cell: Cell) -> str:
    """The numbers of the moves of a cell, in that order."""
    return " " + " ".join(str(move.number) for move in card_first(cell))


def card_first(cell: Cell) -> list[Move]:
    """The moves of a cell, the card before what is no card, and last what broke a rule."""
    return sorted(cell.moves, key=lambda move: (move.illegal, move.card is None))


def done(move: Move, note: str, cell: Cell) -> str:
    """One move: `›` led, `^` ruffed or struck, `*` won; `✗` broke a rule."""
    said = face(move.card) if move.card else note
    if move.illegal:
        return struck(said, illegal=True)
    if move.card is None:
        return said
    return ("›" if cell.led else " ") + said + "^" * cell.ruffed + "*" * cell.won


def turns(text: HandText) -> Iterator[str]:
    """A row a turn: who, what was drawn from where, what was thrown, and what else there is to say."""
    rows, say = text.turns, text.sentences.say
    if not rows:
        return
    draws = [", ".join(filter(None, map(drawn, row.moves))) for row in rows]
    column = max([DREW, *(width(drew) + 1 for drew in draws)])
    yield f"{INDENT}{'':{NUMBER}}{'':{NAME + 2}}{padded(say('page', 'drew'), column)}{say('page', 'threw')}"
    for row, drew in zip(rows, draws, strict=True):
        name = padded(cut_to(visible(row.name), NAME), NAME + 2)
        threw = padded(", ".join(filter(None, map(thrown, row.moves))), THREW)
        place = f"{INDENT}{row.number or '':<{NUMBER}}{name}{padded(drew, column)}{threw}"
        said = visible("; ".join(notes(row)))
        yield from wrapped(said, place) if said else iter([place.rstrip()])


def in_order(text: MoveText) -> str:
    """One move as a sentence."""
    return f"{numbered(text.number, struck(text.sentence, illegal=text.illegal))}."


def drawn(move: TurnMove) -> str:
    """What a move drew and where from, with its number."""
    if not move.drew and not move.pile:
        return ""
    what = " ".join(filter(None, [face(move.drew) if move.drew else "", move.pile]))
    return numbered(move.number, struck(what, illegal=move.illegal))


def thrown(move: TurnMove) -> str:
    """What a move threw or laid down, with its number."""
    return numbered(move.number, struck(face(move.threw), illegal=move.illegal)) if move.threw else ""


def notes(row: TurnRow) -> Iterator[str]:
    """What is to be said beside the cards; the number of a move that has no card is with its note."""
    for move in row.moves:
        shown = drawn(move) or thrown(move)
        if move.note:
            yield move.note if shown else numbered(move.number, struck(move.note, illegal=move.illegal))
