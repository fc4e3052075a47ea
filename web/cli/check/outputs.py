"""Where the reports of a run go: standard output in one format, and files in any others."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, NamedTuple

import click

from dealproof.web.cli.check.reports import FORMATS
from dealproof.web.cli.check.reports.form import Entry, Form, Worst
from dealproof.web.cli.check.tally import Tally
from dealproof.web.cli.input.sources import STDIN, identity, readings
from dealproof.web.cli.language import OF_REPORTS
from dealproof.web.presentation.suggestions import did_you_mean
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import speaking, spoken


class Unwritable(Exception):
    """A report that could not be written; the text is a sentence that names it."""


class Target(NamedTuple):
    """A format and the file that it goes to."""

    format: str
    path: str


def targets(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> list[Target]:
    """`FORMAT=FILE` of the command line taken apart; a usage error where it is something else."""
    read = [Target(*value.partition("=")[::2]) for value in values]
    for value, target in zip(values, read, strict=True):
        if target.format not in FORMATS or not target.path:
            guess = did_you_mean(target.format, FORMATS) if target.format not in FORMATS else ""
            raise click.BadParameter(
                spoken().say("usage", "no-output", value=value, formats=", ".join(FORMATS)) + guess
            )
    return read


def kept_apart(reports: Iterable[Target], paths: Iterable[str]) -> None:
    """Refuses to write two reports to one file, or one over hands that are read: named, found in a folder or coming
    in by standard input, whatever name of the file was given."""
    named = {place_of(path) for path in paths}
    places: set[Path] = set()
    written = {identity(sys.stdout)}
    for target in reports:
        place, known = place_of(target.path), identity(target.path)
        if place.is_char_device():
            continue
        if place in places or known in written - {None}:
            refused = spoken().say("usage", "two-reports", path=target.path)
            raise click.BadParameter(refused, param_hint="--output")
        if place in named:
            raise over_hands(target.path)
        places.add(place)
        written.add(known)
    written.discard(None)
    for reading in readings(paths, lambda _: None) if written else ():
        if identity(sys.stdin if reading.path == STDIN else reading.path) in written:
            raise over_hands(reading.path)


def over_hands(path: str) -> click.UsageError:
    """The error of a report that would be written over hands."""
    return click.UsageError(spoken().say("usage", "over-hands", path=path))


def place_of(path: str) -> Path:
    """Where a path leads to; the path itself where links lead round in a circle, which is said as it is opened."""
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError):  # RuntimeError until Python 3.12
        return Path(path).absolute()


class Output:
    """A report on its way. A form that needs the sum of all hands first waits in a file without a name."""

    def __init__(self, name: str, form: Form, stream: BinaryIO, waiting: BinaryIO | None) -> None:
        self.name = name
        self.form = form
        self.stream = stream
        self.waiting = waiting
        self.worst = Worst(form.most)
        self.begun = False

    def begin(self) -> None:
        """Writes what comes before all hands, where that is known."""
        if self.waiting is None:
            self.write(self.opening(Tally()))

    def add(self, text: bytes, entries: Iterable[Entry]) -> None:
        """Writes hands that come next, and keeps what waits for the end."""
        for entry in entries:
            self.worst.add(entry)
        if not text:
            return
        between = self.form.encoded(self.form.between) if self.begun else b""
        self.begun = True
        self.write(between + text)

    def end(self, tally: Tally) -> None:
        """Writes what comes after all hands."""
        with speaking(self.form.language):
            closing = self.form.encoded(self.form.closing(tally, self.worst))
        if self.waiting is None:
            self.write(closing)
            return
        held, self.waiting = self.waiting, None
        held.seek(0)
        self.write(self.opening(tally))
        with written(self.name):
            shutil.copyfileobj(held, self.stream)
        self.write(closing)

    def opening(self, tally: Tally) -> bytes:
        """What comes before all hands."""
        with speaking(self.form.language):
            return self.form.encoded(self.form.opening(tally))

    @property
    def note(self) -> str:
        """What the person who started the run must know of a report that only programs read, or nothing."""
        said = self.form.aside(self.worst)
        return f"{self.name}: {said}" if said else ""

    def write(self, data: bytes) -> None:
        """Writes bytes at once, so that a reader behind a pipe sees them."""
        with written(self.name):
            stream = self.waiting or self.stream
            stream.write(data)
            stream.flush()


@contextmanager
def written(name: str) -> Iterator[None]:
    """Turns what the file system says against writing into a sentence; a reader that went away is no such thing."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = system_reason(error)
        raise Unwritable(spoken().say("unwritable", "file", path=name, reason=reason)) from None


@contextmanager
def output(name: str, form: Form, stream: BinaryIO) -> Iterator[Output]:
    """A report to a stream that is open."""
    if not form.summed:
        yield Output(name, form, stream, None)
        return
    with TemporaryFile() as waiting:
        yield Output(name, form, stream, waiting)


def language_of(form: str) -> str:
    """The language of a report in this format: that of the command for people, that of reports for programs."""
    return spoken().language if form == "text" else OF_REPORTS.get()


@contextmanager
def to_stdout(form: str, *, coloured: bool, only_failures: bool) -> Iterator[Output]:
    """A report on standard output; only text has the encoding of the terminal, and its colours."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if form == "text":
        made = FORMATS[form](encoding, coloured, only_failures, language_of(form))
    else:
        made = FORMATS[form](only_failures=only_failures, language=language_of(form))
    with output(spoken().say("unwritable", "stdout"), made, sys.stdout.buffer) as report:
        yield report


@contextmanager
def to_file(target: Target, *, only_failures: bool) -> Iterator[Output]:
    """A report to a file, which is overwritten."""
    form = FORMATS[target.format](only_failures=only_failures, language=language_of(target.format))
    with written(target.path), Path(target.path).open("wb") as stream, output(target.path, form, stream) as report:
        yield report
