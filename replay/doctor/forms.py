"""A text, or a JSON value, in the forms in which programs hash it by mistake."""

from __future__ import annotations

import json
import unicodedata
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Final, NamedTuple

from dealproof.replay.doctor.trial import Trial
from dealproof.verifier.encoding import Json

NEWLINE: Final = "newline"
BLANKS: Final = "blanks"
QUOTES: Final = "quotes"
ESCAPED: Final = "json-escaped"
UPPER: Final = "upper-case"
LOWER: Final = "lower-case"
NFC: Final = "nfc"
NFD: Final = "nfd"
NUMBER: Final = "number-off-by-one"

Form = tuple[str, str]
"""A code, and the text in that form."""


class Layout(NamedTuple):
    """How a program writes JSON."""

    sort: bool = False
    ascii: bool = False
    separators: tuple[str, str] | None = None
    indent: int | None = None


COMPACT: Final = (",", ":")
LAYOUTS: Final = (
    Layout(sort=True, ascii=True, separators=COMPACT),
    Layout(sort=True),
    Layout(sort=True, ascii=True),
    Layout(separators=COMPACT),
    Layout(ascii=True, separators=COMPACT),
    Layout(),
    Layout(ascii=True),
    Layout(sort=True, indent=2),
    Layout(indent=2),
)
"""Canonical JSON has sorted keys, no blanks and only the escapes that it must have: this is what programs write that do
not know of it."""


def texts(text: str) -> Iterator[Form]:
    """Other texts that a player or a program may have had in place of this one."""
    yield from ((NEWLINE, text + end) for end in ("\n", "\r\n"))
    yield from ((NEWLINE, each) for each in (text.rstrip("\r\n"),) if each != text)
    blanks = (text.strip(), text + " ", " " + text, "".join(text.split()), text + "\0")
    yield from ((BLANKS, each) for each in blanks)
    yield from ((QUOTES, f"{mark}{text}{mark}") for mark in "\"'")
    yield from ((QUOTES, text[1:-1]) for mark in "\"'" if len(text) > 2 and text[0] == text[-1] == mark)
    yield from ((ESCAPED, json.dumps(text, ensure_ascii=ascii)) for ascii in (True, False))
    yield from ((ESCAPED, json.dumps(text, ensure_ascii=ascii)[1:-1]) for ascii in (True, False))
    yield from ((NFC, unicodedata.normalize(form, text)) for form in ("NFC", "NFKC"))
    yield from ((NFD, unicodedata.normalize(form, text)) for form in ("NFD", "NFKD"))
    yield UPPER, text.upper()
    yield LOWER, text.lower()
    yield from ((NUMBER, each) for each in beside(text))


def beside(text: str) -> Iterator[str]:
    """The text with the number at its end one larger and one smaller; nothing where it ends with none."""
    start = len(text.rstrip("0123456789"))
    number = text[start:]
    if number.isascii() and 0 < len(number) <= 18:
        yield from (f"{text[:start]}{int(number) + step:0{len(number)}}" for step in (1, -1) if int(number) + step >= 0)


def bytes_of(text: str) -> Iterator[Trial]:
    """What else than the UTF-8 of a text may have been hashed."""
    data = text.encode()
    yield Trial("hex-text", data.hex().encode())
    yield Trial("base64-text", b64encode(data))
    yield from (Trial("encoding", text.encode(name, "replace")) for name in ("utf-16-le", "utf-16-be", "latin-1"))
    yield from (Trial("decoded-hex", each) for each in from_hex(text))
    yield from (Trial("decoded-base64", each) for each in from_base64(text))


def from_hex(text: str) -> Iterator[bytes]:
    """The bytes of a text that is hex."""
    try:
        yield bytes.fromhex(text)
    except ValueError:
        return


def from_base64(text: str) -> Iterator[bytes]:
    """The bytes of a text that is base64."""
    try:
        yield b64decode(text, validate=True)
    except ValueError:
        return


def json_forms(value: Json) -> Iterator[bytes]:
    """The JSON of a value as programs write it that do not write it canonically."""
    for sort, ascii, separators, indent in LAYOUTS:
        yield json.dumps(value, sort_keys=sort, ensure_ascii=ascii, separators=separators, indent=indent).encode()
