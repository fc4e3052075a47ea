"""A limit of posts per client.

Each worker counts in its own memory, so with N workers a client gets up to N times the limit, and a restart resets
it. The limit protects against one client, not against many at once: that is for a proxy in front.
"""

from __future__ import annotations

import ipaddress
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from time import monotonic
from typing import Final

MINUTE: Final = 60.0
WITH_PORT: Final = re.compile(r"^(?:([0-9.]+)|\[([0-9A-Fa-f:.]+)\])(?::[0-9]+)?$")
CLIENTS: Final = 10_000
"""Number of clients whose posts are counted: those seen last."""


@dataclass(slots=True)
class RateLimit:
    """A token bucket per client: `most` posts a minute, of which `most` may come at once. 0 means no limit."""

    most: int
    clock: Callable[[], float] = monotonic
    seen: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def wait(self, client: str) -> int:
        """Counts a post and returns 0 if it is allowed, else after how many whole seconds the next one is."""
        if not self.most:
            return 0
        with self.lock:
            return self.counted(network(client), self.clock())

    def counted(self, client: str, now: float) -> int:
        """Does what `wait` does, for the time `now` of the clock."""
        left, then = self.seen.pop(client, (float(self.most), now))
        left = min(self.most, left + (now - then) * self.most / MINUTE)
        allowed = left >= 1
        self.seen[client] = (left - 1 if allowed else left, now)
        if len(self.seen) > CLIENTS:
            self.seen.popitem(last=False)
        return 0 if allowed else ceil((1 - left) * MINUTE / self.most)


def network(client: str) -> str:
    """Returns what counts as one client: an IPv4 address, or the /64 of an IPv6 address. A mapped IPv4 address
    (`::ffff:1.2.3.4`) is IPv4. A port, which some proxies add, is dropped.
    """
    try:
        address = ipaddress.ip_address(WITH_PORT.sub(r"\1\2", client))
    except ValueError:
        return client
    if address.version == 6 and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
