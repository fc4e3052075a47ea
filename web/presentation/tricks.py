"""Tricks in rows, a cell a seat: every move with its number, and the one that broke a rule where it was made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dealproof.replay.core.narrative import Narrative, Step, Trick
from dealproof.web.presentation.cards import suit
from dealproof.web.presentation.moves import IllegalMove, move_number
from dealproof.web.presentation.translations import Sentences

PLAY: Final = "play"


@dataclass(frozen=True, slots=True)
class TrickWords:
    """What a game calls its tricks and what happens in them: codes of the section `page`, and the
    section of what each legal choice would have meant."""

    heading: str
    one: str
    last: str
    ruffed: str
    led: str
    won: str
    legend: str
    meanings: str


TRICKS: Final = TrickWords(
    "tricks", "trick", "points-short", "ruffed", "legend-led", "legend-won", "legend", "meanings"
)
"""A trick that somebody wins."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a seat in a trick: its number, the card played or None, words for what is no card (`short` where
    there is no room), whether the card was played as a trump, and whether the move broke a rule."""

    number: int
    card: str | None
    note: str
    short: str
    trump: bool = False
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What one seat did in a trick, its moves in order; `aside` says that it sat out or went out (`aside_short` where
    there is no room)."""

    moves: tuple[Move, ...]
    aside: tuple[str, ...]
    aside_short: tuple[str, ...]
    led: bool
    won: bool
    ruffed: bool


@dataclass(frozen=True, slots=True)
class TrickRow:
    """One trick, a cell a seat; `taken` is how many cards went to a hand again, where it ended by a strike."""

    number: int
    cells: tuple[Cell, ...]
    points: int | None
    taken: int | None

    @property
    def last(self) -> str:
        """The last column: the card points, or the cards taken."""
        return f"+{self.taken}" if self.taken is not None else "" if self.points is None else str(self.points)


def tricks(
    narrative: Narrative, seats: int, illegal: IllegalMove | None, sentences: Sentences, *, of_tricks: frozenset[str]
) -> list[TrickRow]:
    """The tricks, the last one as far as it went, and in it the illegal move where that is one of a trick
    (`of_tricks`: what is done in tricks)."""
    rows = [trick_row(each, seats, sentences) for each in narrative.tricks]
    if illegal is None or illegal.seat is None or illegal.do not in of_tricks:
        return rows
    if narrative.tricks and narrative.tricks[-1].winner is None:
        last = rows.pop()
    else:
        last = trick_row(Trick(len(rows) + 1, None, (), None, None), seats, sentences)
    return [*rows, with_illegal(last, illegal, sentences)]


def trick_row(trick: Trick, seats: int, sentences: Sentences) -> TrickRow:
    """One trick as a row."""
    cards = [step.card for step in trick.steps if step.card]
    led = suit(cards[0]) if cards else ""
    cells = tuple(cell(trick, seat, led, sentences) for seat in range(seats))
    return TrickRow(trick.number, cells, trick.points, len(cards) if trick.strike else None)


def cell(trick: Trick, seat: int, led: str, sentences: Sentences) -> Cell:
    """What a seat did in a trick that was led in the suit `led`."""
    steps = [step for step in trick.steps if step.seat == seat]
    played = next((step for step in steps if step.do == PLAY), None)
    card = played.card if played else None
    return Cell(
        moves=tuple(move(step, sentences) for step in steps),
        aside=tuple(sentences.say("notes", code) for code in aside(trick, seat)),
        aside_short=tuple(sentences.say("notes-short", code) for code in aside(trick, seat)),
        led=seat == trick.leader,
        won=seat == trick.winner,
        ruffed=bool(played and (played.power or trick.strike) and card and suit(card) != led),
    )


def move(step: Step, sentences: Sentences) -> Move:
    """One legal move."""
    note, short = words(step.do, sentences)
    return Move(move_number(step.event), step.card, note, short, trump=step.power)


def words(do: str, sentences: Sentences) -> tuple[str, str]:
    """Words for what is no card, in full and in short."""
    return ("", "") if do == PLAY else (sentences.say("notes", do), sentences.say("notes-short", do))


def aside(trick: Trick, seat: int) -> Iterator[str]:
    """That a seat did not play in a trick, or went out in it."""
    if seat in trick.sits_out:
        yield "sits_out"
    if seat in trick.out:
        yield "out"


def with_illegal(row: TrickRow, illegal: IllegalMove, sentences: Sentences) -> TrickRow:
    """The trick with the illegal move in the cell of its seat."""
    note, short = words(illegal.do, sentences)
    wrong = Move(illegal.number, illegal.card, note, short, illegal=True)
    cells = tuple(
        replace(each, moves=(*each.moves, wrong)) if seat == illegal.seat else each
        for seat, each in enumerate(row.cells)
    )
    return replace(row, cells=cells)
