"""The leaves that a database has lost, brought back from a copy of the log.

A log whose database was restored from a backup does not sign (`last_signed`): it has forgotten leaves that were
published. Every copy of the log has them, such as an exported folder.

1. The copy was recomputed as a whole under the key of the log (`verification`).
2. It continues the last checkpoint that the log signed, so nothing that was published is missing in it.
3. It continues the tree of the database.
4. The leaves that the database does not have are stored, and the checkpoint of the copy.

The checkpoints in between are not in a copy. Where one of them showed that a header was published before its hand was
dealt, only receipts that were fetched before can show it (`receipts`).
"""

from __future__ import annotations

from typing import Final

from dealproof.verifier.tlog.leaf import format_leaf
from dealproof.verifier.tlog.note import format_note
from dealproof.verifier.tlog.tree import root
from dealproof.web.log.errors import LogError
from dealproof.web.log.last_signed import held, read
from dealproof.web.log.publishing import LogService
from dealproof.web.log.sequencing import sequence, submitted
from dealproof.web.log.verification import WholeLog

AT_ONCE: Final = 1000
"""Leaves that are read and stored at a time; all are one transaction."""


def restore(log: LogService, copy: WholeLog) -> int:
    """Stores the leaves of a verified copy that the database does not have, and returns their number. Raises `LogError`
    if the copy does not continue what the log has signed and stored, and `web.store.errors.StoreError`."""
    size, subtrees = copy.checkpoint.size, copy.tree.subtrees
    with held(log.last_signed):
        last = read(log.last_signed)
        if last.size > size or root(last.size, subtrees) != last.root:
            raise LogError("copy-behind", size=size, signed=last.size)
        with log.database.writing() as tables:
            stored = tables.size()
            if stored > size or tables.root(stored) != root(stored, subtrees):
                raise LogError("copy-of-another", size=size, stored=stored)
            for first in range(stored, size, AT_ONCE):
                batch = copy.leaves[first : first + AT_ONCE]
                sequence(tables, [submitted(format_leaf(leaf)) for leaf in batch])
            # What the database knows of hands and tables may be of another log.
            if tables.root(tables.size()) != copy.checkpoint.root:
                raise LogError("copy-of-another", size=size, stored=stored)
            tables.publish(size, format_note(copy.note))
    return size - stored
