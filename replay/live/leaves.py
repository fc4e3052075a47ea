"""The leaves of a hand for the transparency log (LOG.md, "Leaves"), each at a time in ms since 1970."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.tlog.leaf import Leaf, check_leaf


def commit(header: Mapping[str, Any], time: int) -> Leaf:
    """The header is fixed, and no player seed was opened."""
    fixed = {key: header[key] for key in ("table", "number", "server_commitment")}
    return check_leaf({**_begun("commit", header, time), **fixed, "header": _digest(header)})


def deal(header: Mapping[str, Any], time: int, salt: bytes) -> Leaf:
    """Header and player seeds are fixed, and no event has happened."""
    return check_leaf({**_begun("deal", header, time), "salt": salt.hex()})


def result(record: Mapping[str, Any], time: int) -> Leaf:
    """The hand is over, and the server seed is open. The claim of `record` is the computed result."""
    opened = {key: record[key] for key in ("log_head", "server_seed")}
    return check_leaf({**_begun("result", record["header"], time), **opened, "result": _digest(record["claim"])})


def void(record: Mapping[str, Any], time: int) -> Leaf:
    """The hand was given up, and the server seed is open. `record` is the void record."""
    opened = {key: record[key] for key in ("reason", "server_seed")}
    missing = [seat for seat, seed in enumerate(record["player_seeds"]) if seed is None]
    begun = _begun("void", record["header"], time)
    return check_leaf({**begun, **opened, "missing": missing, "record": _digest(record)})


def _begun(type: str, header: Mapping[str, Any], time: int) -> dict[str, Json]:
    return {"type": type, "hand": header["hand"], "time": time}


def _digest(value: Json) -> str:
    return sha256(canonical(value)).hexdigest()
