"""Comparison of two records: the fields in which they differ, and whether one is the revealed form of the other.

>>> list(differences({"a": [1, 2], "b": 0}, {"a": [1, 3, 4], "b": 0}))
['/a/1', '/a/2']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from dealproof.replay.json_schema.value_schema import below
from dealproof.replay.record.imported import is_imported
from dealproof.verifier.commitment import check_commitment
from dealproof.verifier.encoding import Json, parse_hex, parse_json
from dealproof.verifier.errors import Malformed, Refuted

MOST: Final = 40
"""Fields named at most."""

OPEN_FROM_THE_START: Final = ("header", "rules", "player_seeds")
"""The keys of a record that are public while its server seed is hidden. Differences in other keys are not reported:
they would confirm or refute a guess at the log."""


@dataclass(frozen=True, slots=True)
class OnFile:
    """How a record differs from the stored one with its hand ID: in the `fields` with these JSON pointers, not more
    than `MOST` of them (`more` says that there are others), in its bytes alone, or not at all (`same_bytes`: white
    space around it aside).

    `hidden` says that the server seed on file is not open, so that only header, rules and player seeds were compared.
    """

    hand: str
    fields: tuple[str, ...]
    more: bool
    same_bytes: bool
    hidden: bool

    @property
    def code(self) -> str:
        """The code of the sentence for it."""
        if self.fields:
            return "differs"
        if self.hidden:
            return "hidden-alike"
        return "same" if self.same_bytes else "same-values"


def compare(given: bytes, stored: bytes, hand: str) -> OnFile:
    """Compares a record with the stored one of the same hand ID; returns how they differ."""
    ours: dict[str, Any] = dict(object_of(stored))
    theirs = object_of(given)
    hidden = is_hidden(ours)
    if hidden:
        ours, theirs = known(ours), known(theirs)
    found = list(islice(differences(theirs, ours), MOST + 1))
    return OnFile(hand, tuple(found[:MOST]), len(found) > MOST, not hidden and same(given, stored), hidden)


def is_hidden(record: Mapping[str, Any]) -> bool:
    """Whether the server seed of a record is not open. An imported hand has none, and hides nothing."""
    return record.get("server_seed") is None and not is_imported(record)


def same(one: bytes, other: bytes) -> bool:
    """Whether two texts are the same record byte for byte, apart from white space around it, which belongs to its
    file."""
    return one.strip() == other.strip()


def opens(hidden: bytes, later: bytes) -> bool:
    """Whether the second record is the revealed form of the first, which is hidden: equal header, rules and player
    seeds, events that extend its events, and the server seed of its commitment."""
    before, after = object_of(hidden), object_of(later)
    if not is_hidden(before) or is_hidden(after):
        return False
    if any(differences(known(after), known(before))) or not extends(before, after):
        return False
    try:
        check_commitment(parse_hex(after["server_seed"], 32), before["header"]["server_commitment"])
    except Refuted:
        return False
    return True


def extends(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the events of the second record begin with those of the first."""
    events = before["events"]
    return len(after["events"]) >= len(events) and not any(differences(after["events"][: len(events)], events))


def object_of(data: bytes) -> Mapping[str, Any]:
    """Returns the JSON object of these bytes, or an empty one if they are no object."""
    try:
        value = parse_json(data)
    except Malformed:
        return {}
    return value if isinstance(value, dict) else {}


def known(record: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the part of a record that is public while it is hidden."""
    return {key: record[key] for key in OPEN_FROM_THE_START if key in record}


def differences(one: Json, other: Json, pointer: str = "") -> Iterator[str]:
    """Yields the JSON pointers of the smallest parts in which the values differ or that only one of them has."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            yield from members(one, other, key, below(pointer, key))
    elif isinstance(one, list) and isinstance(other, list):
        for index in range(max(len(one), len(other))):
            if index < len(one) and index < len(other):
                yield from differences(one[index], other[index], below(pointer, index))
            else:
                yield below(pointer, index)
    elif one != other or type(one) is not type(other):
        yield pointer


def members(one: Mapping[str, Json], other: Mapping[str, Json], key: str, pointer: str) -> Iterator[str]:
    """Yields the differences in one member of two objects."""
    if key in one and key in other:
        yield from differences(one[key], other[key], pointer)
    else:
        yield pointer
