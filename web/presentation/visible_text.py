"""Letters that other people chose, made safe to look at: names, seeds and file names may hold any character.

>>> visible("a\\x1b[31m"), visible("Asha\\u200b")
('a\\\\u001b[31m', 'Asha\\\\u200b')
>>> distinct_names(["Asha", "Asha\\u200d", "Biju"])
('Asha', 'Asha\\\\u200d', 'Biju')
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn"})
"""Categories of characters that are nothing to look at: controls, formats, halves of pairs, line separators, private
and unassigned ones."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159")
"""Letters, marks and signs that are blank (most of them "default ignorable" in Unicode)."""
JOINERS: Final = frozenset("\u200c\u200d")
"""Characters that shape the letters around them. Malayalam, Arabic and emoji need them; elsewhere they are unseen."""
VIRAMA: Final = 9
"""The combining class of the sign after which, and before which, a joiner shapes letters of India."""
PICTURES: Final = frozenset({"So", "Sk"})
"""Categories of emoji and of their skin colours."""


def visible(text: str) -> str:
    """The text with every character that would not show, or would turn its neighbours, written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if shows(text, at) else escaped(char) for at, char in enumerate(text))


def shows(text: str, at: int) -> bool:
    """Whether a character of a text can be seen there, or shapes what is seen."""
    char, before, after = text[at], text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if char in JOINERS:
        return shapes(before, after)
    if selects(char):
        return before != "" and (unicodedata.category(before) in PICTURES or after == "\u20e3")
    return char not in BLANK and unicodedata.category(char) not in UNSEEN


def shapes(before: str, after: str) -> bool:
    """Whether a joiner between these two characters has an effect."""
    if not before or not after:
        return before != "" and unicodedata.combining(before) == VIRAMA
    if VIRAMA in (unicodedata.combining(before), unicodedata.combining(after)):
        return True
    if unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL":
        return True
    pictured = selects(before) or unicodedata.category(before) in PICTURES
    return pictured and unicodedata.category(after) in PICTURES


def selects(char: str) -> bool:
    """Whether a character chooses how the one before it looks."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names, those that look like another one with everything written out in which they differ: unseen
    characters and odd spaces, or where that is not enough every letter beyond ASCII."""
    given = tuple(names)
    once = written_out(given, lambda name: ODD.sub(lambda found: "".join(map(escaped, found[0])), bare(name)))
    return written_out(once, lambda name: "".join(char if char.isascii() else escaped(char) for char in name))


ODD: Final = re.compile(r"^ +| +$|(?<= ) +")
"""Spaces that a page does not show."""


def written_out(names: tuple[str, ...], rewrite: Callable[[str], str]) -> tuple[str, ...]:
    """The names, those that look alike rewritten."""
    if all(name.isascii() and " " not in name for name in names):
        return names
    looks = [look(name) for name in names]
    often = Counter(looks)
    return tuple(rewrite(name) if often[seen] > 1 else name for name, seen in zip(names, looks, strict=True))


def look(name: str) -> str:
    """What is seen of a name: compatible letters made alike, unseen ones left out, spaces closed up."""
    shown = "".join(char for char in name if not ignorable(char))
    return " ".join(unicodedata.normalize("NFKC", shown).split())


def bare(name: str) -> str:
    """A name with all unseen characters, joiners too, as escapes."""
    return "".join(escaped(char) if ignorable(char) else char for char in name)


def ignorable(char: str) -> bool:
    """Whether a character by itself is unseen."""
    return char in BLANK or selects(char) or unicodedata.category(char) in UNSEEN


def escaped(char: str) -> str:
    """One character as JSON readers know it."""
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else json.dumps(char)[1:-1]


def quoted(text: str) -> str:
    """A text as JSON writes it, so that nothing in it is lost to the eye.

    >>> quoted(' "a" ')
    '" \\\\"a\\\\" "'
    """
    return visible(json.dumps(text, ensure_ascii=False))
