"""Work shared out among processes, its outcomes given in the order of the work.

The parent reads, hands out and writes; each worker has one portion at a time and a pipe of its own. Where one portion
takes long the others go on, up to a bound, so that no more than a few portions are ever held.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar, cast

Portion = TypeVar("Portion")
Outcome = TypeVar("Outcome")

AHEAD: Final = 8
"""How many portions a worker, on average, may be ahead of the one that is waited for."""
# A fork takes over all that is loaded; where forks are not safe a process starts afresh.
FORKS: Final = sys.platform not in {"darwin", "win32"}


class Lost(Exception):
    """A worker process ended before its work did."""


@dataclass(slots=True)
class Slot(Generic[Outcome]):
    """The place of one portion in the order: its outcome, once there is one."""

    outcome: list[Outcome] = field(default_factory=list)


class Workers(Generic[Portion, Outcome]):
    """Up to `count` processes that do `work`. They start as they are needed, and end with the `with` block."""

    def __init__(self, count: int, work: Callable[[Portion], Outcome]) -> None:
        self.count = count
        self.work = work
        self.processes: list[BaseProcess] = []
        self.idle: list[Connection[Any, Any]] = []
        self.busy: dict[Connection[Any, Any], Slot[Outcome]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()

    def in_order(self, portions: Iterable[Portion]) -> Iterator[Outcome]:
        """The outcome of every portion, in their order."""
        slots: deque[Slot[Outcome]] = deque()
        for portion in portions:
            slots.append(self.give(portion))
            yield from done(slots)
            while len(slots) > AHEAD * self.count:
                self.collect()
                yield from done(slots)
        while slots:
            self.collect()
            yield from done(slots)

    def give(self, portion: Portion) -> Slot[Outcome]:
        """Hands a portion to a worker, as soon as one is free."""
        if not self.idle and len(self.processes) < self.count:
            self.idle.append(self.hire())
        while not self.idle:
            self.collect()
        connection, slot = self.idle.pop(), Slot[Outcome]()
        try:
            connection.send(portion)
        except ConnectionError as error:
            raise Lost from error
        self.busy[connection] = slot
        return slot

    def collect(self) -> None:
        """Takes in what workers have finished; waits for one where none has."""
        for ready in wait(list(self.busy)):
            connection = cast("Connection[Any, Any]", ready)
            try:
                outcome = connection.recv()
            except (EOFError, ConnectionError) as error:
                raise Lost from error
            self.busy.pop(connection).outcome.append(outcome)
            self.idle.append(connection)

    def hire(self) -> Connection[Any, Any]:
        """Starts a worker."""
        context = multiprocessing.get_context("fork") if FORKS else multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        inherited = [*self.idle, *self.busy, ours] if FORKS else []
        process = context.Process(target=serve, args=(theirs, self.work, inherited), daemon=True)
        # Ctrl-C reaches every process of a terminal; only the parent heeds it, and a worker never, from its start on.
        heeded = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            process.start()
        finally:
            signal.signal(signal.SIGINT, heeded)
        theirs.close()
        self.processes.append(process)
        return ours


def done(slots: deque[Slot[Outcome]]) -> Iterator[Outcome]:
    """The outcomes at the head of the order, taken off it."""
    while slots and slots[0].outcome:
        yield slots.popleft().outcome[0]


def serve(connection: Connection[Any, Any], work: Callable[[Any], Any], inherited: list[Connection[Any, Any]]) -> None:
    """The life of a worker: it ends when the parent does, whose ends of the pipes it therefore must not hold."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()
    try:
        while True:
            connection.send(work(connection.recv()))
    except (EOFError, ConnectionError):
        return
