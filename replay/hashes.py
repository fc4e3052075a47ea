"""The checks of hashes and signatures: what a record must be, given what was committed before the hand.

`check_hashes` answers five of PROTOCOL.md, "What a check answers": passed, failed or not shown. They need no rules, no
cards and no result. A void record has no salt if a seed is missing; its log head and signatures are then not shown.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from dealproof.replay.record.record import Record
from dealproof.replay.record.void import VoidRecord
from dealproof.replay.verdict import FAILED, NOT_SHOWN, PASSED
from dealproof.verifier import stream
from dealproof.verifier.commitment import check_commitment, check_player_seed, check_rules_digest
from dealproof.verifier.encoding import parse_base64
from dealproof.verifier.errors import Refuted
from dealproof.verifier.log_hash import LogHash, check_log_head, check_log_head_of

HASHES: Final = ("commitment", "player-seeds", "rules-digest", "log-head", "signatures")
"""The checks whose failure means that the record was changed."""


Hashed: TypeAlias = "Record | VoidRecord"
"""What has hashes to check: a record of any kind."""


def check_hashes(record: Hashed, salt: bytes | None) -> dict[str, str]:
    """How each of `HASHES` came out. `salt` is the salt of the hand, or None if a player seed is missing."""
    begun = salt is not None and record.json["log_head"] is not None
    return {
        "commitment": _commitment(record),
        "player-seeds": _player_seeds(record),
        "rules-digest": _rules_digest(record),
        "log-head": _log_head(record, salt) if begun and salt is not None else NOT_SHOWN,
        "signatures": _signatures(record, salt) if begun and salt is not None else NOT_SHOWN,
    }


def hand_salt(record: Hashed) -> bytes:
    """The salt of a hand of which no player seed is missing."""
    if record.texts is not None:
        return stream.salt_of(record.texts.header, record.texts.player_seeds)
    seeds = [seed for seed in record.player_seeds if seed is not None]
    assert len(seeds) == len(record.player_seeds), "no salt follows without every seed"
    return stream.salt(record.header, seeds)


def _commitment(record: Hashed) -> str:
    if record.server_seed is None:
        return NOT_SHOWN
    try:
        check_commitment(record.server_seed, record.header["server_commitment"])
    except Refuted:
        return FAILED
    return PASSED


def _player_seeds(record: Hashed) -> str:
    """Failed where one does not match; else not shown where one has no commitment or is missing; else passed."""
    commitments = record.header["player_commitments"]
    try:
        for seat, (seed, commitment) in enumerate(zip(record.player_seeds, commitments, strict=True)):
            if seed is not None and commitment is not None:
                check_player_seed(seed, commitment, seat)
    except Refuted:
        return FAILED
    return NOT_SHOWN if None in commitments or None in record.player_seeds else PASSED


def _rules_digest(record: Hashed) -> str:
    digest = record.header["rules_digest"]
    if digest is None:
        return NOT_SHOWN
    try:
        check_rules_digest(record.game.digest, digest)
    except Refuted:
        return FAILED
    return PASSED


def _log_head(record: Hashed, salt: bytes) -> str:
    head = record.json["log_head"]
    try:
        if record.texts is None or record.texts.events is None:
            check_log_head(salt, record.json["events"], head)
        else:
            check_log_head_of(salt, record.texts.events, head)
    except Refuted:
        return FAILED
    return PASSED


def _signatures(record: Hashed, salt: bytes) -> str:
    """Not shown if no event had to be signed."""
    if not _to_be_signed(record):
        return NOT_SHOWN
    return PASSED if unsigned_event(record, salt) is None else FAILED


def unsigned_event(record: Hashed, salt: bytes) -> int | None:
    """The index of the first event of a seat with a key that this seat did not sign over the log up to and with it, or
    None. Up to the last event before it that had to be signed, header, seeds and log are as they were signed."""
    from dealproof.verifier.signature import check_signature

    log, events, begun = LogHash(salt), record.json["events"], 0
    for index in _to_be_signed(record):
        for event in events[begun : index + 1]:
            log.append(event)
        begun = index + 1
        key = record.keys[record.events[index].seat]
        assert key is not None
        if "sig" not in events[index]:
            return index
        try:
            check_signature(key, parse_base64(events[index]["sig"], 64), log.digest(), index)
        except Refuted:
            return index
    return None


def _to_be_signed(record: Hashed) -> list[int]:
    """The indexes of the events of seats with keys."""
    owners = [seat for seat, key in enumerate(record.keys) if key is not None]
    return [index for index, event in enumerate(record.events) if event.seat in owners] if owners else []
