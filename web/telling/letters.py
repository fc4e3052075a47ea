"""Letters that other people chose, made safe to look at: names, seeds and file names may hold any character.

>>> visible("a\\x1b[31m")
'a\\\\u001b[31m'
"""

from __future__ import annotations

import json
import unicodedata
from typing import Final

UNSEEN: Final = {"Cc", "Cs", "Zl", "Zp", "Co", "Cn"}
"""Categories of characters that are nothing to look at: controls, halves of pairs, line separators, unassigned."""
TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u00ad")
"""Characters that turn the direction of what follows, or are not seen. Joiners stay: Malayalam and emoji need them."""


def visible(text: str) -> str:
    """The text with every character that would not show, or would turn its neighbours, written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(escaped(char) if char in TURNING or unicodedata.category(char) in UNSEEN else char for char in text)


def escaped(char: str) -> str:
    """One character as JSON readers know it."""
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else json.dumps(char)[1:-1]


def quoted(text: str) -> str:
    """A text as JSON writes it, so that nothing in it is lost to the eye.

    >>> quoted(' "a" ')
    '" \\\\"a\\\\" "'
    """
    return visible(json.dumps(text, ensure_ascii=False))
