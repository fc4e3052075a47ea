"""Text for a terminal of 80 columns: its width, its wrapping.

>>> width("അമ്മു"), width("🃏 joker"), width("7♥")
(3, 8, 2)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Final, TextIO

import click

from dealproof.web.cli.lettering import columns, lettered
from dealproof.web.presentation.visible_text import visible

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


def say(text: str, *, error: bool = False) -> None:
    """Prints a line, in letters that the terminal's encoding has."""
    click.echo(lettered(text, encoding_of(sys.stderr if error else sys.stdout)), err=error)


def encoding_of(stream: TextIO | None) -> str:
    """The encoding of a standard stream."""
    return getattr(stream, "encoding", None) or "utf-8"


def watched() -> bool:
    """Whether a person looks at standard error, on a terminal that can write over a line."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def draw(text: str) -> None:
    """Writes over the last line of standard error, in letters that the terminal has; an empty text takes it away."""
    sys.stderr.write(lettered(f"\r{text}\x1b[K", encoding_of(sys.stderr)))
    sys.stderr.flush()


def refuse(sentence: object) -> None:
    """Prints a sentence on standard error: what could not be read, and why; in lines where a person reads it."""
    text = f"dealproof: {visible(str(sentence))}"
    for line in wrapped(text, further="  ") if sys.stderr.isatty() else [text]:
        say(line, error=True)
