"""The transparency log of the sample hands, made up: its keys, its policy, and the receipts of two hands.

Every secret key here is the SHA-256 of a sentence in this file, so that anybody can sign in its name: a demo key proves
nothing. The times are fixed, so that the same program gives the same bytes.

The header of the first hand is in the log, cosigned by a witness and by every seat, before the hand is dealt. The
header of the second one is in the first checkpoint together with the deal: nobody can tell which of them came first.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from dealproof.replay.simulation.records import Opening
from dealproof.verifier.encoding import canonical
from dealproof.verifier.signature import public_key
from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint
from dealproof.verifier.tlog.cosignature import cosign, cosignature_key, seat_key
from dealproof.verifier.tlog.leaf import Leaf, format_leaf
from dealproof.verifier.tlog.note import Note
from dealproof.verifier.tlog.note_signature import note_key, sign_note
from dealproof.verifier.tlog.policy import Log, Policy, Witness, format_policy
from dealproof.verifier.tlog.proof_text import ProofText
from dealproof.verifier.tlog.receipt import Entry, Receipt, format_receipt
from dealproof.verifier.tlog.tree import Tree, leaf_hash, prove_consistency, prove_inclusion, root

Json = dict[str, Any]

LOG_SECRET = sha256(b"demo key of the log of the sample hands").digest()
WITNESS_SECRET = sha256(b"demo key of the witness of the sample hands").digest()
LOG = note_key("demo.dealproof.example/log", LOG_SECRET)
WITNESS = cosignature_key("demo-witness.dealproof.example", WITNESS_SECRET)
POLICY = Policy((Log(LOG),), (Witness("demo-witness", WITNESS),), quorum="demo-witness")

ABOUT = b"# For the sample hands only. Its keys are demo keys: anybody can sign with them.\n"

BEGAN = 1_736_080_000
"""When the first hand was committed, in seconds since 1970: 2025-01-05 12:26:40 UTC."""
APART = 3600
"""Seconds between the two hands."""
MS = 1000


def policy_file() -> bytes:
    """The policy of the demo, with a comment that its keys are demo keys."""
    return ABOUT + format_policy(POLICY)


class Published(NamedTuple):
    """A leaf at its place, and the checkpoint that was published with it."""

    leaf: Leaf
    index: int
    checkpoint: Checkpoint
    note: Note


class DemoLog:
    """A log with its tree in memory."""

    def __init__(self) -> None:
        self.tree = Tree()

    def append(self, leaf: Leaf) -> int:
        """Appends a leaf and returns its index."""
        self.tree.append(leaf_hash(format_leaf(leaf)))
        return len(self.tree) - 1

    def publish(self, time: int, seats: Iterable[bytes] = ()) -> tuple[Checkpoint, Note]:
        """Signs a checkpoint of all leaves, cosigned at a time by the witness and by the `seats` (secret keys)."""
        size = len(self.tree)
        checkpoint = Checkpoint(LOG.name, size, root(size, self.tree.subtrees))
        note = sign_note(format_checkpoint(checkpoint), LOG, LOG_SECRET)
        lines = [cosign(note.text, WITNESS, time, WITNESS_SECRET)]
        lines += [cosign(note.text, seat_key(public_key(secret)), time, secret) for secret in seats]
        return checkpoint, note._replace(signatures=(*note.signatures, *lines))

    def add(self, leaf: Leaf, time: int, seats: Iterable[bytes] = ()) -> Published:
        """Appends a leaf and publishes it."""
        index = self.append(leaf)
        return Published(leaf, index, *self.publish(time, seats))

    def entry(self, found: Published, before: Published | None = None) -> Entry:
        """The entry of a receipt, with the proof that its tree continues the one `before`."""
        size = found.checkpoint.size
        proof = prove_inclusion(found.index, size, self.tree.subtrees)
        consistency = prove_consistency(before.checkpoint.size, size, self.tree.subtrees) if before else ()
        return Entry(found.leaf, ProofText(found.index, proof, found.note, found.checkpoint), consistency)

    def receipt(self, header: Json, commit: Published, deal: Published, close: Published) -> bytes:
        """The receipt of a hand."""
        entries = self.entry(commit), self.entry(deal, commit), self.entry(close, deal)
        return format_receipt(Receipt(header, *entries, seed_receipts=())) + b"\n"


def receipts(honest: Json, late: Json, secrets: Sequence[bytes]) -> dict[str, bytes]:
    """The receipts of two records by hand ID; `secrets` are the keys of the seats of both."""
    log = DemoLog()
    found = {honest["header"]["hand"]: published_first(log, honest, BEGAN, secrets)}
    return found | {late["header"]["hand"]: published_late(log, late, BEGAN + APART, secrets)}


def published_first(log: DemoLog, record: Json, time: int, secrets: Sequence[bytes]) -> bytes:
    """The receipt of a hand whose commit is witnessed, then dealt, then closed."""
    commit = log.add(commit_leaf(record, time), time + 2, secrets)
    deal = log.add(deal_leaf(record, time + 20), time + 22)
    ended = time + 20 + length(record)
    return log.receipt(record["header"], commit, deal, log.add(result_leaf(record, ended), ended + 2))


def published_late(log: DemoLog, record: Json, time: int, secrets: Sequence[bytes]) -> bytes:
    """The receipt of a hand whose first checkpoint was made after the deal had been logged."""
    leaf = commit_leaf(record, time)
    index = log.append(leaf)
    deal = log.add(deal_leaf(record, time + 1), time + 2, secrets)
    commit = Published(leaf, index, deal.checkpoint, deal.note)
    ended = time + 20 + length(record)
    return log.receipt(record["header"], commit, deal, log.add(result_leaf(record, ended), ended + 2))


def length(record: Json) -> int:
    """How long the hand took, in seconds, rounded up."""
    return -(-int(record["events"][-1]["t"]) // MS)


def commit_leaf(record: Json, time: int) -> Leaf:
    """The leaf that fixes the header."""
    header = record["header"]
    fields = {key: header[key] for key in ("hand", "table", "number", "server_commitment")}
    return {"type": "commit", "time": time * MS, "header": hashed(header), **fields}


def deal_leaf(record: Json, time: int) -> Leaf:
    """The leaf that fixes header and player seeds."""
    opening = Opening(bytes.fromhex(record["server_seed"]), (), record["player_seeds"], record["header"])
    return {"type": "deal", "hand": record["header"]["hand"], "time": time * MS, "salt": opening.salt.hex()}


def result_leaf(record: Json, time: int) -> Leaf:
    """The leaf of a hand that is over."""
    return {
        "type": "result",
        "hand": record["header"]["hand"],
        "time": time * MS,
        "log_head": record["log_head"],
        "server_seed": record["server_seed"],
        "result": hashed(record["claim"]),
    }


def hashed(value: Json) -> str:
    """The SHA-256 of canonical JSON in hex."""
    return sha256(canonical(value)).hexdigest()
