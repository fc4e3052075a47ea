"""What a log did between two readings, and what it has not done yet (LOG.md, "Monitoring").

    overdue   a hand without result or void 24 hours after its commit was first seen
    voids     hands that were given up, by table, reason and missing seat
    reused    a server seed of two hands, known by its commitment
    dealing   the time from commit to deal, by the operator's clock
    forks     checkpoints that contradict each other, each with its proof
    shrunk    the log serves a smaller checkpoint than before

Gaps in the numbers of a table and leaves that the log had to refuse are found by `verification`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from statistics import median_low
from typing import Any, Final, NamedTuple

from dealproof.verifier.encoding import Json
from dealproof.verifier.errors import LogRefuted
from dealproof.verifier.tlog.cosignature import cosigned_at
from dealproof.verifier.tlog.leaf import Leaf
from dealproof.verifier.tlog.note import Note
from dealproof.verifier.tlog.policy import Policy
from dealproof.verifier.tlog.tree import root
from dealproof.web.log.forks import contradicts, prove_fork, prove_two_roots
from dealproof.web.log.memory import Memory, Seen
from dealproof.web.log.verification import WholeLog

OVERDUE_AFTER: Final = 24 * 60 * 60
"""Seconds."""


class Overdue(NamedTuple):
    """A hand that should be over: its table and number, and when its commit was first seen (seconds since 1970)."""

    hand: str
    table: str
    number: int
    seen: int


class Void(NamedTuple):
    """How many hands of a table were given up for a reason; `seat` is the missing one, None if no seat is missing. A
    hand with several missing seats counts for each."""

    table: str
    reason: str
    seat: int | None
    hands: int


class Reused(NamedTuple):
    """Hands that have one server commitment, and so one server seed."""

    server_commitment: str
    hands: tuple[str, ...]


class Dealing(NamedTuple):
    """The time from commit to deal over all dealt hands, in ms by the operator's clock."""

    least: int
    median: int
    most: int


@dataclass(frozen=True, slots=True)
class Report:
    """What a monitor reports of a log of `size` leaves."""

    origin: str
    size: int
    overdue: tuple[Overdue, ...]
    voids: tuple[Void, ...]
    reused: tuple[Reused, ...]
    dealing: Dealing | None
    forks: tuple[Mapping[str, Json], ...]
    shrunk: int | None

    @property
    def is_clean(self) -> bool:
        """Whether nothing has to be looked into. Hands that were given up are not a fault of the log."""
        return not (self.overdue or self.reused or self.forks or self.shrunk is not None)

    def to_json(self) -> dict[str, Any]:
        """Returns all but the proofs of forks as plain values."""
        return {
            "origin": self.origin,
            "size": self.size,
            "shrunk": self.shrunk,
            "overdue": [each._asdict() for each in self.overdue],
            "reused": [each._asdict() for each in self.reused],
            "voids": [each._asdict() for each in self.voids],
            "dealing": None if self.dealing is None else self.dealing._asdict(),
        }


def monitor(log: WholeLog, memory: Memory, now: int) -> Report:
    """Reports on a log, given what was seen of it, this reading included, and the time in seconds since 1970."""
    larger = [each.checkpoint.size for each in memory.seen if each.checkpoint.size > log.checkpoint.size]
    return Report(
        log.checkpoint.origin,
        log.checkpoint.size,
        overdue=tuple(overdue(log.leaves, memory.seen, now)),
        voids=tuple(voids(log.leaves)),
        reused=tuple(reused(log.leaves)),
        dealing=dealing(log.leaves),
        forks=tuple(forks(log, memory)),
        shrunk=max(larger, default=None),
    )


def seen_at(note: Note, policy: Policy | None, now: int) -> int:
    """Returns the time that counts for a checkpoint that was just read."""
    if policy is None:
        return now
    try:
        times = {each.key: cosigned_at(note, each.key) for each in policy.witnesses}
    except LogRefuted:
        return now
    found = policy.completed_at({key: time for key, time in times.items() if time is not None})
    return now if found is None else min(found, now)


def overdue(leaves: Sequence[Leaf], seen: Sequence[Seen], now: int) -> Iterable[Overdue]:
    """The hands that are overdue, in the order of their commits."""
    closed = {leaf["hand"] for leaf in leaves if leaf["type"] in ("result", "void")}
    # From the largest checkpoint down: the sizes, and the earliest time of each and all larger ones.
    by_size = sorted((-each.checkpoint.size, each.time) for each in seen)
    sizes = [size for size, _ in by_size]
    times = [*accumulate((time for _, time in by_size), min)]
    for index, leaf in enumerate(leaves):
        if leaf["type"] != "commit" or leaf["hand"] in closed:
            continue
        larger = bisect_left(sizes, -index)
        first = times[larger - 1] if larger else now
        if now - first >= OVERDUE_AFTER:
            fields: Any = leaf
            yield Overdue(fields["hand"], fields["table"], fields["number"], first)


def voids(leaves: Sequence[Leaf]) -> Iterable[Void]:
    """The hands that were given up, counted."""
    tables = {leaf["hand"]: leaf["table"] for leaf in leaves if leaf["type"] == "commit"}
    found: Counter[tuple[Any, ...]] = Counter()
    for leaf in leaves:
        if leaf["type"] == "void":
            fields: Any = leaf
            for seat in fields["missing"] or [None]:
                found[tables[leaf["hand"]], fields["reason"], seat] += 1
    for (table, reason, seat), count in sorted(found.items(), key=lambda each: tuple(map(str, each[0]))):
        yield Void(table, reason, seat, count)


def reused(leaves: Sequence[Leaf]) -> Iterable[Reused]:
    """The server seeds that were used more than once."""
    hands: dict[Any, list[Any]] = {}
    for leaf in leaves:
        if leaf["type"] == "commit":
            hands.setdefault(leaf["server_commitment"], []).append(leaf["hand"])
    for commitment, used in hands.items():
        if len(used) > 1:
            yield Reused(commitment, tuple(used))


def dealing(leaves: Sequence[Leaf]) -> Dealing | None:
    """The time from commit to deal; None if nothing was dealt."""
    times: dict[tuple[Any, Any], Any] = {(leaf["hand"], leaf["type"]): leaf["time"] for leaf in leaves}
    took = [time - times[hand, "commit"] for (hand, type), time in times.items() if type == "deal"]
    return Dealing(min(took), median_low(took), max(took)) if took else None


def forks(log: WholeLog, memory: Memory) -> Iterable[Mapping[str, Json]]:
    """The proofs that checkpoints seen before contradict the log as it was read, or that it contradicts the largest."""
    yield from two_roots(memory.seen, log.checkpoint.size)
    largest = len(memory.leaves)
    for each in memory.seen:
        size = each.checkpoint.size
        if size <= log.checkpoint.size and contradicts(each.checkpoint, log.tree.subtrees):
            yield prove_fork(each.note, log.note, log.tree.subtrees)
        elif size == largest > log.checkpoint.size:
            tree = memory.tree
            if root(size, tree.subtrees) == each.checkpoint.root and contradicts(log.checkpoint, tree.subtrees):
                yield prove_fork(log.note, each.note, tree.subtrees)


def two_roots(seen: Sequence[Seen], above: int = -1) -> Iterable[Mapping[str, Json]]:
    """The proofs that checkpoints of one size, larger than `above`, have different roots. They need no tree."""
    first: dict[int, Seen] = {}
    for each in seen:
        other = first.setdefault(each.checkpoint.size, each)
        if each.checkpoint.size > above and other.checkpoint.root != each.checkpoint.root:
            yield prove_two_roots(other.note, each.note)
