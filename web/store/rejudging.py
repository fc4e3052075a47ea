"""Judging stored hands again: those of an older judge, and those whose receipt was judged under another policy.

Hands are judged outside of transactions, batch by batch. A batch is stored in one transaction, and of it only the hands
that nobody has judged or replaced in the meantime. So any number of processes may do this at once, and any may be
killed: each hand is judged again, and each change of a verdict is noted once (`web.store.models.VerdictChange`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, bindparam, func, insert, select, update
from sqlmodel import col

from dealproof.replay.verdict import JUDGE
from dealproof.web.intake.box import NOBODY, Reader
from dealproof.web.store.clock import now
from dealproof.web.store.desk.models import DeskHand
from dealproof.web.store.desk.rows import relist
from dealproof.web.store.engine import opened, writing
from dealproof.web.store.errors import translated
from dealproof.web.store.models import StoredHand, StoredReceipt, Summary, VerdictChange
from dealproof.web.store.operator_hands import OperatorHands
from dealproof.web.store.receipts import judged_under, outdate
from dealproof.web.store.summary import Values, judged

AT_ONCE: Final = 50
"""Hands judged in one batch; so many records of at most 1 MiB are in memory at a time."""

COMPARED: Final = ("verdict", "grade", "result")
"""The columns of a summary whose changes are noted."""


class Again(NamedTuple):
    """A hand that was judged again: its ID in the table, the digest that its old summary has of the record, and the new
    summary."""

    id: int
    digest: str
    summary: Values


def waiting(connection: Connection) -> bool:
    """Whether this version of the judge has not judged some hand."""
    return (
        connection.execute(select(col(Summary.hand_id)).where(col(Summary.judge) < JUDGE).limit(1)).first() is not None
    )


def pending(database: Engine) -> int:
    """Returns how many hands this version of the judge has not judged."""
    with database.connect() as connection:
        return connection.execute(select(func.count()).where(col(Summary.judge) < JUDGE)).scalar_one()


def catch_up(database: Engine, count: Callable[[int], None] = lambda _: None, reader: Reader = NOBODY) -> int:
    """Judges every hand that this version of the judge has not judged; returns how many were. What a receipt shows
    depends on the `reader`. `count` is called after each batch with the number of hands so far."""
    done = 0
    while found := batch(database, reader):
        with writing(database) as connection:
            done += len(store(connection, found, reader))
        count(done)
    return done


def batch(database: Engine, reader: Reader, most: int | None = None) -> list[Again]:
    """Judges up to `most` hands again, by default `AT_ONCE`, and stores nothing."""
    columns = (col(Summary.hand_id), col(Summary.digest), col(StoredHand.record), col(StoredReceipt.receipt))
    older = (
        select(*columns)
        .join_from(Summary, StoredHand, col(StoredHand.id) == col(Summary.hand_id))
        .outerjoin(StoredReceipt, col(StoredReceipt.hand_id) == col(Summary.hand_id))
        .where(col(Summary.judge) < JUDGE)
    )
    with database.connect() as connection:
        rows = connection.execute(older.order_by(col(Summary.judge), col(Summary.hand_id)).limit(most or AT_ONCE)).all()
    return [Again(id, digest, judged(record, receipt, reader)) for id, digest, record, receipt in rows]


def store(connection: Connection, found: list[Again], reader: Reader) -> list[int]:
    """Stores the summaries of a batch, and what changed; returns the IDs of the hands. A hand that was judged or
    replaced since the batch was read is left out."""
    before = unchanged(connection, found)
    kept, ids = [each for each in found if each.id in before], [*before]
    if kept:
        values = [{"id": each.id, **each.summary} for each in kept]
        connection.execute(update(Summary).where(col(Summary.hand_id) == bindparam("id")), values)
        judged_under(connection, ids, reader.policy)
        relist(connection, ids)
    if changed := [each for each in kept if differs(before[each.id], each.summary)]:
        owners = owned(connection, ids)
        connection.execute(insert(VerdictChange), [change(before[each.id], each, owners) for each in changed])
        OperatorHands(connection).touch_stored(each.id for each in changed)
    return ids


def unchanged(connection: Connection, found: list[Again]) -> dict[int, Any]:
    """Returns the old summaries of those hands of a batch that are as they were when it was read, by ID."""
    columns = (getattr(Summary, name) for name in ("hand_id", "judge", "digest", *COMPARED))
    ids = {each.id: each.digest for each in found}
    rows = connection.execute(select(*columns).where(col(Summary.hand_id).in_(ids), col(Summary.judge) < JUDGE))
    return {row.hand_id: row for row in rows if row.digest == ids[row.hand_id]}


def owned(connection: Connection, ids: list[int]) -> dict[int, int]:
    """Returns the operators of those hands that are on a desk, by ID."""
    found = select(col(DeskHand.hand_id), col(DeskHand.operator_id)).where(col(DeskHand.hand_id).in_(ids))
    return {row.hand_id: row.operator_id for row in connection.execute(found)}


def differs(old: Any, new: Values) -> bool:
    """Whether a hand had another verdict, grade or result before. A hand that was not judged had none, and a result
    that was not stored is not known to differ."""
    if not old.verdict:
        return False
    return any(getattr(old, name) != new[name] for name in COMPARED if name != "result" or old.result is not None)


def change(old: Any, new: Again, owners: Mapping[int, int]) -> Values:
    """Returns the columns of `VerdictChange` for a hand that was judged again."""
    versions = {"judge_before": abs(old.judge), "judge_after": JUDGE}
    values = {"hand_id": new.id, "time": now(), "operator_id": owners.get(new.id), **versions}
    for name in COMPARED:
        values |= {f"{name}_before": getattr(old, name), f"{name}_after": new.summary[name]}
    return values


def prepared(database: str, reader: Reader | None = None) -> Engine:
    """Returns an engine whose tables have been migrated, and in which the hands whose receipt was judged under another
    policy than the `reader`'s, if there is one, are marked to be judged again. Raises `StoreError`."""
    made = opened(database)
    try:
        if reader is not None:
            with translated(made), writing(made) as connection:
                outdate(connection, reader.policy)
    except BaseException:
        made.dispose()
        raise
    return made


def prepare_database(
    database: str, waiting: Callable[[int], None] = lambda _: None, reader: Reader | None = None
) -> None:
    """Prepares the database at a path or a URL, and judges what waits for it. `waiting` is called first with the number
    of hands, if there are any. Raises `StoreError`."""
    made = prepared(database, reader)
    try:
        with translated(made):
            if count := pending(made):
                waiting(count)
                catch_up(made, reader=reader or NOBODY)
    finally:
        made.dispose()
