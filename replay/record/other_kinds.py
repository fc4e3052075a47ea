"""What the readers of void records and of imported hands share: no quick reading, and a format that names the kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from dealproof.replay.record.record import Unreadable, hand_id
from dealproof.verifier.encoding import Json, parse_or_mark, refuse_marked
from dealproof.verifier.errors import Malformed

R = TypeVar("R")


def read_strictly(data: bytes, from_json: Callable[[Json], R]) -> R | Unreadable:
    """Reads one record by `from_json`, which raises `Malformed`. Returns its first fault if it has one."""
    try:
        value, marked = parse_or_mark(data, None)
    except Malformed as fault:
        return Unreadable(fault, None)
    try:
        record = from_json(value)
        if marked:
            refuse_marked(value)
    except Malformed as fault:
        return Unreadable(fault, hand_id(value))
    return record


def has_format(value: Json, begins: str) -> bool:
    """Whether a JSON value is an object whose format begins in this way."""
    format = value.get("format") if isinstance(value, Mapping) else None
    return isinstance(format, str) and format.startswith(begins)
