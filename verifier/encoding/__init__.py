"""Texts in and out: strict JSON, canonical JSON, strict hex and base64.

*In.* `parse_json` takes UTF-8 bytes of at most 1 MiB, nested at most 16 deep, and refuses what would be read
differently by different readers: duplicate keys, floats, integers of magnitude 2^53 or more, lone surrogates.

*Out.* `canonical` writes RFC 8785: keys in order of their UTF-16 code units, no spaces, the shortest escapes, UTF-8.

    >>> canonical({"value": 16, "do": "bid", "seat": 0})
    b'{"do":"bid","seat":0,"value":16}'
    >>> parse_json(b'{"seat": 0, "seat": 1}')
    Traceback (most recent call last):
    dealproof.verifier.errors.Malformed: the whole text: The key "seat" occurs twice in one object. Each key may occur once.

Hex and base64 are read only as they would be written here: lower-case, padded, no spare bits.

    >>> parse_hex("00ff", 2), parse_base64("AP8=", 2)
    (b'\\x00\\xff', b'\\x00\\xff')

Source: PROTOCOL.md, "JSON"; RECORD.md, "Limits".
"""

import base64
import binascii
import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn, TypeAlias, cast

from dealproof.verifier.encoding import quick
from dealproof.verifier.errors import Malformed

# Mapping and Sequence, so that a value may be typed more closely by who holds it.
Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | bool | None"

MAX_BYTES = 1 << 20  # one record, after decompression
MAX_DEPTH = 16  # objects and lists within each other; a bare text has depth 0
_LARGE_INTEGER = re.compile(rb"-?[0-9]+")
UNHOLDABLE = frozenset({"float", "integer-too-large", "lone-surrogate"})
"""The codes of values that JSON can say and a record cannot hold."""
MAX_INTEGER = (1 << 53) - 1  # the largest that every JSON reader keeps exact

SHOWN = 40  # characters of a text that a sentence repeats

# Sixteen digits in a row are the fewest that may pass MAX_INTEGER (which itself has sixteen).
_LONG_DIGITS = b"0" * 16
_DIGITS_AS_ZERO = bytes(ord("0") if chr(byte) in "0123456789" else ord(" ") for byte in range(256))
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
_TEXT = re.compile(rb'"[^"]*"?')
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
_BEYOND_BMP = re.compile("[\U00010000-\U0010ffff]")
_STEP = {ord("["): 1, ord("]"): -1}
_NOT_STRUCTURE = bytes(set(range(256)) - set(b'"[]{}'))
_AS_BRACKETS = bytes.maketrans(b"{}", b"[]")


def parse_json(data: bytes) -> Json:
    """Read one JSON text strictly.

    Raises Malformed: with pointer "" and one of the codes too-large, bad-utf-8, too-deep, bad-json, duplicate-key;
    or, for the first value that JSON can say and a record cannot hold, with the pointer of that value and one of
    the codes float, integer-too-large, lone-surrogate.
    """
    value, marked = parse_or_mark(data, parse_surely(data) if len(data) <= MAX_BYTES else None)
    if marked:
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
    for pointer, found in _unholdables(value, ""):
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
    return _marked(value) if _SURROGATE_ESCAPE.search(data) else value


class Unholdable(NamedTuple):
    """What JSON can say and a record cannot hold: a float, a large integer, a text with half a character."""

    code: str
    reason: str


def unholdable(value: object) -> Unholdable | None:
    """The fault of a loosely read value that no record can hold, or None if a record can hold it.

    Such a value is read as bytes, a type that JSON does not have: the text as it was written. A text of 1 MiB may have
    hundreds of thousands of them, of which only one is ever named, so anything more would cost more than all the rest.
    """
    if type(value) is not bytes:
        return None
    if value.isascii():
        if _LARGE_INTEGER.fullmatch(value):
            reason = f"{_begun(value.decode())} is out of range. Integers must be within ±(2^53 - 1)."
            return Unholdable("integer-too-large", reason)
        return Unholdable("float", f"{_begun(value.decode())} is not a plain integer; records have no other numbers.")
    half = _LONE_SURROGATE.search(value.decode("utf-8", "surrogatepass"))
    assert half is not None, "a text that is no number holds half a character"
    unit = f"\\u{ord(half[0]):04x}"
    return Unholdable("lone-surrogate", f"{unit} is a lone surrogate; surrogates must occur in pairs.")


class _Marked(Exception):
    """A strict reading met what a record cannot hold."""


def _unholdables(value: object, pointer: str) -> Iterator[tuple[str, Unholdable]]:
    """Each of them in the order of the text, with its JSON pointer."""
    if (found := unholdable(value)) is not None:
        yield pointer, found
    elif isinstance(value, dict):
        for key, item in value.items():
            if (found := unholdable(key)) is not None:
                yield pointer, found
            else:
                yield from _unholdables(item, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _unholdables(item, f"{pointer}/{place}")


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


def canonical(value: Json) -> bytes:
    """Write RFC 8785 canonical JSON as UTF-8.

    `value` is what `parse_json` may give: no floats, no integer past MAX_INTEGER (not looked for here: the type has
    no floats). Raises ValueError where a text holds a lone surrogate, which UTF-8 cannot write.
    """
    sure = quick.canonical(value)
    if sure is not None:
        return sure
    text = _ENCODER.encode(value)
    # Code points and UTF-16 code units sort alike until a key leaves the Basic Multilingual Plane.
    if not text.isascii() and _BEYOND_BMP.search(text):
        text = _UNSORTED.encode(_in_utf16_order(value))
    return text.encode()


def parse_hex(text: str, size: int) -> bytes:
    """Read exactly `size` bytes of lower-case hex. Raises ValueError with a sentence."""
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != size or value.hex() != text:
        raise ValueError(f"This must be {2 * size} lower-case hex digits.")
    return value


def parse_base64(text: str, size: int) -> bytes:
    """Read exactly `size` bytes of padded standard base64. Raises ValueError with a sentence."""
    try:
        value = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        value = b""
    if len(value) != size or format_base64(value) != text:
        raise ValueError(f"This must be the padded base64 of {size} bytes.")
    return value


def format_base64(value: bytes) -> str:
    """Write standard base64 with padding."""
    return base64.b64encode(value).decode("ascii")


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
        shown = json.dumps(_begun(twice), ensure_ascii=not twice.isprintable())
        raise _malformed("duplicate-key", f"The key {shown} occurs twice in one object. Each key may occur once.")
    return members


def _second_of(keys: Iterable[str]) -> str:
    """The first key that has been there before; there is one."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    raise AssertionError("no key is there twice")


def _begun(text: str) -> str:
    """The text as a sentence shows it: whole, or its beginning and an ellipsis."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


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


def _marked(value: Any) -> Any:
    """The same value, each text that UTF-8 cannot write replaced by its bytes."""
    if type(value) is str:
        return value.encode("utf-8", "surrogatepass") if _LONE_SURROGATE.search(value) else value
    if type(value) is list:
        return [_marked(item) for item in value]
    return {_marked(key): _marked(item) for key, item in value.items()} if type(value) is dict else value


def _in_utf16_order(value: Json) -> Json:
    """The same value, the keys of each object in order of their UTF-16 code units."""
    if isinstance(value, Mapping):
        return {key: _in_utf16_order(value[key]) for key in sorted(value, key=_utf16)}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_in_utf16_order(item) for item in value]
    return value


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be")


_STRICT = json.JSONDecoder(object_pairs_hook=_members, parse_float=_refuse_float, parse_constant=_constant)
_WARY = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=_refuse_float, parse_constant=_constant, parse_int=_refuse_integer
)
_LOOSE = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=str.encode, parse_constant=_constant, parse_int=_integer
)
_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":"))
_UNSORTED = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=False, separators=(",", ":"))
