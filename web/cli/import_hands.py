"""`dealproof import`: stores records, their bytes as they were received."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Final

import click

from dealproof.verifier.tlog.policy import Policy
from dealproof.web.cli.command import command
from dealproof.web.cli.input.sources import Piece, Reading, Unreadable, readings
from dealproof.web.cli.options import database_option
from dealproof.web.cli.receipts import Receipts, policy_at, read_receipts, receipt_options
from dealproof.web.cli.terminal import COLUMNS, cut_to, draw, refuse, say, watched, wrapped
from dealproof.web.intake.box import Reader
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.visible_text import visible
from dealproof.web.store.engine import engine
from dealproof.web.store.errors import StoreError
from dealproof.web.store.receipts import Receipts as StoredReceipts
from dealproof.web.store.rejudging import prepare_database
from dealproof.web.store.service import Hands, ImportReport
from dealproof.web.store.settings import POLICY, settings

PAUSE: Final = 0.2
"""Seconds between two counts on the screen, and before the first."""

SINGLY: Final = 20
"""Limit for listing the hands of a file that were stored already; more are only counted."""


@command("import", no_args_is_help=True)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@receipt_options
@database_option
@click.pass_context
def import_hands(
    ctx: click.Context,
    files: tuple[str, ...],
    receipts: tuple[str, ...],
    policy: Policy | None,
    now: int | None,
    database: str | None,
) -> None:
    """Stores hands for the site."""
    try:
        if policy is None and os.environ.get(POLICY):
            policy = policy_at(os.environ[POLICY])
        given = read_receipts(receipts, policy, now)
        url = settings(database).database
        prepare_database(url, say_waiting, None if policy is None else Reader(policy, given.now))
        hands = Hands(engine(url))
    except (StoreError, Unreadable) as error:
        refuse(error)
        ctx.exit(2)
    ctx.call_on_close(hands.database.dispose)
    ctx.exit(status(list(reports(files, hands, given))))


def say_waiting(hands: int) -> None:
    """Says how many stored hands are judged again."""
    say(spoken().say("progress", "judging", hands=hands))


def reports(files: tuple[str, ...], hands: Hands, given: Receipts) -> Iterator[ImportReport | None]:
    """What became of each file; None where it could not be read or stored, which is said."""
    unsearched: list[Unreadable] = []
    for reading in readings(files, unsearched.append):
        yield take_in(reading, hands, given)
    for error in unsearched:
        refuse(error)
        yield None


def kept(given: Receipts, path: str) -> StoredReceipts:
    """The receipts for the hands of the records at a path."""
    return StoredReceipts(lambda hand: given.of(hand, path), Reader(given.policy, given.now))


class Watch:
    """The records of one file, counted on standard error as they are read, where a person watches."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.watched = watched()
        self.due = time.monotonic() + PAUSE

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        if self.watched:
            draw("")

    def __iter__(self) -> Iterator[Piece]:
        for count, piece in enumerate(self.reading, 1):
            yield piece
            if self.watched and time.monotonic() > self.due:
                path = cut_to(visible(self.reading.path), COLUMNS // 2)
                draw(spoken().say("progress", "import", path=path, hands=count))
                self.due = time.monotonic() + PAUSE


def take_in(reading: Reading, hands: Hands, given: Receipts) -> ImportReport | None:
    """Stores one file and says what became of it."""
    try:
        with Watch(reading) as watched:
            report = hands.take_in(watched, kept(given, reading.path))
    except Unreadable as error:
        refuse(spoken().say("receipt", "nothing-stored", reason=error))
        return None
    except StoreError as error:
        refuse(spoken().say("receipt", "not-stored", path=reading.path, reason=error.reason))
        return None
    for line in report_lines(reading.path, report):
        say(line)
    return report


def report_lines(path: str, report: ImportReport) -> Iterator[str]:
    """One file's report in lines: the sum, the hands that were there already, the records refused."""
    say = spoken().say
    counts = [
        *((report.stored, "stored"), (len(report.opened), "revealed")),
        *((len(report.present), "present"), (len(report.refused), "refused")),
    ]
    summed = ", ".join(say("receipt", code, count=count) for count, code in counts if count) or say("receipt", "none")
    yield from wrapped(f"{visible(path)}: {summed}.")
    for hand in report.opened if len(report.opened) <= SINGLY else ():
        yield from wrapped("  " + say("receipt", "hand-revealed", hand=hand), further="    ")
    for hand in report.present if len(report.present) <= SINGLY else ():
        yield from wrapped("  " + say("receipt", "hand-present", hand=hand), further="    ")
    for refusal in report.refused:
        refused = say("receipt", "hand-refused", source=refusal.source, reason=refusal.reason)
        yield from wrapped(visible("  " + refused), further="    ")


def status(taken: list[ImportReport | None]) -> int:
    """The exit status for all files."""
    read = [report for report in taken if report is not None]
    if len(read) < len(taken):
        return 2
    if not any(report.total for report in read):
        return 5
    return 1 if any(report.refused for report in read) else 0
