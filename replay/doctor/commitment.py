"""Mistakes in the commitment to the server seed."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

from dealproof.replay.doctor.explanation import SITE, WRITER, Explanation, Guess, Patch
from dealproof.replay.doctor.trial import Trial, digest, first
from dealproof.replay.hashes import Hashed
from dealproof.verifier.commitment import commit

CHECK: Final = "commitment"
POINTER: Final = "/header/server_commitment"
SEED: Final = "/server_seed"


def guesses(record: Hashed, others: Sequence[Hashed]) -> Iterator[Guess]:
    """The first mistake that would explain the commitment of a record, whose server seed is revealed, or nothing."""
    seed, commitment = record.server_seed, record.header["server_commitment"]
    assert seed is not None
    meant = (Patch({"server_commitment": commit(seed)}),)
    if commitment == seed.hex():
        yield Guess(Explanation("not-hashed", CHECK, POINTER, SITE), meant)
    elif code := first(commitment, forms(seed)):
        yield Guess(Explanation(code, CHECK, POINTER, SITE), meant)
    elif (seat := seat_of(record)) is not None:
        yield Guess(Explanation("seed-of-a-seat", CHECK, POINTER, SITE, values={"seat": seat}), meant)
    else:
        yield from of_others(record, seed, others)


def forms(seed: bytes) -> Iterator[Trial]:
    """What else than the 32 bytes of the seed may have been hashed."""
    text = seed.hex()
    yield Trial("hex-text", text.encode())
    yield Trial("upper-case", text.upper().encode())
    yield from (Trial("newline", text.encode() + end) for end in (b"\n", b"\r\n"))
    yield from (Trial("newline", seed + end) for end in (b"\n", b"\r\n"))
    yield from (Trial("blanks", each.encode()) for each in (f" {text}", f"{text} "))
    yield from (Trial("quotes", f"{mark}{text}{mark}".encode()) for mark in "\"'")
    yield Trial("prefix", f"0x{text}".encode())
    yield Trial("base64-text", b64encode(seed))
    yield Trial("reversed-bytes", seed[::-1])
    once = sha256(seed)
    yield Trial("double-hash", once.digest())
    yield Trial("hash-of-commitment", once.hexdigest().encode())
    yield Trial("hash-of-commitment", sha256(text.encode()).hexdigest().encode())


def seat_of(record: Hashed) -> int | None:
    """The first seat to whose seed the server's commitment is one, or None."""
    commitment = record.header["server_commitment"]
    seeds = ((seat, seed) for seat, seed in enumerate(record.player_seeds) if seed is not None)
    return next((seat for seat, seed in seeds if digest(seed.encode()) == commitment), None)


def of_others(record: Hashed, seed: bytes, others: Sequence[Hashed]) -> Iterator[Guess]:
    """That seed or commitment belongs to another hand at hand."""
    own, computed = record.header["server_commitment"], commit(seed)
    for other in others:
        values: dict[str, Any] = {"hand": other.hand}
        if other.server_seed is not None and other.server_seed != seed and commit(other.server_seed) == own:
            yield Guess(Explanation("commitment-opened-elsewhere", CHECK, SEED, WRITER, values=values))
            return
        if other.header["server_commitment"] == computed:
            yield Guess(Explanation("seed-of-another-hand", CHECK, SEED, WRITER, values=values))
            return
        if other.header["server_commitment"] == own:
            meant = (Patch({"server_commitment": computed}),)
            yield Guess(Explanation("commitment-of-another-hand", CHECK, POINTER, SITE, values=values), meant)
            return
