"""The statements that find hands by a clue. Each is answered from an index and bounded, however many hands are stored.

exact       the key of `clues`: kind, text
beginning   the same, a range of it
place       ix_hands_table_number
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, literal, select, union_all
from sqlmodel import col

from dealproof.web.store.clues.models import Clue
from dealproof.web.store.clues.names import key_of_name
from dealproof.web.store.clues.rows import MATCH, PLAYER, TABLE
from dealproof.web.store.desk.models import BY_CODE_POINT
from dealproof.web.store.models import StoredHand, Summary

LAST: Final = "\U0010ffff"
"""A text behind every other: the texts that begin with P come before P and this."""

AT_ONCE: Final = 500
KNOWN_AT_ONCE: Final = 100
"""Texts that one statement looks for: as a list, and as a table of its own."""


class Hit(NamedTuple):
    """A clue that was found: its kind and text, and the ID of the hand, the table or the match that it names."""

    kind: str
    text: str
    name: str


COLUMNS: Final = (
    *(col(Clue.kind), col(Clue.text)),
    *(col(StoredHand.hand), col(StoredHand.table_id), col(StoredHand.match_id)),
)


def exact(connection: Connection, kinds: Sequence[str], texts: Sequence[str], most: int) -> list[Hit]:
    """Returns up to `most` clues of these kinds with one of these texts, in the order of the kinds and of arrival."""
    found: list[Hit] = []
    for kind in kinds:
        for start in range(0, len(texts), AT_ONCE):
            these = col(Clue.text).in_(texts[start : start + AT_ONCE])
            found += hits(connection, kind, most - len(found), these)
            if len(found) == most:
                return found
    return found


def beginning(connection: Connection, kinds: Sequence[str], start: str, most: int) -> list[Hit]:
    """Returns up to `most` clues of these kinds whose text begins with `start`, in the order of the kinds."""
    found: list[Hit] = []
    for kind in kinds:
        found += hits(connection, kind, most - len(found), col(Clue.text) >= start, col(Clue.text) < start + LAST)
        if len(found) == most:
            break
    return found


def hits(connection: Connection, kind: str, most: int, *conditions: Any) -> Iterator[Hit]:
    """Yields up to `most` clues of a kind."""
    found = select(*COLUMNS).join_from(Clue, StoredHand, col(StoredHand.id) == col(Clue.hand_id))
    these = found.where(col(Clue.kind) == kind, *conditions).order_by(col(Clue.text), col(Clue.hand_id)).limit(most)
    rows: Iterable[Any] = connection.execute(these)
    for row in rows:
        yield Hit(row.kind, row.text, {TABLE: row.table_id, MATCH: row.match_id}.get(kind, row.hand))


def known(connection: Connection, kind: str, texts: Sequence[str]) -> list[str]:
    """Returns those of the texts that are the text of a clue of a kind, in their order: one look at the index for each,
    however many hands have it."""
    found: list[str] = []
    for start in range(0, len(texts), KNOWN_AT_ONCE):
        these = texts[start : start + KNOWN_AT_ONCE]
        asked = union_all(*(select(literal(text, BY_CODE_POINT).label("text")) for text in these)).subquery()
        there = select(literal(1)).where(col(Clue.kind) == kind, col(Clue.text) == asked.c.text)
        found += connection.execute(select(asked.c.text).where(there.exists())).scalars()
    return [text for text in texts if text in set(found)]


def texts(connection: Connection, kind: str, start: str, most: int) -> list[str]:
    """Returns up to `most` different texts of a kind that begin with `start`: one look at the index for each, so that a
    text that many hands have is passed over at once."""
    found: list[str] = []
    text: str | None = None
    while len(found) < most:
        behind = col(Clue.text) >= start if text is None else col(Clue.text) > text
        these = select(col(Clue.text)).where(col(Clue.kind) == kind, behind, col(Clue.text) < start + LAST)
        text = connection.execute(these.order_by(col(Clue.text)).limit(1)).scalar()
        if text is None:
            break
        found.append(text)
    return found


def seats(connection: Connection, player: str) -> list[str]:
    """Returns the names of the players of the last hand that a player has a seat in."""
    found = select(col(Summary.seats)).join_from(Clue, Summary, col(Summary.hand_id) == col(Clue.hand_id))
    these = found.where(col(Clue.kind) == PLAYER, col(Clue.text) == player)
    names: list[str] | None = connection.execute(these.order_by(col(Clue.hand_id).desc()).limit(1)).scalar()
    return names or []


def spelling(connection: Connection, player: str) -> str:
    """Returns the name of a player as the last hand has it; where it says none, the form in which it is looked up."""
    return next((name for name in seats(connection, player) if key_of_name(name) == player), player)


def at_place(connection: Connection, table: str, number: int, most: int) -> list[str]:
    """Returns the IDs of up to `most` hands with a number at a table, in the order of their arrival."""
    found = select(col(StoredHand.hand)).where(col(StoredHand.table_id) == table, col(StoredHand.number) == number)
    return [*connection.execute(found.order_by(col(StoredHand.id)).limit(most)).scalars()]


def around_place(connection: Connection, table: str, number: int, most: int) -> list[str]:
    """Returns the IDs of up to `most` hands of a table around a number: half from it on, half before it."""
    place, id = col(StoredHand.number), col(StoredHand.id)
    hands = select(col(StoredHand.hand)).where(col(StoredHand.table_id) == table)
    after = hands.where(place >= number).order_by(place, id).limit(most - most // 2)
    before = hands.where(place < number).order_by(place.desc(), id.desc()).limit(most // 2)
    return [*reversed([*connection.execute(before).scalars()]), *connection.execute(after).scalars()]
