"""What a transparency log adds to the report on an archive: hands that it has and the archive has not, the other way
round, and hands that were never ended.

| code | hands |
|---|---|
| `withheld` | ended in the log by a result or void, and not in the archive |
| `unlogged` | in the archive, and without commit in the log |
| `overdue` | without result or void in the log a day after their commit |

Times are those that the operator put into the leaves, so that the report depends on the log alone.
Source: LOG.md, "Monitoring".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from dealproof.verifier.tlog.fields import format_base64
from dealproof.web.log.monitoring import OVERDUE_AFTER, dealing, reused
from dealproof.web.log.verification import WholeLog

MS: Final = 1000
ID: Final = b"id "


def log_facts(log: WholeLog, keys: Iterable[bytes]) -> dict[str, Any]:
    """The facts as JSON. `keys` are those of the archive (`Facts.keys`), sorted."""
    committed: dict[Any, Any] = {leaf["hand"]: leaf["time"] for leaf in log.leaves if leaf["type"] == "commit"}
    ended = {leaf["hand"] for leaf in log.leaves if leaf["type"] in ("result", "void")}
    times: list[Any] = [leaf["time"] for leaf in log.leaves]
    late = max(times, default=0) - OVERDUE_AFTER * MS
    seen, unlogged = set(), 0
    for hand in ids(keys):
        if hand in committed:
            seen.add(hand)
        else:
            unlogged += 1
    took = dealing(log.leaves)
    return {
        "origin": log.checkpoint.origin,
        "size": log.checkpoint.size,
        "root": format_base64(log.checkpoint.root),
        "hands": len(committed),
        "withheld": len(ended - seen),
        "unlogged": unlogged,
        "overdue": sum(time <= late for hand, time in committed.items() if hand not in ended),
        "reused": sum(1 for _ in reused(log.leaves)),
        "dealing": None if took is None else took._asdict(),
    }


def ids(keys: Iterable[bytes]) -> Iterable[str]:
    """The hand IDs among the keys of an archive, each once."""
    last = None
    for key in keys:
        if key.startswith(ID):
            hand = key.split(b" ", 2)[1].decode()
            if hand != last:
                yield hand
            last = hand
