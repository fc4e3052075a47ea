"""Mistakes in the commitments of the seats to their seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from typing import Any, Final

from dealproof.replay.doctor.explanation import SEAT, SITE, Explanation, Guess, Patch
from dealproof.replay.doctor.forms import bytes_of, texts
from dealproof.replay.doctor.trial import Trial, digest, first
from dealproof.replay.hashes import Hashed

CHECK: Final = "player-seeds"
SEEDS: Final = "/player_seeds"


def guesses(record: Hashed, others: Sequence[Hashed]) -> Iterator[Guess]:
    """For each seat whose seed does not match the first mistake that would explain it; seeds that are exchanged are one
    mistake."""
    commitments = record.header["player_commitments"]
    hashes = {seat: digest(seed.encode()) for seat, seed in enumerate(record.player_seeds) if seed is not None}
    wrong = {seat: commitments[seat] for seat in hashes if commitments[seat] not in {None, hashes[seat]}}
    moved = misplaced(wrong, hashes)
    if moved:
        yield exchanged(record, moved)
    for seat, commitment in wrong.items():
        if seat not in moved:
            yield from of_seat(record, seat, commitment, hashes[seat], others)


def misplaced(wrong: Mapping[int, str], hashes: Mapping[int, str]) -> dict[int, int]:
    """Seats of which the commitment is one to the seed that another seat has in the record, by their seats."""
    owners = {hashed: seat for seat, hashed in reversed([*hashes.items()])}
    return {seat: owners[commitment] for seat, commitment in wrong.items() if commitment in owners}


def exchanged(record: Hashed, moved: Mapping[int, int]) -> Guess:
    """That seeds are in the places of other seats."""
    seeds = {seat: seed for seat, other in moved.items() if (seed := record.player_seeds[other]) is not None}
    patches = (Patch(seeds=seeds), meant(record, *moved))
    if len(moved) == 1:
        (seat, other), *_ = moved.items()
        values: dict[str, Any] = {"seat": seat, "other": other}
        return Guess(Explanation("seed-of-another-seat", CHECK, f"{SEEDS}/{seat}", SITE, values=values), patches)
    return Guess(Explanation("seeds-exchanged", CHECK, SEEDS, SITE, values={"seats": list(moved)}), patches)


def meant(record: Hashed, *seats: int) -> Patch:
    """The header with commitments to the seeds that the record has for some seats."""
    seeds = {seat: record.player_seeds[seat] for seat in seats}
    return Patch(commitments={seat: digest(seed.encode()) for seat, seed in seeds.items() if seed is not None})


def of_seat(record: Hashed, seat: int, commitment: str, hashed: str, others: Sequence[Hashed]) -> Iterator[Guess]:
    """The first mistake that would explain the commitment of one seat."""
    seed = record.player_seeds[seat]
    assert seed is not None
    pointer = f"/header/player_commitments/{seat}"
    values: dict[str, Any] = {"seat": seat}
    if commitment == seed:
        yield Guess(Explanation("not-hashed", CHECK, pointer, SEAT, values=values), (meant(record, seat),))
    elif found := next(((code, text) for code, text in texts(seed) if digest(text.encode()) == commitment), None):
        patches = (Patch(seeds={seat: found[1]}), meant(record, seat))
        yield Guess(Explanation(found[0], CHECK, pointer, SEAT, values=values), patches)
    elif code := first(commitment, chain(bytes_of(seed), twice(seed, hashed))):
        yield Guess(Explanation(code, CHECK, pointer, SEAT, values=values), (meant(record, seat),))
    else:
        yield from of_others(record, seat, commitment, hashed, others)


def twice(seed: str, hashed: str) -> Iterator[Trial]:
    """The commitment hashed once more, as bytes and as text."""
    yield Trial("double-hash", sha256(seed.encode()).digest())
    yield Trial("hash-of-commitment", hashed.encode())
    yield Trial("hash-of-commitment", hashed.upper().encode())


def of_others(record: Hashed, seat: int, commitment: str, hashed: str, others: Sequence[Hashed]) -> Iterator[Guess]:
    """That seed or commitment of a seat belongs to another hand at hand."""
    for other in others:
        values: dict[str, Any] = {"seat": seat, "hand": other.hand}
        opened = {digest(seed.encode()): seed for seed in other.player_seeds if seed is not None}
        if commitment in opened:
            explained = Explanation("commitment-opened-elsewhere", CHECK, f"{SEEDS}/{seat}", SITE, values=values)
            yield Guess(explained, (Patch(seeds={seat: opened[commitment]}), meant(record, seat)))
            return
        if hashed in other.header["player_commitments"]:
            explained = Explanation("seed-of-another-hand", CHECK, f"{SEEDS}/{seat}", SITE, values=values)
            yield Guess(explained, (meant(record, seat),))
            return
