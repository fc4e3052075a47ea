"""A faster JSON reader and writer for when `orjson` is installed. It never differs from the strict ones.

Both return None when they are unsure; `verifier.encoding` then does the work with the standard library. They are sure
only where the same result is certain:

*Reading.* The last of two equal keys would win silently, so what `orjson` makes of a text is written out again and the
quotes are counted: each text has two around it, apart from those inside, and a dropped key removes at least two. If
the number of quotes is the same, no key occurred twice. Integers past 2^53 are refused by the writer, lone
surrogates by the reader. What is left to the caller: size, depth, and whether there are floats.

*Writing.* `orjson` sorts keys by code point and escapes as RFC 8785 does. That differs from canonical order only where
a character of a key lies beyond the Basic Multilingual Plane (RFC 8785: keys in order of their UTF-16 units).
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

try:
    import orjson

    _INSTALLED = True
    _WRITING = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER
except ImportError:  # the core also runs where there is nothing but the standard library
    _INSTALLED = False

_DIGITS_AS_NOUGHT: Final = bytes.maketrans(b"123456789", b"000000000")
# As `orjson` writes floats: a digit before a point, or one digit between a sign, comma, colon or bracket and an e.
_FLOATS: Final = (b"0.", b":0e", b",0e", b"[0e", b"-0e")
# Characters of four bytes stand after U+E000 to U+FFFF, which begin with \xee or \xef, by code point, and before them
# in UTF-16. Where there are both, and one of the former in a text that is a key, it may matter to the order.
_KEY_BEYOND_BMP: Final = re.compile(rb'[\xf0-\xf4](?:[^"\\]|\\.)*":')


class Read(NamedTuple):
    """The value of a JSON text, including floats, and its text: canonical except for floats and for the order of keys
    beyond the BMP."""

    value: Any
    text: bytes


def parse(data: bytes) -> Read | None:
    """What a JSON text holds, or None where this reader is unsure of it."""
    if not _INSTALLED:
        return None
    try:
        value = orjson.loads(data)
        text = orjson.dumps(value, option=_WRITING)
    except (orjson.JSONDecodeError, TypeError):
        return None
    if text == data or _quotes_round_texts(text) == _quotes_round_texts(data):
        return Read(value, text)
    return None


def _quotes_round_texts(text: bytes) -> int:
    """The number of quotes around the strings of a JSON text, without those inside them."""
    if b"\\\\" in text:
        text = text.replace(b"\\\\", b"")
    return text.count(b'"') - text.count(b'\\"')


def may_hold_floats(text: bytes) -> bool:
    """Whether a text that `parse` wrote again may hold a float; never says no where there is one."""
    noughts = (b":" + text).translate(_DIGITS_AS_NOUGHT)
    return any(float_ in noughts for float_ in _FLOATS)


def canonical(value: object) -> bytes | None:
    """The canonical JSON of a value, or None where this writer is unsure of it."""
    if not _INSTALLED:
        return None
    try:
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return None
    return None if (b"\xee" in text or b"\xef" in text) and _KEY_BEYOND_BMP.search(text) else text
