"""Records of every kind, judged: a hand that was played, or a void one.

What cannot be read as the record of a hand is looked at once more, whether its `format` says that it is a void record.
So a hand that was played costs no more than by `replay.audit`.

    >>> judged(b'{"format": "dealproof/void/1"}')[1].malformed.pointer
    '/header'
    >>> judged(b"{}")[1].malformed.code
    'missing-key'
"""

from __future__ import annotations

from typing import Final

from dealproof.replay.audit import audited
from dealproof.replay.hashes import Hashed
from dealproof.replay.record import record, void
from dealproof.replay.record.record import Unreadable
from dealproof.replay.record.void import is_void
from dealproof.replay.verdict import Verdict
from dealproof.replay.void import audited_void
from dealproof.verifier.encoding import parse_loosely
from dealproof.verifier.errors import Malformed

ESCAPED_LETTER: Final = rb"\u00"
"""How JSON may write an ASCII letter without the letter."""


def judged(data: bytes, source: str = "") -> tuple[Hashed | None, Verdict]:
    """Reads and judges one record, void or not. Never raises, for any bytes; the record is None if it is malformed or
    judging it failed. `source` is its name in the verdict."""
    record, verdict = audited(data, source)
    if verdict.malformed is None or not says_void(data):
        return record, verdict
    return audited_void(data, source)


def parse(data: bytes) -> Hashed:
    """Reads one record, void or not. Raises `Malformed` with the first fault."""
    found = record.read(data)
    if not isinstance(found, Unreadable):
        return found
    if says_void(data):
        return void.parse(data)
    raise found.fault


def says_void(data: bytes) -> bool:
    """Whether the bytes are a JSON object that says that it is a void record."""
    if b"void" not in data and ESCAPED_LETTER not in data:
        return False
    try:
        return is_void(parse_loosely(data))
    except (Malformed, RecursionError):
        return False
