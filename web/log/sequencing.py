"""Which leaves the log accepts, and at which index: the rules of LOG.md, "Leaves", over what is stored.

A batch is one transaction. A refused leaf changes nothing and does not keep others from being accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.appends import Progress, check_append
from dealproof.verifier.tlog.leaf import Leaf, parse_leaf
from dealproof.verifier.tlog.tree import leaf_hash
from dealproof.web.log.growth import edge_of, grow
from dealproof.web.store.log_queries import LogTables


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a leaf: its index, or why it was refused: a code of `appends.CODES` and a sentence. `new` says
    whether it was not in the log before."""

    index: int | None = None
    new: bool = False
    code: str | None = None
    reason: str | None = None


@dataclass(slots=True)
class Batch:
    """What is known while a batch is sequenced: the hands and tables that its leaves touch, and where leaves are."""

    size: int
    positions: dict[bytes, int]
    progress: dict[str, Progress]
    numbers: dict[str, int]
    accepted: dict[int, bytes] = field(default_factory=dict)

    def take(self, data: bytes, leaf: Leaf) -> Outcome:
        """Accepts or refuses one leaf."""
        hash = leaf_hash(data)
        if (there := self.positions.get(hash)) is not None:
            return Outcome(there)
        fields: Any = leaf
        hand, table = fields["hand"], fields.get("table")
        try:
            progress = check_append(leaf, self.progress.get(hand), self.numbers.get(table))
        except (LogRefuted, MalformedLog) as fault:
            return refused(fault)
        index = self.size + len(self.accepted)
        self.positions[hash], self.accepted[index], self.progress[hand] = index, data, progress
        if table is not None:
            self.numbers[table] = fields["number"]
        return Outcome(index, new=True)


def sequence(tables: LogTables, batch: Sequence[bytes]) -> list[Outcome]:
    """Appends the leaves of a batch, in order, and returns what became of each. The caller commits."""
    read = [_read(data) for data in batch]
    known = _known(
        tables, [(data, leaf) for data, leaf in zip(batch, read, strict=True) if not isinstance(leaf, Outcome)]
    )
    outcomes = [
        leaf if isinstance(leaf, Outcome) else known.take(data, leaf) for data, leaf in zip(batch, read, strict=True)
    ]
    _store(tables, known)
    return outcomes


def rounds(batch: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Divides leaves into batches that hold one leaf of each hand at most, in order: a receipt shows that a header was
    published before the deal only if the `deal` leaf was appended after the checkpoint with the `commit` leaf."""
    found: list[bytes] = []
    hands: set[object] = set()
    for data in batch:
        hand = _hand(data)
        if hand is not None and hand in hands:
            yield found
            found, hands = [], set()
        found.append(data)
        hands.add(hand)
    if found:
        yield found


def refused(fault: LogRefuted | MalformedLog) -> Outcome:
    """Returns the outcome of a leaf that is refused."""
    return Outcome(code=fault.code, reason=fault.reason)


def _hand(data: bytes) -> object:
    leaf = _read(data)
    return None if isinstance(leaf, Outcome) else leaf["hand"]


def _read(data: bytes) -> Leaf | Outcome:
    try:
        return parse_leaf(data)
    except MalformedLog as fault:
        return refused(fault)


def _known(tables: LogTables, batch: Sequence[tuple[bytes, Leaf]]) -> Batch:
    fields: list[Any] = [leaf for _, leaf in batch]
    return Batch(
        tables.size(),
        tables.positions({leaf_hash(data) for data, _ in batch}),
        tables.progress({leaf["hand"] for leaf in fields}),
        tables.last_numbers({leaf["table"] for leaf in fields if "table" in leaf}),
    )


def _store(tables: LogTables, batch: Batch) -> None:
    if not batch.accepted:
        return
    edge = edge_of(batch.size, tables.subtrees)
    tables.add(batch.accepted, [*grow(batch.size, edge, map(leaf_hash, batch.accepted.values()))])
    tables.set_progress(batch.progress)
    tables.set_last_numbers(batch.numbers)
