"""Text in lines of 80 columns, for a terminal or a plain text file: how wide it is, and how it wraps.

>>> width("അമ്മു"), width("🃏 joker"), width("7♥")
(3, 8, 2)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

COLUMNS: Final = 80


def width(text: str) -> int:
    """Columns that a text takes: two for wide letters and pictures, none for marks and joiners."""
    if text.isascii():
        return len(text)
    return sum(columns(char) for char in text)


def cut_to(text: str, most: int) -> str:
    """The text, shortened with an ellipsis where it is wider than `most` columns."""
    if width(text) <= most:
        return text
    while width(text) > most - 1:
        text = text[:-1]
    return text + "…"


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
        start = 0
        for end in range(1, len(word) + 1):
            if width(word[start:end]) > most:
                yield word[start : end - 1]
                start = end - 1
        yield word[start:]


def columns(char: str) -> int:
    """Columns of one character: two for wide letters and pictures, none for marks and joiners."""
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
