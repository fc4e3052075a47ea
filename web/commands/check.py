"""`dealproof check`: a verdict on every hand that the paths hold."""

from __future__ import annotations

from collections.abc import Iterator

import click

from replay.audit import audit
from web.commands.reports import FORMATS
from web.commands.sources import Piece, Unreadable, readings
from web.commands.tally import Tally
from web.commands.terminal import refuse


@click.command(no_args_is_help=True)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="How verdicts are printed.",
)
@click.pass_context
def check(ctx: click.Context, paths: tuple[str, ...], form: str) -> None:
    """Recomputes hands from their seeds and judges every move.

    PATH is a file with one record (*.hand.json) or one a line (*.jsonl), a folder to search for those, or - for
    standard input.

    The exit status is 0 if all hands are verified, 1 if some hand is not, 2 if the command or a file could not be
    read, 5 if no hand was found.
    """
    tally, report = Tally(), FORMATS[form]()
    for piece in pieces(paths, tally):
        verdict = audit(piece.data, piece.source)
        tally.count(verdict)
        report.hand(verdict)
    report.end(tally)
    ctx.exit(tally.status)


def pieces(paths: tuple[str, ...], tally: Tally) -> Iterator[Piece]:
    """Every record that the paths hold; what cannot be read is said and counted, and the rest still comes."""

    def refused(error: Unreadable) -> None:
        tally.unread += 1
        refuse(error)

    for reading in readings(paths, refused):
        try:
            yield from reading
        except Unreadable as error:
            refused(error)
