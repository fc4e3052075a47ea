"""Text in lines of 80 columns, for a terminal or a plain text file: how wide it is, and how it wraps.

Columns are those of the C library's `wcwidth`, by which xterm and most terminals of Linux place letters: a vowel sign
beside its letter (category Mc, as in Malayalam) takes a column, one above or below it none. Some terminals
draw a syllable in fewer columns; lines are then shorter than 80. A text is cut only between syllables.

>>> width("അമ്മു"), width("🃏 joker"), width("7♥")
(3, 8, 2)
>>> [*syllables("ക്ഷേമം 7")]
['ക്ഷേ', 'മം', ' ', '7']
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

COLUMNS: Final = 80
JOINER: Final = "\u200d"
"""Joins the letters on its two sides."""
VIRAMA: Final = 9
"""The combining class of the sign that takes the vowel from a letter and joins it to the next."""
MARKS: Final = frozenset({"Mn", "Mc", "Me", "Cf"})
"""Categories of what belongs to the letter before it."""


def width(text: str) -> int:
    """Columns that a text takes: two for wide letters and pictures, none for marks and joiners."""
    if text.isascii():
        return len(text)
    return sum(columns(char) for char in text)


def cut_to(text: str, most: int) -> str:
    """The text, shortened with an ellipsis where it is wider than `most` columns."""
    if width(text) <= most:
        return text
    kept = ""
    for syllable in syllables(text):
        if width(kept + syllable) > most - 1:
            break
        kept += syllable
    return kept + "…"


def padded(text: str, to: int) -> str:
    """The text filled up with spaces to `to` columns."""
    return text + " " * (to - width(text))


def wrapped(text: str, first: str = "", further: str | None = None) -> Iterator[str]:
    """The text in lines of 80 columns, `first` before the first and `further` before the others."""
    return flow(text.split(), first, further)


def flow(words: Iterable[str], first: str = "", further: str | None = None) -> Iterator[str]:
    """Words in lines like `wrapped`; a word keeps its spaces, and one longer than a line, a hash say, is broken."""
    further = " " * width(first) if further is None else further
    line, empty = first, True
    for word in broken(words, COLUMNS - max(width(first), width(further))):
        if not empty and width(line) + 1 + width(word) > COLUMNS:
            yield line
            line, empty = further, True
        line, empty = line + ("" if empty else " ") + word, False
    yield line.rstrip() if empty else line


def broken(words: Iterable[str], most: int) -> Iterator[str]:
    """The words, those wider than `most` in pieces."""
    for word in words:
        if width(word) <= most:
            yield word
            continue
        piece = ""
        for syllable in syllables(word):
            if piece and width(piece + syllable) > most:
                yield piece
                piece = ""
            piece += syllable
        yield piece


def syllables(text: str) -> Iterator[str]:
    """The text in pieces that must not be cut: a letter with its marks, and letters that a virama or a joiner joins."""
    piece = ""
    for char in text:
        joined = piece[-1:] == JOINER or (piece and unicodedata.combining(piece[-1]) == VIRAMA and char.isalpha())
        if piece and not joined and char != JOINER and unicodedata.category(char) not in MARKS:
            yield piece
            piece = ""
        piece += char
    if piece:
        yield piece


def columns(char: str) -> int:
    """Columns of one character: two for wide letters and pictures, none for marks and joiners."""
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
