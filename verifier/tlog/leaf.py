"""Leaves: what is in the log, one canonical JSON object each, at most 1024 bytes.

A leaf stays in the log for ever, so it holds no names, no free text and no player seeds: only IDs, hashes, numbers and
words of a closed set.

    type      fields besides type, hand, time
    commit    table, number, header, server_commitment
    deal      salt
    result    log_head, server_seed, result
    void      reason, missing, server_seed, record

    >>> data = format_leaf({"type": "deal", "hand": "a", "time": 1790000000000, "salt": "00" * 32})
    >>> data[:40]
    b'{"hand":"a","salt":"00000000000000000000'
    >>> parse_leaf(data)["time"]
    1790000000000
    >>> parse_leaf(data.replace(b":", b": "))
    Traceback (most recent call last):
    dealproof.verifier.errors.MalformedLog: The leaf is not written as canonical JSON.

Source: LOG.md, "Leaves". Needs only the standard library.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from dealproof.verifier.encoding import Json, canonical, parse_json
from dealproof.verifier.errors import Malformed, MalformedLog
from dealproof.verifier.tlog.fields import shown

Leaf: TypeAlias = Mapping[str, Json]
Test: TypeAlias = Callable[[Json], bool]

MAX_LEAF_BYTES: Final = 1024
SEED_MISSING: Final = "seed-missing"
REASONS: Final = (SEED_MISSING, "players-left", "server-fault", "misdeal")
"""Why a hand was given up."""

_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
_HASH: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def _is_id(value: Json) -> bool:
    return type(value) is str and _ID.fullmatch(value) is not None


def _is_hash(value: Json) -> bool:
    return type(value) is str and _HASH.fullmatch(value) is not None


def _is_time(value: Json) -> bool:
    return type(value) is int and value >= 0


def _is_count(value: Json) -> bool:
    return type(value) is int and value >= 1


def _is_reason(value: Json) -> bool:
    return value in REASONS


def _are_seats(value: Json) -> bool:
    if type(value) is not list or not all(type(seat) is int and seat >= 0 for seat in value):
        return False
    return value == sorted(set(value))


ALWAYS: Final[Mapping[str, Test]] = {"type": lambda _: True, "hand": _is_id, "time": _is_time}
FIELDS: Final[Mapping[str, Mapping[str, Test]]] = {
    "commit": {"table": _is_id, "number": _is_count, "header": _is_hash, "server_commitment": _is_hash},
    "deal": {"salt": _is_hash},
    "result": {"log_head": _is_hash, "server_seed": _is_hash, "result": _is_hash},
    "void": {"reason": _is_reason, "missing": _are_seats, "server_seed": _is_hash, "record": _is_hash},
}
"""The fields of each type of leaf, each with what it must be."""


def parse_leaf(data: bytes) -> Leaf:
    """Reads the bytes of a leaf. Raises MalformedLog, code `bad-leaf`."""
    if len(data) > MAX_LEAF_BYTES:
        raise _too_large(len(data))
    try:
        value = parse_json(data)
    except Malformed as fault:
        raise MalformedLog("bad-leaf", f"The leaf cannot be read. {fault.reason}") from None
    leaf = check_leaf(value)
    if format_leaf(leaf) != data:
        raise MalformedLog("bad-leaf", "The leaf is not written as canonical JSON.")
    return leaf


def format_leaf(leaf: Leaf) -> bytes:
    """The bytes of a leaf."""
    return canonical(leaf)


def check_leaf(value: Json) -> Leaf:
    """The value as a leaf. Raises MalformedLog, code `bad-leaf`, unless it has the fields of its type and no other."""
    if not isinstance(value, Mapping):
        raise MalformedLog("bad-leaf", "A leaf is a JSON object.")
    type = value.get("type")
    tests = FIELDS.get(type) if isinstance(type, str) else None
    if tests is None:
        raise MalformedLog("bad-leaf", f"The type of a leaf is one of {', '.join(FIELDS)}.")
    tests = {**ALWAYS, **tests}
    if value.keys() != tests.keys():
        raise MalformedLog("bad-leaf", f"The keys of a {type} leaf are {', '.join(sorted(tests))}.")
    for key, test in tests.items():
        if not test(value[key]):
            raise MalformedLog(
                "bad-leaf", f"The {key} of the {type} leaf is not what it must be: {shown(str(value[key]))}."
            )
    if type == "void" and bool(value["missing"]) != (value["reason"] == SEED_MISSING):
        raise MalformedLog("bad-leaf", f"Seats are missing if and only if the reason is {SEED_MISSING}.")
    if len(format_leaf(value)) > MAX_LEAF_BYTES:
        raise _too_large(len(format_leaf(value)))
    return value


def _too_large(size: int) -> MalformedLog:
    return MalformedLog("bad-leaf", f"The leaf has {size} bytes; the limit is {MAX_LEAF_BYTES}.")
