"""A worker of gunicorn in which only complete requests take a thread.

One loop accepts connections, reads requests, writes answers and cuts off whoever is too slow, without ever waiting
for a single client. A few threads run the application. A request goes to a thread once all of it is there, and its
answer is kept until the client has taken it. So clients that send or read slowly cost memory, which is bounded, and
time-outs; they cannot keep others from being served. (gunicorn's own gthread reads and writes in its threads, and
waits in them for as long as a client pleases.)

A client that ends its side of a connection still gets all of the answer: it may have ended only that side, as `nc -N`
does, and one that closed all of it looks the same until something is sent. So only a reset says that the client has
gone. Work for a client that closed without one goes on, as far as the budget of a request allows (`web.intake.budget`).

Nothing that a client sent gets into a log: a request that cannot be parsed is noted by the kind of its fault.
"""

from __future__ import annotations

import os
import selectors
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

from gunicorn.workers.base import Worker as Base

from dealproof.web.http import request_log
from dealproof.web.http.gateway.answer import answer, refusal
from dealproof.web.http.gateway.connection import BLOCK, MOST_BODY, Answer, Connection
from dealproof.web.http.gateway.framing import Incoming

MOST_HELD: Final = 64 << 20
"""Bytes of requests and answers that one worker keeps for its connections. Beyond that, those with the most are cut."""


class Limits(NamedTuple):
    """How long a client may take, in seconds: to begin a request, to send its head, its body, to read the answer, and
    to close a connection that is to be closed. To read a large answer it has as much more as that takes at `rate`, in
    bytes a second: a phone may need minutes for the files that `/verify` runs."""

    idle: float = 15
    head: float = 10
    body: float = 60
    answer: float = 60
    linger: float = 2
    rate: int = 32 << 10

    def to_read(self, size: int) -> float:
        """Returns how long a client may take to read an answer of so many bytes."""
        return self.answer + size / self.rate


class Worker(Base):  # type: ignore[misc]  # gunicorn has no types
    """The worker. A class derived from it may set other `limits`."""

    limits = Limits()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connections: set[Connection] = set()
        self.answered: SimpleQueue[tuple[Connection, Answer]] = SimpleQueue()
        self.running = 0
        self.held = 0
        self.listening = False
        self.looked = 0.0

    def init_process(self) -> None:
        """Begins to work, in the process of the worker."""
        self.pool = ThreadPoolExecutor(self.cfg.threads)
        self.poller = selectors.DefaultSelector()
        super().init_process()

    def handle_quit(self, sig: Any, frame: Any) -> None:
        """Ends at once."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        super().handle_quit(sig, frame)

    def run(self) -> None:
        """Serves until it is stopped, then answers what has been received."""
        self.poller.register(self.PIPE[0], selectors.EVENT_READ, self.woken)
        while self.alive and self.ppid == os.getppid():
            self.listen(wanted=self.running < self.cfg.threads)
            self.step()
        self.listen(wanted=False)
        for each in [each for each in self.connections if each.incoming.stage == "idle" and not each.outgoing]:
            if each.deadline is not None:
                self.close(each)
        until = time.monotonic() + self.cfg.graceful_timeout
        while self.connections and time.monotonic() < until:
            self.step()
        self.pool.shutdown(wait=False, cancel_futures=True)

    def step(self) -> None:
        """Does what can be done now, or waits for a second at most."""
        self.notify()
        for key, _ in self.poller.select(1.0):
            key.data()
        now = time.monotonic()
        if now - self.looked >= 1:
            self.looked = now
            for each in [each for each in self.connections if each.deadline is not None and each.deadline <= now]:
                self.cut(each)

    def listen(self, *, wanted: bool) -> None:
        """Accepts connections, or leaves them to other workers."""
        if wanted == self.listening:
            return
        self.listening = wanted
        for listener in self.sockets:
            if wanted:
                listener.settimeout(0)
                self.poller.register(listener, selectors.EVENT_READ, partial(self.accept, listener))
            else:
                self.poller.unregister(listener)

    def accept(self, listener: Any) -> None:
        """Accepts one connection."""
        if len(self.connections) >= self.cfg.worker_connections:
            self.make_room()
        try:
            sock, client = listener.accept()
        except BlockingIOError:
            return  # another worker was quicker
        except OSError:
            self.make_room()  # too many open files, if it is not a client that has gone already
            return
        connection = Connection(sock, client, listener.getsockname())
        self.connections.add(connection)
        self.wait_for_request(connection, self.limits.head)

    def make_room(self) -> None:
        """Cuts the connection that is nearest to its deadline, if any waits for its client."""
        waiting = [each for each in self.connections if each.deadline is not None]
        if waiting:
            self.cut(min(waiting, key=lambda each: each.deadline or 0.0))

    def wait_for_request(self, connection: Connection, seconds: float) -> None:
        """Waits for a request, or for more of it."""
        connection.deadline = time.monotonic() + seconds
        self.watch(connection, selectors.EVENT_READ, self.readable)

    def readable(self, connection: Connection) -> None:
        """Reads what has come."""
        data = connection.receive()
        if data:
            self.take(connection, data)
        elif data is not None:
            self.close(connection)

    def take(self, connection: Connection, data: bytes) -> None:
        """Takes a part of a request, and gives the request to a thread once it is complete."""
        before, stage = connection.incoming.stage, connection.incoming.add(data)
        self.hold(connection, len(connection.incoming.received))
        if stage in {"complete", "cut-short"}:
            self.hand_over(connection, whole=stage == "complete")
        elif stage == "head-too-large":
            self.send(connection, refusal(431, stage))
        else:
            if stage == "body" != before and connection.incoming.expects:
                connection.send(b"HTTP/1.1 100 Continue\r\n\r\n")
            if stage != before:
                self.wait_for_request(connection, self.limits.head if stage == "head" else self.limits.body)
        self.relieve()

    def hold(self, connection: Connection, size: int) -> None:
        """Counts what is kept for a connection."""
        self.held += size - connection.held
        connection.held = size

    def relieve(self) -> None:
        """Cuts the connections for which the most is kept, until all together are within bounds. Those whose request a
        thread is at work on are left out: they are few."""
        while self.held > MOST_HELD:
            holding = [each for each in self.connections if each.held]
            for each in sorted(holding, key=lambda each: each.held, reverse=True):
                if each.task is None:
                    self.cut(each)
                    break
                if each.task.cancel():
                    self.running -= 1
                    self.close(each)
                    break
            else:
                return

    def forget(self, connection: Connection) -> None:
        """Drops what is kept for a connection."""
        connection.incoming = Incoming(MOST_BODY)
        connection.request = connection.rest = b""
        connection.outgoing = memoryview(b"")
        self.hold(connection, 0)

    def hand_over(self, connection: Connection, *, whole: bool) -> None:
        """Gives a request to a thread."""
        data = bytes(connection.incoming.received)
        self.forget(connection)
        # Not as an argument of the task: a cancelled task is kept until a thread comes to it.
        connection.request = data
        self.hold(connection, len(data))
        connection.deadline = None
        # What still comes waits in the socket.
        self.unwatch(connection)
        self.running += 1
        self.nr += 1
        if self.nr >= self.max_requests:
            self.alive = False
        connection.task = self.pool.submit(
            answer, self.wsgi, self.cfg, connection, whole=whole, closing=lambda: not self.alive
        )
        connection.task.add_done_callback(partial(self.hand_back, connection))

    def hand_back(self, connection: Connection, done: Future[Answer]) -> None:
        """Gives an answer to the loop, from the thread that made it."""
        if done.cancelled():
            return
        error = done.exception()
        if error is not None:
            request_log.log_exception(error, None)
        self.answered.put((connection, refusal(500, type(error).__name__) if error else done.result()))
        # A full pipe also wakes the loop.
        with suppress(BlockingIOError):
            os.write(self.PIPE[1], b".")

    def woken(self) -> None:
        """Takes the answers of the threads; a signal wakes the loop too."""
        with suppress(BlockingIOError):
            os.read(self.PIPE[0], BLOCK)
        while not self.answered.empty():
            connection, made = self.answered.get()
            self.running -= 1
            connection.task = None
            self.send(connection, made)

    def send(self, connection: Connection, made: Answer) -> None:
        """Begins to send an answer."""
        self.forget(connection)
        connection.outgoing = memoryview(made.data)
        connection.keep = made.keep and self.alive
        connection.rest = made.rest
        self.hold(connection, len(made.data) + len(made.rest))
        connection.deadline = time.monotonic() + self.limits.to_read(len(made.data))
        self.writable(connection)

    def writable(self, connection: Connection) -> None:
        """Sends as much as the client takes."""
        sent = connection.send(connection.outgoing)
        if sent is None:
            self.close(connection)
            return
        connection.outgoing = connection.outgoing[sent:]
        if connection.outgoing:
            self.watch(connection, selectors.EVENT_WRITE, self.writable)
            self.relieve()
            return
        rest = connection.rest
        self.forget(connection)
        if not connection.keep:
            self.hang_up(connection)
            return
        self.wait_for_request(connection, self.limits.idle)
        if rest:
            self.take(connection, rest)

    def hang_up(self, connection: Connection) -> None:
        """Ends a connection so that the client gets all of the answer: what it still sends is read and dropped, or
        its system would drop the answer (RFC 9112, 9.6)."""
        try:
            connection.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.close(connection)
            return
        connection.deadline = time.monotonic() + self.limits.linger
        self.watch(connection, selectors.EVENT_READ, self.drain)

    def drain(self, connection: Connection) -> None:
        """Drops what still comes."""
        if connection.receive() == b"":
            self.close(connection)

    def cut(self, connection: Connection) -> None:
        """Ends a connection whose client takes too long, and says so where it is sending a request."""
        if connection.incoming.stage != "idle":
            connection.send(refusal(408, connection.incoming.stage).data)
        self.close(connection)

    def close(self, connection: Connection) -> None:
        """Ends a connection."""
        self.unwatch(connection)
        self.forget(connection)
        self.connections.discard(connection)
        connection.sock.close()

    def watch(self, connection: Connection, events: int, act: Callable[[Connection], None]) -> None:
        """Does something with a connection whenever the events come, and nothing else."""
        change = self.poller.modify if connection.watched else self.poller.register
        change(connection.sock, events, partial(act, connection))
        connection.watched = True

    def unwatch(self, connection: Connection) -> None:
        """Does nothing with a connection, whatever comes."""
        if connection.watched:
            self.poller.unregister(connection.sock)
        connection.watched = False
