"""What several hands say about each other (RECORD.md, "Findings over several hands").

*seed-reused*: hands with different IDs have one server seed. Anyone who sees one of them revealed knows the cards of
the others. A commitment identifies its seed, so this is found even while all of them are hidden.

*equivocation*: records with one hand ID have different bytes, apart from white space around them. A hidden record and
a later one of the same hand are not equivocation: the header is the same, and the log is the same or longer.

*opened-elsewhere*: the hand is hidden, and another record reveals the seed that it committed to.

A verdict is on a single record; these findings are additional. `trace` keeps what is compared of a record, some 400
bytes, so that a run over many hands holds no record; `findings` compares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple

from dealproof.replay.judge import AnyRecord
from dealproof.replay.record.imported import ImportedRecord
from dealproof.verifier.encoding import canonical

SEED_REUSED: Final = "seed-reused"
EQUIVOCATION: Final = "equivocation"
OPENED_ELSEWHERE: Final = "opened-elsewhere"

REMARKS: Final = (SEED_REUSED, EQUIVOCATION)
"""The findings that are remarks of the verdict object. The third is additional."""

MOST_OTHERS: Final = 3
"""Other records that a finding names."""

MOST_COMPARED: Final = 100
"""Records with one hand ID and different bytes that each of them is compared with."""


class Trace(NamedTuple):
    """What is compared of one record: the hand ID, the SHA-256 of its bytes and of its header, the commitment in the
    header, the commitment to the seed that it opens (None while hidden), its log hash ("" of a void hand that was not
    dealt), and its number of events."""

    hand: str
    digest: bytes
    header: bytes
    commitment: bytes
    opened: bytes | None
    log_head: str
    events: int


class Finding(NamedTuple):
    """One finding on a record: its name, the indexes of the first `MOST_OTHERS` other records that it is about, and
    whether there are more."""

    name: str
    others: tuple[int, ...]
    more: bool


def trace(record: AnyRecord, data: bytes) -> Trace:
    """Returns what is compared of a record; `data` are its bytes. An imported hand has no seeds that another could have
    too: its own bytes take their place."""
    if isinstance(record, ImportedRecord):
        own = sha256(data.strip()).digest()
        return Trace(record.hand, own, own, own, own, "", len(record.events))
    header = canonical(record.header) if record.texts is None else record.texts.header
    seed = record.server_seed
    return Trace(
        record.hand,
        sha256(data.strip()).digest(),
        sha256(header).digest(),
        bytes.fromhex(record.header["server_commitment"]),
        None if seed is None else sha256(seed).digest(),
        record.json["log_head"] or "",
        len(record.events),
    )


def findings(traces: Iterable[Trace | None]) -> dict[int, tuple[Finding, ...]]:
    """Returns the findings on each record that has some, by its index. None is a record that cannot be read."""
    seen = [(index, each) for index, each in enumerate(traces) if each is not None]
    versions: dict[str, dict[bytes, tuple[int, Trace]]] = defaultdict(dict)
    owners: dict[bytes, dict[str, int]] = defaultdict(dict)
    openers: dict[bytes, list[int]] = defaultdict(list)
    for index, each in seen:
        versions[each.hand].setdefault(each.digest, (index, each))
        for seed in seeds(each):
            owners[seed].setdefault(each.hand, index)
        if each.opened is not None and len(openers[each.opened]) <= MOST_OTHERS:
            openers[each.opened].append(index)
    found: dict[int, tuple[Finding, ...]] = {}
    for index, each in seen:
        lists = {
            SEED_REUSED: sharing(each, owners),
            EQUIVOCATION: clashing(each, list(islice(versions[each.hand].values(), MOST_COMPARED))),
            OPENED_ELSEWHERE: iter(openers.get(each.commitment, ()) if each.opened is None else ()),
        }
        every = [finding(name, others) for name, others in lists.items()]
        if some := tuple(each for each in every if each.others):
            found[index] = some
    return found


def finding(name: str, others: Iterator[int]) -> Finding:
    """Returns a finding that names the first `MOST_OTHERS` of the `others`."""
    first = tuple(islice(others, MOST_OTHERS))
    return Finding(name, first, next(others, None) is not None)


def seeds(each: Trace) -> tuple[bytes, ...]:
    """Returns the commitments to the seeds of a record: two where it opens another seed than it committed to."""
    return (each.commitment,) if each.opened in {None, each.commitment} else (each.commitment, each.opened or b"")


def sharing(each: Trace, owners: dict[bytes, dict[str, int]]) -> Iterator[int]:
    """Yields the index of the first record of each other hand that has a seed of this one."""
    others = (owner for seed in seeds(each) for owner in islice(owners[seed].items(), MOST_OTHERS + 2))
    indexes = {index: hand_id for hand_id, index in others}
    yield from (index for index, hand_id in sorted(indexes.items()) if hand_id != each.hand)


def clashing(each: Trace, versions: Sequence[tuple[int, Trace]]) -> Iterator[int]:
    """Yields the indexes of other versions of the record's hand that cannot both be true of it."""
    yield from (index for index, other in versions if other.digest != each.digest and clash(each, other))


def clash(one: Trace, other: Trace) -> bool:
    """Whether two records of one hand contradict each other: they differ by more than further events and the revealed
    seed."""
    if one.header != other.header:
        return True
    if one.opened is not None and other.opened is not None:
        return True
    earlier, later = (one, other) if one.opened is None else (other, one)
    if later.opened is None and earlier.events > later.events:
        earlier, later = later, earlier
    return earlier.log_head != later.log_head and earlier.events >= later.events
