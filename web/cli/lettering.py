"""Text for a terminal whose encoding lacks some of its letters: others in their place, as wide as they are.

>>> lettered("✗ 10♠ › José – ദേവകി", "ascii")
'x 10s > Jose - ?????'
>>> exact("José ദേ", "latin-1")
'José \\\\u0d26\\\\u0d47'
"""

from __future__ import annotations

import unicodedata
from typing import Final

from dealproof.web.presentation.text_columns import columns
from dealproof.web.presentation.visible_text import escaped

PLAIN: Final = {
    "✓": "+",
    "✗": "x",
    "…": "~",
    "›": ">",
    "·": "-",
    "×": "x",
    "→": ">",
    "█": "#",
    "░": ".",
    "♠": "s",
    "♥": "h",
    "♦": "d",
    "♣": "c",
    **dict.fromkeys("–—−‑", "-"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”„", '"'),
}
"""Signs of this program and letters that stand for them; suits are as in a record."""


def can_show(text: str, encoding: str) -> bool:
    """Whether an encoding has all letters of a text."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def lettered(text: str, encoding: str) -> str:
    """The text in letters that the encoding has, each as wide as the one in whose place it is: a plain one for a sign
    of this program, a letter without its accent, or a question mark, as `ls` prints it."""
    if can_show(text, encoding):
        return text
    return "".join(char if can_show(char, encoding) else instead(char, encoding) for char in text)


def instead(char: str, encoding: str) -> str:
    """What is written for a letter that the encoding lacks."""
    base = PLAIN.get(char) or unicodedata.normalize("NFKD", char)[0]
    wide = columns(char)
    return base if wide == 1 and base != char and can_show(base, encoding) else "?" * wide


def exact(text: str, encoding: str) -> str:
    """The text with every letter that the encoding lacks as an escape: for what must be read to the letter."""
    if can_show(text, encoding):
        return text
    return "".join(char if can_show(char, encoding) else escaped(char) for char in text)
