"""What the hands of a run say about each other: one seed in two hands, two records of one hand, a hidden hand whose
seed another record opens (`replay.several`).

Files are looked through before they are judged, so that every hand that is part of a finding has it in its verdict.
That first look keeps of each hand no more than digests of its ID and its seeds; only the records in which one of these
comes up again are read, in a second look. Pipes and standard input cannot be read twice: there a hand is compared with
those before it, as long as they are not more than `MOST_TRACED`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple

from dealproof.replay.judge import parse
from dealproof.replay.record.record import IMPORTS
from dealproof.replay.several import MOST_COMPARED, Finding, Trace, findings, seeds, trace
from dealproof.verifier.errors import Malformed
from dealproof.web.cli.check.glance import Glance, glance
from dealproof.web.cli.input.sources import Reading, Unreadable
from dealproof.web.presentation.translations import spoken

MOST_TRACED: Final = 100_000
"""Records that are compared with each other, some 500 bytes of memory each."""
DIGEST: Final = 12
"""Bytes of a digest that distinguishes IDs and seeds in a first pass; a second pass compares exactly."""
NAMED: Final = (b'"server_commitment"', IMPORTS.encode(), b"\\u")
"""What is in every record that can be compared: a commitment, or the format of an imported hand, or an escape that may
stand for a letter of these."""


class Shared(NamedTuple):
    """A finding on a hand: its name (`replay.several`), the other records that it is about as `hand (source)`, and
    whether there are more."""

    finding: str
    others: tuple[str, ...]
    more: bool

    def to_json(self) -> dict[str, object]:
        """The finding as an object, key by key as above."""
        return {"finding": self.finding, "others": list(self.others), "more": self.more}

    @property
    def sentence(self) -> str:
        """The finding in English."""
        say = spoken().say
        others = ", ".join(self.others)
        return say("several", self.finding, others=say("several", "others", others=others) if self.more else others)


Findings = Mapping[str, tuple[Shared, ...]]
"""Findings by the source of the record."""


class Traced(NamedTuple):
    """A record as far as it is compared, and its source."""

    source: str
    trace: Trace

    @property
    def name(self) -> str:
        """What the record is called in a finding on another."""
        return f"{self.trace.hand} ({self.source})"


def looked_through(readings: Iterable[Reading]) -> tuple[Findings, bool]:
    """Returns the findings on the hands of some files, and whether all that may have some were compared. What cannot
    be read is left out: that is said when it is judged."""
    files = list(readings)
    first: set[bytes] = set()
    again: set[bytes] = set()
    for data, _ in hands(files):
        for key in keys(glance(data)):
            (again if key in first else first).add(key)
    if not again:
        return {}, True
    suspects = ((data, source) for data, source in hands(files) if not again.isdisjoint(keys(glance(data))))
    compared = list(islice(traced(suspects), MOST_TRACED + 1))
    return found(compared[:MOST_TRACED]), len(compared) <= MOST_TRACED


def hands(files: Iterable[Reading]) -> Iterator[tuple[bytes, str]]:
    """The bytes and the source of everything in some files that may be a record."""
    for file in files:
        try:
            for chunk in file.chunks():
                if any(each in chunk.data for each in NAMED):
                    yield from ((piece.data, piece.source) for piece in chunk.pieces())
        except Unreadable:
            continue


def keys(seen: Glance) -> Iterator[bytes]:
    """Digests of the hand ID and of the commitments to the seeds of a record."""
    if seen.hand is not None:
        yield digest("hand", seen.hand)
    if seen.commitment is not None:
        yield digest("seed", seen.commitment)
    if seen.seed is not None and (opened := commitment_of_seed(seen.seed)) not in {None, seen.commitment}:
        yield digest("seed", str(opened))


def commitment_of_seed(seed: str) -> str | None:
    """The commitment to a seed in hex; None where it is no seed."""
    try:
        return sha256(bytes.fromhex(seed)).hexdigest()
    except ValueError:
        return None


def digest(kind: str, text: str) -> bytes:
    """A short digest of a text."""
    return sha256(f"{kind} {text}".encode("utf-8", "surrogatepass")).digest()[:DIGEST]


def traced(suspects: Iterable[tuple[bytes, str]]) -> Iterator[Traced]:
    """Records as far as they are compared, with their sources; one that cannot be read is left out. What is compared
    depends on the bytes alone, so of equal records one is read."""
    known: dict[bytes, Trace] = {}
    for data, source in suspects:
        key = sha256(data).digest()
        each = known.get(key) or read(data)
        if each is not None:
            known[key] = each
            yield Traced(source, each)


def read(data: bytes) -> Trace | None:
    """A record as far as it is compared; None where it cannot be read."""
    try:
        return trace(parse(data), data)
    except Malformed:
        return None


def found(compared: list[Traced]) -> dict[str, tuple[Shared, ...]]:
    """The findings on records that are compared with each other."""
    shared: dict[str, tuple[Shared, ...]] = {}
    for index, every in findings(each.trace for each in compared).items():
        shared[compared[index].source] = tuple(named(each, compared) for each in every)
    return shared


def named(finding: Finding, compared: list[Traced]) -> Shared:
    """A finding with the names of the others."""
    return Shared(finding.name, tuple(compared[other].name for other in finding.others), finding.more)


class Before:
    """The records of a run so far, for findings on those that come next."""

    def __init__(self) -> None:
        self.count = 0
        self.by_hand: dict[str, list[Traced]] = defaultdict(list)
        self.by_seed: dict[bytes, list[Traced]] = defaultdict(list)

    @property
    def full(self) -> bool:
        """Whether there are so many that those which come next are not compared."""
        return self.count >= MOST_TRACED

    def add(self, records: Iterable[Traced]) -> dict[str, tuple[Shared, ...]]:
        """Takes in the next records, and returns the findings on them."""
        shared: dict[str, tuple[Shared, ...]] = {}
        for record in records:
            if self.full:
                break
            groups = [self.by_hand[record.trace.hand], *(self.by_seed[seed] for seed in seeds(record.trace))]
            related = list(dict.fromkeys(each for group in groups for each in group))
            if related:
                shared |= {
                    source: each for source, each in found([*related, record]).items() if source == record.source
                }
            for group in groups:
                if len(group) < MOST_COMPARED:
                    group.append(record)
            self.count += 1
        return shared
