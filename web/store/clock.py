"""The time at which something is stored or published."""

from __future__ import annotations

import time


def now() -> int:
    """Returns the time in whole milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
