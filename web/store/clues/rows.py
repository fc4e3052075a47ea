"""Which clues a record has, and how they are stored. Whoever stores or replaces a record calls `put` in the same
transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select
from sqlmodel import col

from dealproof.replay.record.identifiers import HEX_32
from dealproof.replay.record.imported import is_imported
from dealproof.verifier.encoding import canonical
from dealproof.web.intake.comparison import is_hidden, object_of
from dealproof.web.store.clues.models import Clue
from dealproof.web.store.clues.names import keys_of_names
from dealproof.web.store.models import StoredHand
from dealproof.web.store.summary import mapping, names

HAND: Final = "hand"
TABLE: Final = "table"
MATCH: Final = "match"
PLAYER: Final = "player"
SERVER: Final = "server"
SEAT: Final = "seat"
HEADER: Final = "header"
LOG: Final = "log"
RECORD: Final = "record"

HASHES: Final = (SERVER, SEAT, HEADER, LOG, RECORD)
"""The kinds whose text is a hash, 64 hex digits: the server commitment, the commitment of a seat, the SHA-256 of the
header's canonical JSON (LOG.md, "Leaves"), the log head, and the SHA-256 of the record's bytes."""

Clues = Iterator[tuple[str, str]]
"""Kinds, each with a text."""


def clues_of(data: bytes) -> Clues:
    """Yields the names and the hashes of a record, as far as it can be read."""
    root = object_of(data)
    header = mapping(root if is_imported(root) else root.get("header"))
    for name in keys_of_names(names(header.get("seats"))):
        yield PLAYER, name
    for kind, value in hashes(root, header, data):
        if isinstance(value, str) and HEX_32.fullmatch(value):
            yield kind, value


def hashes(root: Mapping[str, Any], header: Mapping[str, Any], data: bytes) -> Iterator[tuple[str, Any]]:
    """Yields the hashes of a record; an imported one has only that of its bytes."""
    if not is_imported(root):
        yield SERVER, header.get("server_commitment")
        yield from ((SEAT, each) for each in names(header.get("player_commitments")))
        yield HEADER, sha256(canonical({**header})).hexdigest()
    if not is_hidden(root):
        yield LOG, root.get("log_head")
        yield RECORD, sha256(data).hexdigest()


def ids_of(connection: Connection, id: int) -> Clues:
    """Yields the ID of the hand with this ID in the table; its table and its match, as far as it is their first."""
    columns = (col(StoredHand.table_id), col(StoredHand.match_id))
    hand: Any = connection.execute(select(col(StoredHand.hand), *columns).where(col(StoredHand.id) == id)).one()
    yield HAND, hand[0].lower()
    for kind, column, name in zip((TABLE, MATCH), columns, hand[1:], strict=True):
        if name is not None:
            first = select(func.min(col(StoredHand.id))).where(column == name)
            if connection.execute(first).scalar_one() == id:
                yield kind, name.lower()


def put(connection: Connection, id: int, data: bytes) -> None:
    """Stores the clues of the hand with this ID in the table, in place of those that are there."""
    found = {*clues_of(data), *ids_of(connection, id)}
    connection.execute(delete(Clue).where(col(Clue.hand_id) == id))
    connection.execute(insert(Clue), [{"kind": kind, "text": text, "hand_id": id} for kind, text in sorted(found)])
