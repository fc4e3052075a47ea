"""A quicker reader and writer of JSON, where `orjson` is installed, that never answers otherwise than the strict ones.

Both functions may be unsure (None), and then `verifier.encoding` does the work itself, with the standard library alone.
They are sure only where the same answer is certain:

*Reading.* What `orjson` makes of a text is written out again and held against the text, but for one space after commas
and colons. Where the two are the same bytes, every key and every value of the text stands in what was read: no key
stood twice, no escape was used, no half character was lost. Taking spaces out cannot hide a second key, for it changes
neither what is a key nor how many there are. Integers past 2^53 are refused by the writer; a fraction or an exponent,
as `orjson` writes them, has a digit before a point, or one digit after a sign, comma, colon or bracket and before an e.
Size and depth are the caller's to look at.

*Writing.* `orjson` sorts keys by code point and escapes as RFC 8785 does. That differs from canonical order only where
a character of a key lies beyond the Basic Multilingual Plane (RFC 8785: keys in order of their UTF-16 units).
"""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

orjson: Any = None
with suppress(ImportError):  # the core also runs where there is nothing but the standard library
    orjson = import_module("orjson")

_DIGITS_AS_NOUGHT: Final = bytes.maketrans(b"123456789", b"000000000")
_FLOATS: Final = (b"0.", b":0e", b",0e", b"[0e", b"-0e")
# A character of four bytes in a text that is a key; only there does it matter to the order.
_KEY_BEYOND_BMP: Final = re.compile(rb'[\xf0-\xf4](?:[^"\\]|\\.)*":')


def parse(data: bytes) -> Any | None:
    """The value of a JSON text, or None where this reader is unsure of it (and for `null`)."""
    if orjson is None:
        return None
    try:
        value = orjson.loads(data)
        written = orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER)
    except (orjson.JSONDecodeError, TypeError):
        return None
    if written != data and written != data.replace(b", ", b",").replace(b": ", b":"):
        return None
    noughts = written.translate(_DIGITS_AS_NOUGHT)
    for float_ in _FLOATS:
        if float_ in noughts:
            return None
    return value


def canonical(value: object) -> bytes | None:
    """The canonical JSON of a value, or None where this writer is unsure of it."""
    if orjson is None:
        return None
    try:
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return None
    return None if not text.isascii() and _KEY_BEYOND_BMP.search(text) else text
