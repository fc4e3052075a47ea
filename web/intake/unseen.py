"""Characters that come along with copied text and are not seen, and the dashes that programs write for a hyphen.

Chat programs, editors and PDF readers put zero-width spaces, direction marks, byte order marks and soft hyphens into
what is copied, and turn `-` into longer dashes.

>>> without_unseen("t1\\u200b.2\\ufeff")
't1.2'
>>> with_hyphens("t1\\u20112\\u2212x")
't1-2-x'
"""

from __future__ import annotations

import re
from typing import Final

IGNORABLE: Final = (
    *[(0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)],
    *[(0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)],
    *[(0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)],
)
"""The code points with the property Default_Ignorable_Code_Point (Unicode 16, DerivedCoreProperties.txt)."""

FORMAT: Final = (
    *[(0x0600, 0x0605), (0x06DD, 0x06DD), (0x070F, 0x070F), (0x0890, 0x0891), (0x08E2, 0x08E2), (0xFFF9, 0xFFFB)],
    *[(0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1343F)],
)
"""The format characters (Cf) that are not ignorable; no text has a use for these outside of words. Listed, because a
search through all of Unicode would delay the start of every command."""

SPANS: Final = (*IGNORABLE, *FORMAT)

UNSEEN: Final = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in SPANS) + "]")
"""One character that is not seen."""

DASHES: Final = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d", "-"))


def without_unseen(text: str) -> str:
    """Returns the text without characters that are not seen."""
    return text if text.isascii() else UNSEEN.sub("", text)


def with_hyphens(text: str) -> str:
    """Returns the text with `-` for every dash and minus sign."""
    return text.translate(DASHES)
