"""Sentences that keep where they name moves of a log, so that a page can link them in any language.

>>> said = filled("Move {event} breaks a rule: {did}.", {"event": MoveNumber(7), "did": "Biju played 2♣"})
>>> said, said[5:6], said.moves
('Move 7 breaks a rule: Biju played 2♣.', '7', (NamedMove(start=5, end=6, number=7),))
>>> filled("Not {this}.", {})
'Not {this}.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import NamedTuple


class MoveNumber(int):
    """The number of a move as people count, from 1."""


class NamedMove(NamedTuple):
    """A place in a sentence that names a move, from `start` to before `end`, and its number."""

    start: int
    end: int
    number: int


class Sentence(str):
    """A sentence, and the moves that it names in order. What is made from it by methods of `str` has lost them."""

    __slots__ = ("moves",)

    moves: tuple[NamedMove, ...]

    def __new__(cls, text: str, moves: Iterable[NamedMove] = ()) -> Sentence:
        """Returns the sentence."""
        made = super().__new__(cls, text)
        made.moves = tuple(moves)
        return made


class Blanks(dict[str, object]):
    """Values for a sentence; one that is missing leaves its name in braces."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def filled(text: str, values: Mapping[str, object]) -> Sentence:
    """The text with its values filled in; a move among them, or in a sentence among them, stays known."""
    blanks = Blanks(values)
    if not any(isinstance(value, (MoveNumber, Sentence)) for value in values.values()):
        return Sentence(text.format_map(blanks))
    pieces: list[object] = []
    for literal, name, _, _ in Formatter().parse(text):
        pieces += [literal] if name is None else [literal, blanks[name]]
    return joined(pieces)


def joined(pieces: Iterable[object], between: str = "") -> Sentence:
    """The pieces in a row with a text between them, the moves in them known.

    >>> joined([MoveNumber(3), MoveNumber(5)], ", ").moves
    (NamedMove(start=0, end=1, number=3), NamedMove(start=3, end=4, number=5))
    """
    text, moves = "", []
    for index, piece in enumerate(pieces):
        text += between if index else ""
        start, text = len(text), f"{text}{piece}"
        if isinstance(piece, MoveNumber):
            moves.append(NamedMove(start, len(text), int(piece)))
        elif isinstance(piece, Sentence):
            moves += [NamedMove(start + each.start, start + each.end, each.number) for each in piece.moves]
    return Sentence(text, moves)
