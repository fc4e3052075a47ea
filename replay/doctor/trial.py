"""Every hash that the doctor computes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from dealproof.replay.doctor.explanation import Patch
from dealproof.replay.hashes import Hashed
from dealproof.verifier.encoding import canonical
from dealproof.verifier.log_hash import log_hash_of
from dealproof.verifier.stream import salt_of

MOST_BYTES: Final = 16 << 20
"""Bytes of events that are hashed under other salts."""
LEAST_SALTS: Final = 8
"""Salts that are tried whatever the length of the log."""


class Trial(NamedTuple):
    """One mistake: its code, and the bytes that were hashed if it was made."""

    code: str
    hashed: bytes


def digest(data: bytes) -> str:
    """The SHA-256 as 64 hex digits."""
    return sha256(data).hexdigest()


def first(target: str, trials: Iterable[Trial]) -> str | None:
    """The code of the first trial whose SHA-256 is the `target`, or None."""
    return next((trial.code for trial in trials if digest(trial.hashed) == target), None)


class Head:
    """The log head of a record that does not match: `salt` and `events` are what it should be a hash of, `most` is how
    many other salts are tried."""

    def __init__(self, record: Hashed, salt: bytes) -> None:
        self.record = record
        self.salt = salt
        self.head: str = record.json["log_head"]
        self.unsigned: list[dict[str, Any]] = [
            {key: value for key, value in event.items() if key != "sig"} for event in record.json["events"]
        ]
        self.events = canonical(self.unsigned)
        self.most = max(LEAST_SALTS, MOST_BYTES // len(self.events))

    def over(self, salt: bytes) -> bool:
        """Whether the head is one over the events and another salt."""
        return log_hash_of(salt, self.events).hex() == self.head

    def under(self, header: bytes, player_seeds: bytes) -> bool:
        """Whether it is under the salt of other texts in place of the canonical JSON of header and player seeds."""
        return self.over(salt_of(header, player_seeds))

    def fits(self, patch: Patch) -> bool:
        """Whether it is the head of the record with other values in its header or other seeds."""
        return self.under(canonical(header(self.record, patch)), canonical(seeds(self.record, patch)))


def header(record: Hashed, patch: Patch) -> dict[str, Any]:
    """The header of a record with some values changed."""
    changed = {**record.header, **patch.header}
    if patch.commitments:
        commitments = record.header["player_commitments"]
        changed["player_commitments"] = [patch.commitments.get(seat, each) for seat, each in enumerate(commitments)]
    return changed


def seeds(record: Hashed, patch: Patch) -> Sequence[str | None]:
    """The player seeds of a record with some of them changed."""
    return [patch.seeds.get(seat, seed) for seat, seed in enumerate(record.player_seeds)]
