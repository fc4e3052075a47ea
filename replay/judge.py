"""Records of every kind, judged: a hand that was played, a void one, or an imported one.

What cannot be read as the record of a hand is looked at once more, whether its `format` says that it is another kind of
record. So a hand that was played costs no more than by `replay.audit`.

    >>> judged(b'{"format": "dealproof/void/1"}')[1].malformed.pointer
    '/header'
    >>> judged(b'{"format": "dealproof/import/1"}')[1].malformed.pointer
    '/hand'
    >>> judged(b"{}")[1].malformed.code
    'missing-key'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from dealproof.replay.audit import audited, followed
from dealproof.replay.core.engine import Narrator
from dealproof.replay.imported import audited_import, followed_import
from dealproof.replay.record import imported, record, void
from dealproof.replay.record.imported import ImportedRecord, is_imported
from dealproof.replay.record.record import Record, Unreadable
from dealproof.replay.record.void import VoidRecord, is_void
from dealproof.replay.verdict import Verdict
from dealproof.replay.void import audited_void
from dealproof.verifier.encoding import Json, parse_loosely
from dealproof.verifier.errors import Malformed

AnyRecord: TypeAlias = Record | VoidRecord | ImportedRecord
"""A record of any kind, as read."""

ESCAPED_LETTER: Final = rb"\u00"
"""How JSON may write an ASCII letter without the letter."""

VOID: Final = b"void"
IMPORT: Final = b"import"

Read: TypeAlias = Callable[[bytes], AnyRecord]
Audited: TypeAlias = Callable[[bytes, str], tuple[AnyRecord | None, Verdict]]

KINDS: Final[Mapping[bytes, tuple[Callable[[Json], bool], Read, Audited]]] = {
    VOID: (is_void, void.parse, audited_void),
    IMPORT: (is_imported, imported.parse, audited_import),
}
"""The kinds of record beside that of a hand: a word that its format has, what says that a value is one, and what reads
and judges it."""


def judged(data: bytes, source: str = "") -> tuple[AnyRecord | None, Verdict]:
    """Reads and judges one record of any kind. Never raises, for any bytes; the record is None if it is malformed or
    judging it failed. `source` is its name in the verdict."""
    found, verdict = audited(data, source)
    if verdict.malformed is None or (kind := kind_of(data)) is None:
        return found, verdict
    return KINDS[kind][2](data, source)


def parse(data: bytes) -> AnyRecord:
    """Reads one record of any kind. Raises `Malformed` with the first fault."""
    found = record.read(data)
    if not isinstance(found, Unreadable):
        return found
    if (kind := kind_of(data)) is not None:
        return KINDS[kind][1](data)
    raise found.fault


def kind_of(data: bytes) -> bytes | None:
    """The key in `KINDS` of bytes that are a JSON object which says that it is a record of another kind; None of all
    others."""
    if ESCAPED_LETTER not in data and not any(word in data for word in KINDS):
        return None
    try:
        value = parse_loosely(data)
    except (Malformed, RecursionError):
        return None
    return next((word for word, (says, _, _) in KINDS.items() if says(value)), None)


def narrator_of(record: AnyRecord) -> Narrator | None:
    """A narrator that has followed the events of a judged record as far as they are legal. None if its cards are not
    known: the server seed is hidden, or a player seed is missing."""
    if isinstance(record, ImportedRecord):
        return followed_import(record)
    return followed(record) if record.server_seed is not None and None not in record.player_seeds else None
