"""How often one client may post.

Counted in memory, by each worker for itself: with N workers a client that meets all of them gets up to N times as
much, and a restart forgets. It keeps one client from taking all the time there is; against many clients at once a
proxy in front has to help.
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
"""Clients that are remembered, those seen last."""


@dataclass(slots=True)
class RateLimit:
    """`most` posts a minute, evenly refilled; the first `most` may come at once. 0 is any number."""

    most: int
    clock: Callable[[], float] = monotonic
    seen: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def wait(self, client: str) -> int:
        """Counts a post of this client: 0 where it may, else in how many whole seconds it may."""
        if not self.most:
            return 0
        with self.lock:
            return self.counted(network(client), self.clock())

    def counted(self, client: str, now: float) -> int:
        """What `wait` says, at this moment."""
        left, then = self.seen.pop(client, (float(self.most), now))
        left = min(self.most, left + (now - then) * self.most / MINUTE)
        allowed = left >= 1
        self.seen[client] = (left - 1 if allowed else left, now)
        if len(self.seen) > CLIENTS:
            self.seen.popitem(last=False)
        return 0 if allowed else ceil((1 - left) * MINUTE / self.most)


def network(client: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 that one household has of IPv6. An IPv4 address within
    IPv6 (`::ffff:1.2.3.4`), as a server for both sees it, is IPv4. Some proxies add the client's port: it is left out.
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
