"""The fields of which the log's texts are made: UTF-8 lines, decimal numbers, base64.

Each is read only as it would be written here. `code` is the code of the `MalformedLog` that is raised otherwise: it
says what kind of text was being read.

    >>> parse_number("70000", "bad-proof"), parse_base64("AP8=", "bad-proof")
    (70000, b'\\x00\\xff')
    >>> parse_number("007", "bad-proof")
    Traceback (most recent call last):
    dealproof.verifier.errors.MalformedLog: '007' is not a number. A number is decimal, without sign or leading zeros, and below 2^53.

Source: LOG.md, "Texts".
"""

import base64
import re
from typing import Final

from dealproof.verifier.encoding import MAX_INTEGER, SHOWN
from dealproof.verifier.errors import MalformedLog

HASH_BYTES: Final = 32
MAX_HASHES: Final = 63
"""Hashes in one proof: enough for any tree that a number can count."""

PRIVATE: Final = "PRIVATE+KEY+"
"""What the text of a secret key begins with."""

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f]")


def shown(text: str) -> str:
    """Returns a text as a sentence shows it: in quotes, and only its beginning if it is long. Nothing of a secret key is
    shown, which somebody may have given in place of something else."""
    before, secret, _ = text.partition(PRIVATE)
    text = f"{before}{PRIVATE}…" if secret else text
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")


def parse_text(data: bytes, code: str) -> str:
    """Reads UTF-8 text that ends with a newline and has no other control character below U+0020."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise MalformedLog(code, f"Byte {fault.start} is not valid UTF-8.") from None
    if found := _CONTROL.search(text):
        raise MalformedLog(code, f"Character {found.start()} is the control character {found[0]!r}.")
    if not text.endswith("\n"):
        raise MalformedLog(code, "The last line does not end with a newline.")
    return text


def parse_number(text: str, code: str) -> int:
    """Reads a decimal number below 2^53, without sign and leading zeros."""
    if not _NUMBER.fullmatch(text) or int(text) > MAX_INTEGER:
        rule = "A number is decimal, without sign or leading zeros, and below 2^53."
        raise MalformedLog(code, f"{shown(text)} is not a number. {rule}")
    return int(text)


def parse_base64(text: str, code: str) -> bytes:
    """Reads padded standard base64 without spare bits, of any length."""
    try:
        value = base64.b64decode(text, validate=True)
    except ValueError:
        value = b""
    if not value or format_base64(value) != text:
        raise MalformedLog(code, f"{shown(text)} is not padded base64 of one byte or more.")
    return value


def parse_hash(text: str, code: str) -> bytes:
    """Reads the base64 of 32 bytes."""
    value = parse_base64(text, code)
    if len(value) != HASH_BYTES:
        raise MalformedLog(code, f"{shown(text)} has {len(value)} bytes; a hash has {HASH_BYTES}.")
    return value


def format_base64(value: bytes) -> str:
    """Writes padded standard base64."""
    return base64.b64encode(value).decode("ascii")
