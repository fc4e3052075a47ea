"""What a record says about itself at a glance: hand ID, commitment and server seed, without reading all of it.

>>> glance(b'{"header": {"hand": "t1.2", "server_commitment": "ab"}, "server_seed": null}')
Glance(hand='t1.2', commitment='ab', seed=None)
>>> glance(b"no record")
Glance(hand=None, commitment=None, seed=None)
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from dealproof.replay.record.record import hand_id
from dealproof.verifier.encoding import parse_loosely
from dealproof.verifier.errors import Malformed

KEYS: Final = (b'"hand"', b'"server_commitment"', b'"server_seed"')
VALUE: Final = re.compile(rb'\s*:\s*(?:"([^"\\]*)"|null)')


class Glance(NamedTuple):
    """The hand ID, the commitment and the server seed as the record writes them; None where there is none."""

    hand: str | None
    commitment: str | None
    seed: str | None


def glance(data: bytes) -> Glance:
    """Returns what the bytes say about themselves; they need not be a record."""
    values = []
    for key in KEYS:
        # A key that is there just once, with a plain value, needs no parser; quotes within a text are escaped.
        place = data.find(key)
        found = VALUE.match(data, place + len(key)) if place >= 0 and data.find(key, place + 1) < 0 else None
        if found is None:
            return read(data)
        values.append(None if found[1] is None else found[1].decode("utf-8", "replace"))
    hand, commitment, seed = values
    return Glance(hand_id({"header": {"hand": hand}}), commitment, seed)


def read(data: bytes) -> Glance:
    """The same by reading all of it."""
    try:
        value = parse_loosely(data)
    except Malformed:
        return Glance(None, None, None)
    root = value if isinstance(value, dict) else {}
    header = root.get("header")
    commitment = header.get("server_commitment") if isinstance(header, dict) else None
    return Glance(hand_id(root), text(commitment), text(root.get("server_seed")))


def text(value: object) -> str | None:
    """A value that is a text, else None."""
    return value if isinstance(value, str) else None
