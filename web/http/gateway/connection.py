"""One connection of a worker: the request that arrives on it, the answer that is sent, and what is kept for both."""

from __future__ import annotations

import select
import socket
from concurrent.futures import Future
from typing import Any, Final, NamedTuple

from dealproof.web.http.gateway.framing import Incoming
from dealproof.web.http.security import MAX_BODY

BLOCK: Final = 64 << 10
"""Bytes that are read from a socket at once."""
MOST_BODY: Final = MAX_BODY + (4 << 10)
"""Bytes of a body that are waited for. More than the application reads: gunicorn asks for up to 1 KiB beyond that, and
takes a body in chunks that ends there for one that is broken."""


class Answer(NamedTuple):
    """What a thread came to: the bytes to send, whether the connection is kept, and the bytes received after the
    request."""

    data: bytes
    keep: bool
    rest: bytes = b""


class Connection:
    """One connection and what is under way on it. `deadline` is when it is cut, None while its request waits for a
    thread or has one, as `task`; `held` is how many bytes are kept for it, of requests and of an answer."""

    def __init__(self, sock: socket.socket, client: Any, server: Any) -> None:
        sock.settimeout(0)
        self.sock, self.client, self.server = sock, client, server
        self.incoming = Incoming(MOST_BODY)
        self.request = b""
        self.task: Future[Answer] | None = None
        self.outgoing = memoryview(b"")
        self.rest = b""
        self.held = 0
        self.keep = False
        self.watched = False
        self.deadline: float | None = None

    def gone(self) -> bool:
        """Whether the connection is known to have been reset. The end of input does not count: a client may end its
        side and read the answer."""
        poll = select.poll()
        poll.register(self.sock, 0)
        return bool(poll.poll(0))

    def receive(self) -> bytes | None:
        """Returns what has arrived: b"" at the end, None where there is nothing yet."""
        try:
            return self.sock.recv(BLOCK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def send(self, data: bytes | memoryview) -> int | None:
        """Returns how many bytes were accepted of those to send; None where the client has gone."""
        try:
            return self.sock.send(data) if data else 0
        except BlockingIOError:
            return 0
        except OSError:
            return None
