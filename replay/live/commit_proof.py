"""Whether the commit leaf of a hand is in the log, so that the seats may open their seeds (LOG.md, "Receipts")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dealproof.replay.live.errors import Misused
from dealproof.replay.record.record import read_keys
from dealproof.verifier.tlog.codes import NO_POLICY, UNKNOWN_LOG
from dealproof.verifier.tlog.leaf import Leaf
from dealproof.verifier.tlog.policy import NONE, Policy
from dealproof.verifier.tlog.proof_text import parse_proof_text
from dealproof.verifier.tlog.publication import Hand, published
from dealproof.verifier.tlog.receipt import Entry, Receipt, format_receipt

NOT_SHOWN: Final[Mapping[str | None, str]] = {
    NO_POLICY: "The policy names no log, so nothing shows that the commit leaf is published.",
    UNKNOWN_LOG: "The checkpoint of this proof is not signed by a log of the policy.",
}


def check_published(header: Mapping[str, Any], leaf: Leaf, proof: str, policy: Policy, now: int) -> None:
    """Returns if the proof text leads from the leaf to a checkpoint that a log of the policy has signed and, where the
    policy has a quorum, its witnesses or all seats have cosigned. `now` is in seconds since 1970.

    Raises MalformedLog, LogRefuted, or `Misused` with the code `no-policy`, `unknown-log` or `unwitnessed`.
    """
    entry = Entry(leaf, parse_proof_text(proof.encode()))
    receipt = format_receipt(Receipt(header, entry, None, None, ()))
    shown = published(receipt, Hand(header, read_keys(header), None, {}), policy, now)
    if shown.withheld in NOT_SHOWN:
        raise Misused(str(shown.withheld), NOT_SHOWN[shown.withheld])
    if policy.quorum != NONE and shown.by is None:
        reason = "The quorum of the policy has not cosigned the checkpoint of this proof. Ask the log again."
        raise Misused("unwitnessed", reason)
