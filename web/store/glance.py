"""What the database has on a hand besides its record, read with two SELECTs directly through the driver.

The page of a hand depends only on its record, the version of the judge and what is read here, so a cached page is valid
as long as the glance is equal (`web.http.answer_cache`). SQLAlchemy's layers would cost more than both queries.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from dealproof.web.published.neighbours import Sharing

OTHERS: Final = 3
"""Number of other hands with the same server seed that are named."""


class Glance(NamedTuple):
    """A stored hand at a glance.

    `digest` is the SHA-256 of its record, "" where the hand has not been judged yet; `judge` the version of the judge.
    `previous` and `next` are the hands before and after it at its table, None where there is none. `match` changes
    whenever a hand of its match is stored or opened; it is empty where it belongs to none. `receipt` is the SHA-256 of
    its receipt, "" where none is stored.
    """

    hand: str
    digest: str
    judge: int
    previous: str | None
    next: str | None
    match: tuple[int, ...]
    sharing: Sharing
    receipt: str = ""


FOUND: Final = """
SELECT h.id, s.digest, s.judge, h.commitment, s.opened, h.match_id,
  (SELECT p.hand FROM hands p WHERE p.table_id = h.table_id AND p.number <= h.number
     AND (p.number < h.number OR p.id < h.id) ORDER BY p.number DESC, p.id DESC LIMIT 1),
  (SELECT n.hand FROM hands n WHERE n.table_id = h.table_id AND n.number >= h.number
     AND (n.number > h.number OR n.id > h.id) ORDER BY n.number, n.id LIMIT 1),
  (SELECT r.digest FROM receipts r WHERE r.hand_id = h.id)
FROM hands h JOIN summaries s ON s.hand_id = h.id WHERE h.hand = ?
"""

SHARED: Final = """
SELECT o.hand, MAX(o.opens) FROM (
  SELECT * FROM (SELECT x.id, x.hand, 0 AS opens FROM hands x
    WHERE x.commitment IN (?, ?) AND x.id <> ? ORDER BY x.id LIMIT 4) AS committed
  UNION ALL
  SELECT * FROM (SELECT x.id, x.hand, 1 AS opens FROM summaries y JOIN hands x ON x.id = y.hand_id
    WHERE y.opened IN (?, ?) AND x.id <> ? ORDER BY x.id LIMIT 4) AS opened
) AS o GROUP BY o.id, o.hand ORDER BY o.id
"""

MATCH: Final = """
SELECT COUNT(*), MAX(h.id), MAX(h.received), MIN(s.judge)
FROM hands h JOIN summaries s ON s.hand_id = h.id WHERE h.match_id = ?
"""


def glance(database: Engine, hand: str) -> Glance | None:
    """Returns the hand with this ID at a glance, None if none is stored. Raises errors of SQLAlchemy."""
    try:
        connection = database.raw_connection()
    except DBAPIError:
        raise
    except database.dialect.loaded_dbapi.Error as error:
        raise OperationalError("connect", None, error) from error
    try:
        return look(connection.cursor(), hand, "?" if database.dialect.paramstyle == "qmark" else "%s")
    except database.dialect.loaded_dbapi.Error as error:
        connection.invalidate()
        raise OperationalError("a glance", None, error) from error
    finally:
        connection.close()


def look(cursor: Any, hand: str, mark: str) -> Glance | None:
    """Does what `glance` does with a cursor of the driver, whose placeholder is `mark`."""

    def rows(statement: str, *values: object) -> list[Any]:
        cursor.execute(statement.replace("?", mark), values)
        found: list[Any] = cursor.fetchall()
        return found

    row = next(iter(rows(FOUND, hand)), None)
    if row is None:
        return None
    id, digest, judge, commitment, opened, match, previous, following, receipt = row
    # An imported hand has no seed that another could share.
    others = rows(SHARED, commitment, opened, id, commitment, opened, id) if commitment else []
    return Glance(
        hand,
        digest,
        judge,
        previous,
        following,
        tuple(rows(MATCH, match)[0]) if match is not None else (),
        sharing(others, hidden=opened is None),
        receipt or "",
    )


def sharing(others: list[Any], *, hidden: bool) -> Sharing:
    """Returns the hands with the same seed; `others` are their IDs, each with whether its record reveals the seed."""
    openers = [hand for hand, opens in others if opens and hidden]
    reused = [hand for hand, _ in others]
    return Sharing(tuple(reused[:OTHERS]), tuple(openers[:OTHERS]), len(reused) > OTHERS)
