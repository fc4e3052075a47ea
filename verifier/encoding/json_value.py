"""The values of JSON, and those that a record cannot hold: floats, large integers, texts with half a character.

    >>> unholdable(b"1.5").code, unholdable("1.5")
    ('float', None)

Source: PROTOCOL.md, "JSON"; RFC 8259; RFC 7493 (I-JSON).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

# Mapping and Sequence, so that a value may be typed more closely by who holds it.
Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | bool | None"

MAX_INTEGER: Final = (1 << 53) - 1
"""The largest integer that every JSON reader keeps exact."""
SHOWN: Final = 40
"""How many characters of a text a sentence repeats."""
UNHOLDABLE: Final = frozenset({"float", "integer-too-large", "lone-surrogate"})
"""The codes of values that JSON can say and a record cannot hold."""

_LARGE_INTEGER = re.compile(rb"-?[0-9]+")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


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
            reason = f"{shortened(value.decode())} is out of range. Integers must be within ±(2^53 - 1)."
            return Unholdable("integer-too-large", reason)
        return Unholdable(
            "float", f"{shortened(value.decode())} is not a plain integer; records have no other numbers."
        )
    half = _LONE_SURROGATE.search(value.decode("utf-8", "surrogatepass"))
    assert half is not None, "a text that is no number holds half a character"
    unit = f"\\u{ord(half[0]):04x}"
    return Unholdable("lone-surrogate", f"{unit} is a lone surrogate; surrogates must occur in pairs.")


def unholdables(value: object, pointer: str) -> Iterator[tuple[str, Unholdable]]:
    """Yields what no record can hold in a loosely read value, in the order of the text, with its JSON pointer."""
    if (found := unholdable(value)) is not None:
        yield pointer, found
    elif isinstance(value, dict):
        for key, item in value.items():
            if (found := unholdable(key)) is not None:
                yield pointer, found
            else:
                yield from unholdables(item, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from unholdables(item, f"{pointer}/{place}")


def marked(value: Any) -> Any:
    """Returns the value with each text that UTF-8 cannot write replaced by its bytes."""
    if type(value) is str:
        return value.encode("utf-8", "surrogatepass") if _LONE_SURROGATE.search(value) else value
    if type(value) is list:
        return [marked(item) for item in value]
    return {marked(key): marked(item) for key, item in value.items()} if type(value) is dict else value


def shortened(text: str) -> str:
    """The text as a sentence shows it: whole, or its beginning and an ellipsis."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"
