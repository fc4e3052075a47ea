"""Receipts: what a player keeps of a hand, put together from the leaves of the log (LOG.md, "Receipts").

Each leaf of the hand comes with the first published checkpoint that holds it, so the checkpoint of the commit was there
before the deal was appended. What the seats signed of that checkpoint, and the receipts of their seeds, are not in the
log: whoever deals keeps them and passes them on.

Nothing is verified here: `replay.publication` checks the whole receipt against the record of the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.tlog.checkpoint import parse_checkpoint
from dealproof.verifier.tlog.leaf import parse_leaf
from dealproof.verifier.tlog.note import Note, Signature, parse_note
from dealproof.verifier.tlog.proof_text import ProofText
from dealproof.verifier.tlog.receipt import Entry, Receipt
from dealproof.verifier.tlog.tree import prove_consistency, prove_inclusion
from dealproof.web.log.errors import LogError
from dealproof.web.log.signature_lines import with_lines
from dealproof.web.store.log_queries import LogTables


class Entries(NamedTuple):
    """The leaves of a hand with their proofs; None for those that no published checkpoint holds."""

    commit: Entry | None = None
    deal: Entry | None = None
    close: Entry | None = None


def receipt_of(
    tables: LogTables,
    header: Mapping[str, Json],
    cosignatures: Iterable[Signature] = (),
    seed_receipts: Iterable[Note] = (),
) -> Receipt:
    """Returns the receipt of the hand of a header, which has been read.

    Leaves that no published checkpoint holds yet are left out. `cosignatures` are added to the checkpoint of the
    commit. Raises `LogError` if the log has no published commit of the hand, or one of another header, or has lost the
    checkpoint that was published between commit and deal (`restoring`).
    """
    hand = header["hand"]
    commit, deal, close = entries_of(tables, str(hand))
    if commit is None:
        raise LogError("no-published-commit", hand=hand)
    if commit.leaf["header"] != sha256(canonical(header)).hexdigest():
        raise LogError("commit-of-another-header", hand=hand)
    if deal is not None and commit.proof.checkpoint.size > deal.proof.index:
        raise LogError("checkpoint-lost", hand=hand)
    return Receipt(header, _cosigned(commit, cosignatures), deal, close, tuple(seed_receipts))


def entries_of(tables: LogTables, hand: str) -> Entries:
    """Returns the published leaves of a hand, each with its proofs."""
    places = tables.hands([hand]).get(hand)
    commit = None if places is None else _entry(tables, places.commit, None)
    if places is None or commit is None:
        return Entries()
    deal = None if places.deal is None else _entry(tables, places.deal, commit)
    close = None if places.close is None else _entry(tables, places.close, deal or commit)
    return Entries(commit, deal, close)


def _entry(tables: LogTables, position: int, before: Entry | None) -> Entry | None:
    """The leaf at a position with its proofs, of which one leads from the checkpoint before; None if it is not
    published."""
    published = tables.checkpoint_with(position)
    if published is None:
        return None
    note = parse_note(published)
    checkpoint = parse_checkpoint(note.text)
    (leaf,) = tables.entries(position, 1)
    hashes = prove_inclusion(position, checkpoint.size, tables.subtrees)
    proof = ProofText(position, hashes, note, checkpoint)
    if before is None:
        return Entry(parse_leaf(leaf), proof)
    old = before.proof.checkpoint.size
    return Entry(parse_leaf(leaf), proof, prove_consistency(old, checkpoint.size, tables.subtrees))


def _cosigned(entry: Entry, lines: Iterable[Signature]) -> Entry:
    return entry._replace(proof=replace(entry.proof, note=with_lines(entry.proof.note, lines)))
