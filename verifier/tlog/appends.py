"""The order of a hand's leaves: one commit, at most one deal, then one result or one void.

What a log knows of a hand before a leaf is a `Progress`, or None before its commit. The log keeps it where it likes.

    >>> from dealproof.verifier.commitment import commit
    >>> began = {"type": "commit", "hand": "a", "time": 0, "table": "t", "number": 7, "header": "00" * 32,
    ...     "server_commitment": commit(bytes(32))}
    >>> progress = check_append(began, None, last_number=6)
    >>> progress.dealt, progress.closed
    (False, False)
    >>> check_append(began, None, last_number=7)
    Traceback (most recent call last):
    dealproof.verifier.errors.LogRefuted: The number of the hand is 7; the next one at its table is 8.

A leaf whose bytes are in the log already is no new leaf: its caller looks for it first. Source: LOG.md, "Leaves". Needs
only the standard library.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dealproof.verifier.commitment import commit, same
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.leaf import Leaf

CODES: Final = (
    "bad-leaf",
    "duplicate-commit",
    "number-out-of-order",
    "commit-missing",
    "hand-closed",
    "duplicate-deal",
    "deal-missing",
    "seed-mismatch",
)
"""Why a log refuses a leaf; where several hold, the first names it."""


class Progress(NamedTuple):
    """How far a hand is: the commitment to its server seed, whether it has been dealt, whether it is over."""

    server_commitment: str
    dealt: bool = False
    closed: bool = False


def check_append(leaf: Leaf, progress: Progress | None, last_number: int | None) -> Progress:
    """How far the hand is after this leaf. `last_number` is that of the last commit at its table, or None.

    Raises LogRefuted with one of `CODES`, or MalformedLog, code `bad-leaf`, if the log must refuse the leaf.
    """
    fields: Any = leaf
    if fields["type"] == "void" and fields["missing"] and progress is not None and progress.dealt:
        raise MalformedLog("bad-leaf", "A hand that was dealt has no missing seed.")
    if fields["type"] == "commit":
        return _commit(fields, progress, last_number)
    if progress is None:
        raise LogRefuted("commit-missing", "The log has no commit of this hand.")
    if progress.closed:
        raise LogRefuted("hand-closed", "This hand is over.")
    if fields["type"] == "deal":
        if progress.dealt:
            raise LogRefuted("duplicate-deal", "The deal of this hand is in the log already.")
        return progress._replace(dealt=True)
    if fields["type"] == "result" and not progress.dealt:
        raise LogRefuted("deal-missing", "The log has no deal of this hand.")
    if not same(commit(bytes.fromhex(fields["server_seed"])), progress.server_commitment):
        raise LogRefuted("seed-mismatch", "The SHA-256 of server_seed does not match the commitment of this hand.")
    return progress._replace(closed=True)


def _commit(leaf: Any, progress: Progress | None, last_number: int | None) -> Progress:
    if progress is not None:
        raise LogRefuted("duplicate-commit", "Another commit of this hand is in the log already.")
    if last_number is not None and leaf["number"] != last_number + 1:
        reason = f"The number of the hand is {leaf['number']}; the next one at its table is {last_number + 1}."
        raise LogRefuted("number-out-of-order", reason)
    return Progress(leaf["server_commitment"])
