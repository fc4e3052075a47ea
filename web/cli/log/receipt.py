"""`dealproof log receipt`."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

import click

from dealproof.replay.judge import judged
from dealproof.replay.publication import facts
from dealproof.replay.record.record import Record
from dealproof.replay.record.void import VoidRecord
from dealproof.replay.verdict import Verdict
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.note import MAX_NOTE_BYTES, Note, Signature, parse_note
from dealproof.verifier.tlog.policy import Log, Policy
from dealproof.verifier.tlog.publication import Publication, published
from dealproof.verifier.tlog.receipt import format_receipt
from dealproof.web.cli.command import command
from dealproof.web.cli.input.sources import Piece, Unreadable, within
from dealproof.web.cli.input.stored import NoHand
from dealproof.web.cli.log.options import UNUSABLE, ending, key_option, key_path, policy_option, read_policy, tell
from dealproof.web.cli.options import database_option
from dealproof.web.cli.show import sought
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.log.atomic_file import write_atomically
from dealproof.web.log.errors import LogError
from dealproof.web.log.key_file import read_key
from dealproof.web.log.receipts import receipt_of
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.store.log_database import log_database
from dealproof.web.store.settings import settings

ENDING = ".receipt.json"


@command()
@click.argument("hand", metavar="HAND")
@click.option(
    "--cosignatures",
    "cosigned",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
)
@click.option(
    "--seed-receipt",
    "seeds",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
)
@key_option
@policy_option
@database_option
@click.pass_context
def receipt(
    ctx: click.Context,
    hand: str,
    cosigned: tuple[Path, ...],
    seeds: tuple[Path, ...],
    output: Path | None,
    key_file: Path | None,
    policy_file: Path | None,
    database: str | None,
) -> None:
    """Writes the receipt of a hand, for its players."""
    with ending(ctx):
        piece = found(ctx, hand, database)
        record, verdict = read(piece)
        policy = read_policy(policy_file) or Policy((Log(read_key(key_path(key_file)).public),))
        lines = [line for path in cosigned for line in read_lines(path)]
        notes = [read_note(path) for path in seeds]
        with log_database(settings(database).database) as opened, opened.reading() as tables:
            data = format_receipt(receipt_of(tables, record.header, lines, notes))
        try:
            shown = published(data, facts(record, verdict), policy, int(time.time()))
        except (MalformedLog, LogRefuted) as fault:
            refuse(tell("receipt-contradicted", hand=record.hand, code=fault.code, reason=fault.reason))
            ctx.exit(1)
        path = output or beside(piece.source, record.hand)
        write(path, data)
        say(described(path, record.hand, shown))


def found(ctx: click.Context, hand: str, database: str | None) -> Piece:
    """Returns the record that is meant; ends the command if there is none."""
    try:
        return sought(hand, database)
    except (NoHand, Unreadable) as error:
        refuse(error)
        ctx.exit(UNUSABLE)


def read(piece: Piece) -> tuple[Record | VoidRecord, Verdict]:
    """Returns a record, void or not, with its verdict. Raises `LogError`; an imported hand has no receipt."""
    record, verdict = judged(piece.data, piece.source)
    if isinstance(record, Record | VoidRecord):
        return record, verdict
    if record is not None:
        raise LogError("imported", place=piece.source)
    reason = verdict.error if verdict.malformed is None else verdict.malformed.reason
    raise LogError("not-a-record", place=piece.source, reason=reason)


def read_lines(path: Path) -> Iterable[Signature]:
    """Reads signature lines, as they stand below a checkpoint. Raises `LogError`."""
    try:
        return parse_note(b"-\n\n" + read_bytes(path)).signatures
    except MalformedLog as fault:
        raise LogError("lines-malformed", path=path, reason=fault.reason) from None


def read_note(path: Path) -> Note:
    """Reads a signed note. Raises `LogError`."""
    try:
        return parse_note(read_bytes(path))
    except MalformedLog as fault:
        raise LogError("note-malformed", path=path, reason=fault.reason) from None


def read_bytes(path: Path) -> bytes:
    """Reads a file, up to the size at which no note can be so large. Raises `LogError`."""
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_NOTE_BYTES + 1)
    except OSError as error:
        raise LogError("unreadable", place=path, reason=system_reason(error)) from None


def beside(source: str, hand: str) -> Path:
    """Returns where the receipt goes: into the folder of the record if it came from a file."""
    place = within(source)
    file = Path(place[0] if place else source)
    return (file.parent if file.is_file() else Path()) / f"{hand}{ENDING}"


def write(path: Path, data: bytes) -> None:
    """Writes a receipt. Raises `LogError`."""
    try:
        write_atomically(path, data + b"\n")
    except OSError as error:
        raise LogError("receipt-unwritable", path=path, reason=system_reason(error)) from None


def described(path: Path, hand: str, shown: Publication) -> str:
    """Returns the sentence for a receipt that was written."""
    if shown.withheld is None:
        return tell("receipt-shows", path=path, hand=hand)
    return tell("receipt-does-not-show", path=path, hand=hand, word=shown.withheld)
