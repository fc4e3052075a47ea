"""Work shared out among processes, its outcomes given in the order of the work.

The parent reads, hands out and writes; each worker has one portion at a time and a pipe of its own. Where one portion
takes long the others go on, up to a bound, so that no more than a few portions are ever held.

A process may end at its work, killed from outside or by the system where memory runs out. Its portion is then divided
and given to other processes, so that the part that ended it is found, and only that is lost.
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

from dealproof.web.presentation.translations import speaking, spoken

Portion = TypeVar("Portion")
Outcome = TypeVar("Outcome")

AHEAD: Final = 8
"""How many portions a worker, on average, may be ahead of the one that is waited for."""
MOST_TRIES: Final = 2
"""Processes that may end at a portion which cannot be divided, unless the caller says otherwise."""
PATIENCE: Final = 5.0
"""Seconds between the signal to a worker that it end and its being killed."""
# A fork takes over all that is loaded; where forks are not safe a process starts afresh.
FORKS: Final = sys.platform not in {"darwin", "win32"}


@dataclass(slots=True)
class Slot(Generic[Portion, Outcome]):
    """The place of one portion in the order: its outcome, once there is one, or the parts that it was divided into."""

    portion: Portion
    tries: int = 0
    outcome: list[Outcome] = field(default_factory=list)
    parts: list[Slot[Portion, Outcome]] = field(default_factory=list)

    @property
    def done(self) -> bool:
        """Whether all of it has an outcome."""
        return bool(self.outcome) or (bool(self.parts) and all(part.done for part in self.parts))

    def outcomes(self) -> Iterator[tuple[Portion, Outcome]]:
        """The outcomes of all of it, in their order, each with its part."""
        yield from ((self.portion, outcome) for outcome in self.outcome)
        for part in self.parts:
            yield from part.outcomes()


class Workers(Generic[Portion, Outcome]):
    """Up to `count` processes that do `work`. They start as they are needed, and end with the `with` block.

    Where a process ends at a portion, `divide` gives its parts; where it cannot be divided, `lost` makes its outcome
    from the exit status of the process (the number of a signal as a negative number), once `tries` have ended there.
    """

    def __init__(
        self,
        count: int,
        work: Callable[[Portion], Outcome],
        divide: Callable[[Portion], list[Portion]],
        lost: Callable[[Portion, int | None], Outcome],
        tries: int = MOST_TRIES,
    ) -> None:
        self.count = count
        self.work = work
        self.divide = divide
        self.lost = lost
        self.tries = tries
        self.processes: dict[Connection[Any, Any], BaseProcess] = {}
        self.idle: list[Connection[Any, Any]] = []
        self.busy: dict[Connection[Any, Any], Slot[Portion, Outcome]] = {}
        self.waiting: deque[Slot[Portion, Outcome]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            process.join(PATIENCE)
            if process.is_alive():  # a handler of the signal may miss it while the worker begins to wait for a portion
                process.kill()
                process.join()

    def in_order(self, portions: Iterable[Portion]) -> Iterator[tuple[Portion, Outcome]]:
        """Every portion with its outcome, in their order; one that had to be divided comes in its parts."""
        slots: deque[Slot[Portion, Outcome]] = deque()
        for portion in portions:
            slot = Slot[Portion, Outcome](portion)
            slots.append(slot)
            self.waiting.append(slot)
            self.hand_out()
            yield from done(slots)
            while len(slots) > AHEAD * self.count:
                self.collect()
                self.hand_out()
                yield from done(slots)
        while slots:
            self.collect()
            self.hand_out()
            yield from done(slots)

    def hand_out(self) -> None:
        """Gives every portion that waits to a worker, as soon as one is free."""
        while self.waiting:
            if not self.idle and len(self.processes) < self.count:
                self.idle.append(self.hire())
            while not self.idle and self.busy:
                self.collect()
            if self.idle:
                self.give(self.idle.pop(), self.waiting.popleft())

    def give(self, connection: Connection[Any, Any], slot: Slot[Portion, Outcome]) -> None:
        """Gives a portion to a free worker. One that has ended before is replaced, and the portion waits on."""
        try:
            connection.send(slot.portion)
        except ConnectionError:
            slot.tries += 1
            self.ended(connection, slot, whole=True)
            return
        self.busy[connection] = slot

    def collect(self) -> None:
        """Takes in what workers have finished; waits for one where none has."""
        for ready in wait(list(self.busy)):
            connection = cast("Connection[Any, Any]", ready)
            slot = self.busy.pop(connection)
            try:
                slot.outcome.append(connection.recv())
            except (EOFError, ConnectionError):
                slot.tries += 1
                self.ended(connection, slot, whole=False)
            else:
                self.idle.append(connection)

    def ended(self, connection: Connection[Any, Any], slot: Slot[Portion, Outcome], *, whole: bool) -> None:
        """Puts a portion whose worker has ended back into the line, in parts unless `whole`, or gives it up."""
        process = self.processes.pop(connection)
        connection.close()
        process.join()
        parts = [slot.portion] if whole else self.divide(slot.portion)
        if len(parts) > 1:
            slot.parts = [Slot(part) for part in parts]
            self.waiting.extendleft(reversed(slot.parts))
        elif slot.tries < self.tries:
            self.waiting.appendleft(slot)
        else:
            slot.outcome.append(self.lost(slot.portion, process.exitcode))

    def hire(self) -> Connection[Any, Any]:
        """Starts a worker."""
        context = multiprocessing.get_context("fork") if FORKS else multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        inherited = [*self.idle, *self.busy, ours] if FORKS else []
        process = context.Process(target=serve, args=(theirs, self.work, inherited, spoken().language), daemon=True)
        # Ctrl-C reaches every process of a terminal; only the parent heeds it, and a worker never, from its start on.
        heeded = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            process.start()
        finally:
            signal.signal(signal.SIGINT, heeded)
        theirs.close()
        self.processes[ours] = process
        return ours


def done(slots: deque[Slot[Portion, Outcome]]) -> Iterator[tuple[Portion, Outcome]]:
    """The portions and outcomes at the head of the order, taken off it."""
    while slots and slots[0].done:
        yield from slots.popleft().outcomes()


def serve(
    connection: Connection[Any, Any],
    work: Callable[[Any], Any],
    inherited: list[Connection[Any, Any]],
    language: str,
) -> None:
    """The life of a worker, in a language: it ends when the parent does, whose ends of the pipes it therefore must not
    hold."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()
    try:
        with speaking(language):
            while True:
                connection.send(work(connection.recv()))
    except (EOFError, ConnectionError):
        return
