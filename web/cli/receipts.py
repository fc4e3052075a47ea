"""Receipts for the hands of a command: those that `--receipts` names, and those beside the files of records.

A stored hand has its stored receipt. Any other is a file `HAND.receipt.json` (a colon of the hand ID may be an
underscore in the name), or a line of a file `*.receipts.jsonl`. Of each only the place is kept; its bytes are read when
its hand is judged. `--policy` says which logs and witnesses are trusted, `--now` is the reader's clock.

>>> seconds("1790001200"), seconds("2026-09-21T15:33:20+01:00"), seconds("2026-09-21T14:33:20Z")
(1790001200, 1790001200, 1790001200)
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, TypeVar

import click

from dealproof.replay.hashes import Hashed
from dealproof.replay.record.record import hand_id
from dealproof.replay.verdict import ERROR, Verdict
from dealproof.verifier.encoding import parse_loosely
from dealproof.verifier.errors import Malformed, MalformedLog
from dealproof.verifier.tlog.policy import MAX_POLICY_BYTES, Policy, parse_policy
from dealproof.verifier.tlog.receipt import MAX_RECEIPT_BYTES
from dealproof.web.cli.input.remote import is_address
from dealproof.web.cli.input.sources import STDIN, Unreadable, is_special, unreadable
from dealproof.web.cli.input.stored import stored_receipt
from dealproof.web.presentation.translations import spoken

ENDING: Final = ".receipt.json"
LINES: Final = ".jsonl"
MOST: Final = MAX_RECEIPT_BYTES + 1
"""Bytes read of one receipt: enough to see that it is too large."""
MOST_TIME: Final = 1 << 53

Command = TypeVar("Command", bound=Callable[..., Any])


class Place(NamedTuple):
    """Where the bytes of a receipt are: a file, and the first byte and the number of bytes in it."""

    path: str
    start: int = 0
    size: int = MOST

    def read(self) -> bytes:
        """The bytes. Raises OSError."""
        with Path(self.path).open("rb") as file:
            file.seek(self.start)
            return file.read(self.size)


@dataclass(frozen=True, slots=True)
class Receipts:
    """The receipts that were named, by hand ID, the policy and the clock of the reader (seconds since 1970)."""

    named: Mapping[str, Place] = field(default_factory=dict)
    policy: Policy = field(default_factory=Policy)
    now: int = 0
    folders: dict[str, frozenset[str]] = field(default_factory=dict, compare=False)
    """The names of the receipts in each folder that was looked through."""
    database: str | None = None
    """Where stored hands and their receipts are, None for the default."""

    def of(self, hand: str, path: str) -> bytes | None:
        """The receipt of the hand of a record in the file `path`: one that was named, or one beside the file; of a
        stored hand (`path` is its ID) the stored one. None if there is none. Raises `Unreadable`."""
        place = self.named.get(hand) or self.beside(hand, path)
        if place is None and path == hand and not Path(path).exists():
            return stored_receipt(hand, self.database)
        try:
            return None if place is None else place.read()
        except OSError as error:
            raise unreadable(place.path if place else path, error) from None

    def applied(self, record: Hashed, verdict: Verdict, path: str) -> Verdict:
        """The verdict on a record with what its receipt shows. That a file cannot be read is no fault of the hand: it
        could not be judged then."""
        try:
            receipt = self.of(record.hand, path)
        except Unreadable as error:
            return Verdict(verdict.source, ERROR, (ERROR,), record.hand, {}, error=str(error))
        if receipt is None:
            return verdict
        # Loaded here, where alone it is needed: signatures take longer to load than a hand to judge.
        from dealproof.replay.publication import with_receipt

        return with_receipt(record, verdict, receipt, self.policy, self.now)

    def beside(self, hand: str, path: str) -> Place | None:
        """The receipt of a hand in the folder of a file; None if there is none, and for what is no file."""
        if path == STDIN or is_address(path):
            return None
        folder = str(Path(path).parent)
        if folder not in self.folders:
            self.folders[folder] = receipts_in(folder)
        names = (f"{hand}{ENDING}", f"{hand.replace(':', '_')}{ENDING}")
        found = next((name for name in names if name in self.folders[folder]), None)
        return None if found is None else Place(str(Path(folder, found)))


def receipts_in(folder: str) -> frozenset[str]:
    """The names of the receipts in a folder, none if it cannot be read."""
    try:
        with os.scandir(folder) as listed:
            named = [entry for entry in listed if entry.name.endswith(ENDING)]
            # A folder of that name is no receipt either, but it does not keep anybody waiting, and is reported.
            return frozenset(entry.name for entry in named if entry.is_dir() or not is_special(entry.path))
    except OSError:
        return frozenset()


def read_receipts(
    paths: Iterable[str], policy: Policy | None, now: int | None, database: str | None = None
) -> Receipts:
    """The receipts that the options name. Raises `Unreadable` if a file cannot be read, has a receipt of no hand, or
    another receipt of a hand that has one."""
    named: dict[str, Place] = {}
    for path in paths:
        for hand, place in found(path):
            first = named.setdefault(hand, place)
            if first != place and not same_bytes(first, place):
                places = {"hand": hand, "first": first.path, "second": place.path}
                raise Unreadable(spoken().say("receipts", "two", **places))
    return Receipts(named, policy or Policy(), int(time.time()) if now is None else now, database=database)


def same_bytes(one: Place, other: Place) -> bool:
    """Whether two receipts are the same bytes, white space around them aside."""
    return one.read().strip() == other.read().strip()


def found(path: str) -> Iterator[tuple[str, Place]]:
    """The receipts at a path, each with the ID of its hand."""
    try:
        if Path(path).is_dir():
            for folder, _, names in os.walk(path):
                for name in sorted(names):
                    inside = str(Path(folder, name))
                    if name.endswith((ENDING, f".receipts{LINES}")) and not is_special(inside):
                        yield from within(inside)
        else:
            yield from within(path)
    except OSError as error:
        raise unreadable(path, error) from None


def within(path: str) -> Iterator[tuple[str, Place]]:
    """The receipts in a file, one or one a line."""
    if not path.endswith(LINES):
        place = Place(path)
        name = Path(path).name
        yield hand_of(place.read()) or (name.endswith(ENDING) and name.removesuffix(ENDING)) or nobody(path), place
        return
    start = 0
    with Path(path).open("rb") as file:
        for number, (head, size) in enumerate(line_heads(file), 1):
            if head.strip() or size > MOST:
                yield hand_of(head) or nobody(f"{path}:{number}"), Place(path, start, len(head))
            start += size


def line_heads(file: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    """Each line: its first `MOST` bytes, and how many it has. No more of a line is held."""
    while head := file.readline(MOST):
        size, part = len(head), head
        while not part.endswith(b"\n") and (part := file.readline(MOST)):
            size += len(part)
        yield head, size


def nobody(place: str) -> str:
    """Refuses what names no hand."""
    raise Unreadable(spoken().say("receipts", "no-hand", place=place))


def hand_of(data: bytes) -> str | None:
    """The ID of the hand of a receipt, None where it cannot be read."""
    try:
        return hand_id(parse_loosely(data))
    except (Malformed, RecursionError):
        return None


def policy_file(ctx: click.Context, param: click.Parameter, path: str | None) -> Policy | None:
    """The policy in a file of the command line; a usage error if it is none."""
    return None if path is None else policy_at(path)


def policy_at(path: str) -> Policy:
    """The policy in a file; a usage error if it is none."""
    try:
        with Path(path).open("rb") as file:
            return parse_policy(file.read(MAX_POLICY_BYTES + 1))
    except OSError as error:
        raise click.BadParameter(str(unreadable(path, error))) from None
    except MalformedLog as fault:
        raise click.BadParameter(spoken().say("usage", "no-policy", path=path, reason=fault.reason)) from None


def clock(ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
    """A time of the command line in seconds since 1970; a usage error if it is none."""
    if text is None:
        return None
    try:
        return seconds(text)
    except (ValueError, OverflowError):
        raise click.BadParameter(spoken().say("usage", "no-time", text=repr(text))) from None


def seconds(text: str) -> int:
    """Whole seconds since 1970: digits of any script, or a time of RFC 3339. Raises ValueError."""
    if text.isdecimal():
        if len(text) > 1 and int(text[0]) == 0:
            raise ValueError(text)
        found = int(text[:17])
    else:
        moment = datetime.fromisoformat(text.upper())
        if moment.tzinfo is None or "T" not in text.upper():
            raise ValueError(text)
        found = int(moment.timestamp())
    if not 0 <= found < MOST_TIME:
        raise ValueError(text)
    return found


def receipt_options(command: Command) -> Command:
    """Adds --receipts, --policy and --now to a command."""
    options = (
        click.option(
            "--receipts",
            multiple=True,
            metavar="PATH",
        ),
        click.option(
            "--policy",
            callback=policy_file,
            metavar="FILE",
        ),
        click.option(
            "--now",
            callback=clock,
            metavar="TIME",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command
