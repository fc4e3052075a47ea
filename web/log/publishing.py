"""From accepted leaves to a published checkpoint.

1. The tree is read, and its size and root are compared with those of the last signed checkpoint and written in their
   place (`last_signed`).
2. The checkpoint is signed.
3. Where the log has a policy, witnesses cosign until its quorum is complete.
4. The checkpoint is stored: from now on it is served.

Processes that share the file of the last signed checkpoint publish one after the other, so each checkpoint that a
witness sees continues the one before.

Any step may be repeated after a crash: signing the same tree again gives the same bytes, and a witness that has seen a
checkpoint cosigns it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint, parse_checkpoint
from dealproof.verifier.tlog.note import Note, format_note, parse_note
from dealproof.verifier.tlog.tree import leaf_hash
from dealproof.web.log.errors import LogError, NotSigned
from dealproof.web.log.key_file import LogKey
from dealproof.web.log.last_signed import check_continued, compare_and_swap, held, read
from dealproof.web.log.resources import published_size
from dealproof.web.log.sequencing import Outcome, Submitted, follows, rounds, sequence
from dealproof.web.log.signature_lines import with_lines
from dealproof.web.store.errors import StoreError
from dealproof.web.store.log_database import LogDatabase
from dealproof.web.store.log_queries import LogTables

Cosign = Callable[["Signed", LogDatabase], Note]
"""Returns the note with cosignatures that complete a quorum. Raises `NotWitnessed`."""

Admit = Callable[[LogTables], None]
"""Asked in the transaction that stores leaves, before it does; what it raises leaves the log as it is."""


class Signed(NamedTuple):
    """A checkpoint that the log has signed, and the latest published one before it, if there is one."""

    note: Note
    checkpoint: Checkpoint
    before: Note | None


class Unpublished(Exception):
    """An append that stopped. Leaves come in this order: those `published`, as `append` returns them; those `stored`,
    or refused, for which no checkpoint was published; as many as `uncertain` says, of which nobody knows whether they
    are stored; those that were not stored. The text is why it stopped."""

    def __init__(self, cause: Exception, published: list[Outcome], stored: list[Outcome], uncertain: int = 0) -> None:
        super().__init__(str(cause))
        self.published = published
        self.stored = stored
        self.uncertain = uncertain


class Uncertain(Exception):
    """The database failed while it stored leaves and cannot be asked since."""


class LogService(NamedTuple):
    """A log that can append: its database, its key, the file of the last signed checkpoint, and how it is cosigned.
    `is_witnessed` says whether a published checkpoint has the cosignatures that `cosign` would gather."""

    database: LogDatabase
    key: LogKey
    last_signed: Path
    cosign: Cosign | None = None
    is_witnessed: Callable[[Note], bool] | None = None

    def accepts(self, note: Note) -> bool:
        """Whether a published checkpoint needs no further cosignatures."""
        return self.cosign is None or (self.is_witnessed is not None and self.is_witnessed(note))


def append(log: LogService, leaves: Sequence[bytes], admit: Admit = lambda tables: None) -> list[Outcome]:
    """Appends leaves, in order, and returns what became of each as soon as a published checkpoint holds all of them.

    Raises `Unpublished`, which says of each leaf what became of it, and what `admit` raises. Appending the same leaves
    again returns their indexes.
    """
    outcomes: list[Outcome] = []
    for batch in rounds(leaves):
        found: list[Outcome] = []
        try:
            check_database(log)
            complete(log, batch)
            found = store(log.database, batch, admit)
            publish_leaves(log, found)
        except Uncertain as uncertain:
            raise Unpublished(uncertain, outcomes, found, len(batch)) from uncertain
        except (LogError, StoreError) as cause:
            raise Unpublished(cause, outcomes, found) from cause
        outcomes += found
    return outcomes


def store(database: LogDatabase, batch: Sequence[Submitted], admit: Admit) -> list[Outcome]:
    """Stores a batch and returns what became of each leaf. Raises `StoreError` if none is stored, `Uncertain` if the
    database failed at the end of the transaction and does not answer since."""
    found: list[Outcome] = []
    try:
        with database.writing() as tables:
            admit(tables)
            found = sequence(tables, batch)
    except StoreError as cause:
        if not is_stored(database, batch, found, cause):
            raise
    return found


def is_stored(database: LogDatabase, batch: Sequence[Submitted], found: Sequence[Outcome], cause: StoreError) -> bool:
    """Whether a batch is stored whose transaction failed: all of its new leaves are, or none. Raises `Uncertain`."""
    new = next((leaf_hash(each.data) for each, outcome in zip(batch, found, strict=False) if outcome.new), None)
    if new is None:
        return False
    try:
        with database.reading() as tables:
            return bool(tables.positions([new]))
    except StoreError:
        raise Uncertain(str(cause)) from cause


def check_database(log: LogService) -> None:
    """Raises `NotSigned` if the database has forgotten leaves that were published: it must not get others instead."""
    last = read(log.last_signed)
    with log.database.reading() as tables:
        check_continued(log.last_signed, last, tables.size(), tables.root)


def complete(log: LogService, batch: Iterable[Submitted]) -> None:
    """Publishes what was stored by an append that stopped, if a leaf of the same hand is to follow: each is in the log
    before the next. Raises what `publish` raises."""
    with log.database.reading() as tables:
        latest = tables.checkpoint()
        behind = follows(tables, batch, 0 if latest is None else published_size(latest))
    if behind:
        publish(log)


def publish_leaves(log: LogService, outcomes: Sequence[Outcome]) -> None:
    """Publishes a checkpoint that holds these leaves, if another process has not done so meanwhile: while one waits for
    witnesses, leaves gather behind it, and the next publishes all of them. Raises what `publish` raises."""
    size = max((each.index + 1 for each in outcomes if each.index is not None), default=0)
    if not size:
        return
    with held(log.last_signed):
        with log.database.reading() as tables:
            latest = tables.checkpoint()
        if latest is None or published_size(latest) < size or not log.accepts(parse_note(latest)):
            _publish(log)


def publish(log: LogService) -> Signed:
    """Publishes a checkpoint of all leaves that are stored, one process at a time. Raises `NotSigned`, `NotWitnessed`,
    `web.store.errors.StoreError`."""
    with held(log.last_signed):
        return _publish(log)


def sign(log: LogService) -> Signed:
    """Signs a checkpoint of all leaves that are stored. The caller holds the file of the last signed checkpoint. Raises
    `NotSigned`."""
    with log.database.reading() as tables:
        checkpoint = checkpoint_of(tables, log.key.public.name)
        latest = tables.checkpoint()
        before = None if latest is None else parse_note(latest)
        check_published(before, checkpoint)
        compare_and_swap(log.last_signed, checkpoint, tables.root)
    return Signed(log.key.sign(format_checkpoint(checkpoint)), checkpoint, before)


def _publish(log: LogService) -> Signed:
    signed = sign(log)
    if log.cosign is not None:
        signed = signed._replace(note=log.cosign(signed, log.database))
    with log.database.writing() as tables:
        note = merged(signed.note, tables.checkpoint())
        tables.publish(signed.checkpoint.size, format_note(note))
    return signed._replace(note=note)


def checkpoint_of(tables: LogTables, origin: str) -> Checkpoint:
    """Returns the checkpoint of all leaves that are stored."""
    size = tables.size()
    return Checkpoint(origin, size, tables.root(size))


def check_published(before: Note | None, checkpoint: Checkpoint) -> None:
    """Raises `NotSigned` if the database belongs to the log of another key."""
    if before is not None and (origin := parse_checkpoint(before.text).origin) != checkpoint.origin:
        raise NotSigned("other-database", origin=origin, name=checkpoint.origin)


def merged(note: Note, latest: bytes | None) -> Note:
    """Returns a note with the cosignatures that the latest published checkpoint has besides, if both have one text. The
    earlier cosignature of a witness is kept: its time is when the checkpoint was public."""
    there = None if latest is None else parse_note(latest)
    if there is None or there.text != note.text:
        return note
    return with_lines(there, note.signatures)
