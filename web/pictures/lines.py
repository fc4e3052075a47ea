"""Text broken into lines of a given width.

>>> fit("one two three", lambda text: len(text), 8, 5), fit("one two three", lambda text: len(text), 8, 1)
(['one two', 'three'], ['one two…'])
>>> fit("abcdefgh ij", lambda text: len(text), 5, 2)
['abcd…', 'ij']
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

LONGEST: Final = 400
"""Letters of a text that are looked at at all."""
CUT: Final = "…"
"""The sign for the rest of a text."""

Measure = Callable[[str], float]


def fit(text: str, measure: Measure, most: float, lines: int) -> list[str]:
    """Returns at most so many `lines` of a text, none wider than `most`. A word that is too wide is cut, and so is
    the last line where there is more."""
    found: list[str] = [""]
    for word in text[:LONGEST].split():
        longer = f"{found[-1]} {word}".strip()
        if measure(longer) <= most:
            found[-1] = longer
        elif found == [""]:
            found = [cut(word, measure, most)]
        else:
            found.append(cut(word, measure, most) if measure(word) > most else word)
    if len(found) > lines or len(text) > LONGEST:
        found[lines - 1 :] = [cut(f"{found[min(lines, len(found)) - 1]}{CUT}", measure, most)]
    return found[:lines]


def cut(text: str, measure: Measure, most: float) -> str:
    """Returns the text, or as much of its beginning as is no wider than `most`, with a sign that there was more."""
    if measure(text) <= most:
        return text
    text = text.removesuffix(CUT)
    fits, not_fitting = 0, len(text)
    while not_fitting - fits > 1:
        middle = (fits + not_fitting) // 2
        fits, not_fitting = (middle, not_fitting) if measure(text[:middle] + CUT) <= most else (fits, middle)
    return whole(text, fits) + CUT


def whole(text: str, length: int) -> str:
    """Returns the beginning of a text, shortened until nothing that belongs to its last letter is missing."""
    while 0 < length < len(text) and (joins(text[length]) or unicodedata.combining(text[length - 1]) == 9):
        length -= 1
    return text[:length].rstrip()


def joins(char: str) -> bool:
    """Whether a character belongs to the letter before it."""
    return unicodedata.category(char)[0] == "M" or unicodedata.category(char) == "Cf"
