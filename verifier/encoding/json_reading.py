"""Strict JSON: a text is read only where every reader would read the same.

    >>> parse_json(b'{"seat": 0, "seat": 1}')
    Traceback (most recent call last):
    dealproof.verifier.errors.Malformed: the whole text: The key "seat" occurs twice in one object. Each key may occur once.
    >>> parse_loosely(b'{"value": 1.5}')
    {'value': b'1.5'}

Source: PROTOCOL.md, "JSON"; RECORD.md, "Limits".
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterable
from itertools import accumulate
from typing import Final, NoReturn, cast

from dealproof.verifier.encoding import quick
from dealproof.verifier.encoding.json_value import MAX_INTEGER, Json, marked, shortened, unholdables
from dealproof.verifier.errors import Malformed

MAX_BYTES: Final = 1 << 20
"""The limit of one record, after decompression."""
MAX_DEPTH: Final = 16
"""How deep objects and lists may be nested; a bare text has depth 0."""

# Sixteen digits in a row are the fewest that may pass MAX_INTEGER (which itself has sixteen).
_LONG_DIGITS = b"0" * 16
_DIGITS_AS_ZERO = bytes(ord("0") if chr(byte) in "0123456789" else ord(" ") for byte in range(256))
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
_TEXT = re.compile(rb'"[^"]*"?')
_STEP = {ord("["): 1, ord("]"): -1}
_NOT_STRUCTURE = bytes(set(range(256)) - set(b'"[]{}'))
_AS_BRACKETS = bytes.maketrans(b"{}", b"[]")


def parse_json(data: bytes) -> Json:
    """Read one JSON text strictly.

    Raises Malformed: with pointer "" and one of the codes too-large, bad-utf-8, too-deep, bad-json, duplicate-key;
    or, for the first value that JSON can say and a record cannot hold, with the pointer of that value and one of
    the codes float, integer-too-large, lone-surrogate.
    """
    value, doubtful = parse_or_mark(data, parse_surely(data) if len(data) <= MAX_BYTES else None)
    if doubtful:
        refuse_marked(value)
    return value


def parse_or_mark(data: bytes, sure: quick.Read | None) -> tuple[Json, bool]:
    """Read one JSON text, and say whether it may hold what a record cannot: then it is read like `parse_loosely`.

    `sure` is what `parse_surely` made of it. Any text is decoded at most twice more. Raises
    Malformed for the whole text.
    """
    _check_limits(data)
    if sure is not None and not quick.may_hold_floats(sure.text):
        return cast(Json, sure.value), False
    if _SURROGATE_ESCAPE.search(data):
        return parse_loosely(data), True
    try:
        # A hook for integers would be called at each of them; only a text with a long one needs it.
        wary = _LONG_DIGITS in data.translate(_DIGITS_AS_ZERO)
        return _decoded(data, _WARY if wary else _STRICT), False
    except _Marked:
        return parse_loosely(data), True


def refuse_marked(value: Json) -> None:
    """Raise Malformed, with its pointer, for the first value that no record can hold (`unholdable`)."""
    for pointer, found in unholdables(value, ""):
        raise Malformed(pointer, found.code, found.reason)


def parse_surely(data: bytes) -> quick.Read | None:
    """Read one JSON text quickly, or return None where that cannot be done with certainty.

    The value is what `parse_json` would return, and its text the canonical JSON, unless the text is too large,
    too deep, or holds floats or keys beyond the BMP; the caller must rule these out.
    """
    return quick.parse(data)


def parse_loosely(data: bytes) -> Json:
    """Read one JSON text like `parse_json`, but represent values that cannot be held as bytes (`unholdable`).

    For a reader that checks every value in its own order and names the first fault in that order.
    """
    _check_limits(data)
    value = _decoded(data, _LOOSE)
    # UTF-8 holds no surrogates, so a lone one can only come from an escape; the decoder joins pairs.
    return marked(value) if _SURROGATE_ESCAPE.search(data) else value


class _Marked(Exception):
    """A strict reading met what a record cannot hold."""


def _check_limits(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        # How many more is not said: of a longer text a reader may hold no more than shows that it is too long.
        raise _malformed("too-large", f"The text is larger than {MAX_BYTES} bytes, the limit for a record.")
    if _too_deep(data):
        _text(data)  # what is no text at all is said first
        raise _malformed("too-deep", f"Objects and lists are nested more than {MAX_DEPTH} levels deep.")


def _decoded(data: bytes, decoder: json.JSONDecoder) -> Json:
    text = _text(data)
    try:
        return cast(Json, decoder.decode(text))
    except json.JSONDecodeError as fault:
        if data.startswith(BOM_UTF8):
            raise _malformed("bad-json", "The text begins with a byte order mark, which must be removed.") from None
        where = f"line {fault.lineno}, column {fault.colno}"
        raise _malformed("bad-json", f"The text is not JSON at {where}: {fault.msg}.") from None


def _malformed(code: str, reason: str) -> Malformed:
    return Malformed("", code, reason)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise _malformed("bad-utf-8", f"Byte {fault.start} is not valid UTF-8. A record must be UTF-8 text.") from None


def _too_deep(data: bytes) -> bool:
    """Whether objects and lists are nested more than MAX_DEPTH deep; found before parsing, which would recurse."""
    if b"\\" in data:
        data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    brackets = data.translate(_AS_BRACKETS, _NOT_STRUCTURE).replace(b'""', b"")
    # A quote is left where some text holds a bracket: take the texts out whole.
    if b'"' in brackets:
        brackets = _TEXT.sub(b"", data).translate(_AS_BRACKETS, _NOT_STRUCTURE)
    rest = brackets
    for _ in range(MAX_DEPTH):
        rest = rest.replace(b"[]", b"")
    # What is left is nested deeper or unbalanced; a count decides which.
    return bool(rest) and max(accumulate(map(_STEP.__getitem__, brackets))) > MAX_DEPTH


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        twice = _second_of(key for key, _ in pairs)
        # Escapes only where the key holds what cannot be printed, half a character say.
        shown = json.dumps(shortened(twice), ensure_ascii=not twice.isprintable())
        raise _malformed("duplicate-key", f"The key {shown} occurs twice in one object. Each key may occur once.")
    return members


def _second_of(keys: Iterable[str]) -> str:
    """The first key that occurs a second time; there must be one."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    raise AssertionError("no key is there twice")


def _constant(text: str) -> NoReturn:
    raise _malformed("bad-json", f"{text} is not JSON.")


def _integer(text: str) -> int | bytes:
    # Length first: the time to read a number grows with the square of its digits.
    if len(text) > len(f"-{MAX_INTEGER}") or abs(int(text)) > MAX_INTEGER:
        return text.encode()
    return int(text)


def _refuse_float(text: str) -> NoReturn:
    raise _Marked


def _refuse_integer(text: str) -> int:
    value = _integer(text)
    if isinstance(value, bytes):
        raise _Marked
    return value


_STRICT = json.JSONDecoder(object_pairs_hook=_members, parse_float=_refuse_float, parse_constant=_constant)
_WARY = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=_refuse_float, parse_constant=_constant, parse_int=_refuse_integer
)
_LOOSE = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=str.encode, parse_constant=_constant, parse_int=_integer
)
