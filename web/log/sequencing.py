"""Which leaves the log accepts, and at which index: the rules of LOG.md, "Leaves", over what is stored.

A batch is one transaction. A refused leaf changes nothing and does not keep others from being accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.appends import check_append
from dealproof.verifier.tlog.leaf import Leaf, parse_leaf
from dealproof.verifier.tlog.tree import leaf_hash
from dealproof.web.log.growth import grow
from dealproof.web.store.log_queries import HandLeaves, LogTables


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a leaf: its index, or why it was refused: a code of `appends.CODES` and a sentence. `new` says
    whether it was not in the log before."""

    index: int | None = None
    new: bool = False
    code: str | None = None
    reason: str | None = None


class Submitted(NamedTuple):
    """A leaf as it was submitted: its bytes, and the leaf, or why it cannot be read."""

    data: bytes
    leaf: Leaf | None
    refusal: Outcome = Outcome()

    @property
    def hand(self) -> str | None:
        """The ID of its hand."""
        return None if self.leaf is None else str(self.leaf["hand"])


@dataclass(slots=True)
class Batch:
    """What is known while a batch is sequenced: the hands and tables that its leaves touch, and where leaves are."""

    size: int
    positions: dict[bytes, int]
    hands: dict[str, HandLeaves]
    numbers: dict[str, int]
    accepted: dict[int, bytes] = field(default_factory=dict)

    def take(self, submitted: Submitted) -> Outcome:
        """Accepts or refuses one leaf."""
        data, leaf, refusal = submitted
        if leaf is None:
            return refusal
        hash = leaf_hash(data)
        if (there := self.positions.get(hash)) is not None:
            return Outcome(there)
        fields: Any = leaf
        hand, table = self.hands.get(fields["hand"]), fields.get("table")
        try:
            check_append(leaf, hand and hand.progress, self.numbers.get(table))
        except (LogRefuted, MalformedLog) as fault:
            return refused(fault)
        index = self.size + len(self.accepted)
        self.positions[hash], self.accepted[index] = index, data
        self.hands[fields["hand"]] = placed(hand, fields, index)
        if table is not None:
            self.numbers[table] = fields["number"]
        return Outcome(index, new=True)


def submitted(data: bytes) -> Submitted:
    """Returns a leaf as it was submitted, read."""
    try:
        return Submitted(data, parse_leaf(data))
    except MalformedLog as fault:
        return Submitted(data, None, refused(fault))


def rounds(leaves: Iterable[bytes]) -> Iterator[list[Submitted]]:
    """Divides leaves into batches that hold one leaf of each hand at most, in order: a receipt shows that a header was
    published before the deal only if the `deal` leaf was appended after the checkpoint with the `commit` leaf."""
    found: list[Submitted] = []
    hands: set[str] = set()
    for each in map(submitted, leaves):
        if each.hand is not None and each.hand in hands:
            yield found
            found, hands = [], set()
        found.append(each)
        if each.hand is not None:
            hands.add(each.hand)
    if found:
        yield found


def follows(tables: LogTables, batch: Iterable[Submitted], published: int) -> bool:
    """Whether a hand of a batch has a leaf that is stored and not among those `published`, as after a crash."""
    hands = tables.hands({each.hand for each in batch if each.hand is not None})
    return any(max(each.commit, each.deal or 0, each.close or 0) >= published for each in hands.values())


def sequence(tables: LogTables, batch: Sequence[Submitted]) -> list[Outcome]:
    """Appends the leaves of a batch, in order, and returns what became of each. The caller commits."""
    known = _known(tables, batch)
    outcomes = [known.take(each) for each in batch]
    _store(tables, known)
    return outcomes


def placed(hand: HandLeaves | None, leaf: Any, index: int) -> HandLeaves:
    """Returns where the leaves of a hand are, with this one, which was accepted, at an index."""
    if hand is None:
        return HandLeaves(leaf["server_commitment"], index)
    return hand._replace(deal=index) if leaf["type"] == "deal" else hand._replace(close=index)


def refused(fault: LogRefuted | MalformedLog) -> Outcome:
    """Returns the outcome of a leaf that is refused."""
    return Outcome(code=fault.code, reason=fault.reason)


def _known(tables: LogTables, batch: Sequence[Submitted]) -> Batch:
    fields: list[Any] = [each.leaf for each in batch if each.leaf is not None]
    return Batch(
        tables.size(),
        tables.positions({leaf_hash(each.data) for each in batch if each.leaf is not None}),
        tables.hands({leaf["hand"] for leaf in fields}),
        tables.last_numbers({leaf["table"] for leaf in fields if "table" in leaf}),
    )


def _store(tables: LogTables, batch: Batch) -> None:
    if not batch.accepted:
        return
    edge = tables.edge(batch.size)
    tables.add(batch.accepted, [*grow(batch.size, edge, map(leaf_hash, batch.accepted.values()))])
    tables.set_hands(batch.hands)
    tables.set_last_numbers(batch.numbers)
