"""The reader's clock of a dispute: the last time that its receipt names, so that two people get the same bytes.

A cosignature that is too far ahead of the reader's clock does not count (LOG.md, "What is shown"). One that is not
counts at any later time too. So the verdict under the last time in a receipt is the verdict under every later clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.cosignature import TIME_BYTES, seat_key
from dealproof.verifier.tlog.policy import Policy
from dealproof.verifier.tlog.receipt import Receipt, parse_receipt


def settled(receipt: bytes, seats: Sequence[bytes | None], policy: Policy, clock: int) -> int:
    """The time of the last cosignature of a witness in the policy or of a seat (public keys, 32 bytes), but no later
    than `clock`; in seconds since 1970. 0 if there is none, or the receipt cannot be read."""
    try:
        return min(max(_times(parse_receipt(receipt), seats, policy), default=0), clock)
    except MalformedLog:
        return 0


def _times(receipt: Receipt, seats: Sequence[bytes | None], policy: Policy) -> Iterator[int]:
    keys = [*(each.key for each in policy.witnesses), *(seat_key(each) for each in seats if each is not None)]
    for entry in receipt.entries:
        for key in keys:
            for line in key.lines(entry.proof.note):
                yield int.from_bytes(line.value[:TIME_BYTES], "big")
