"""`dealproof match`: whether the hands of a match follow one from the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

import click

from dealproof.replay.judge import judged
from dealproof.replay.match import JudgedRecord, follow
from dealproof.web.cli.check.tally import Tally
from dealproof.web.cli.command import command
from dealproof.web.cli.hand_text import COLOURS, INDENT
from dealproof.web.cli.input.arguments import given
from dealproof.web.cli.input.sources import Piece, Unreadable
from dealproof.web.cli.options import OneOf
from dealproof.web.cli.terminal import cut_to, padded, refuse, say, wrapped
from dealproof.web.presentation.match import Line, MatchText
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.verdict import BAD, state_sign
from dealproof.web.presentation.visible_text import visible

WIDTHS: Final = (4, 19, 9, 9, 5, 11)
"""Columns of each cell, a space between two; the rest of the line is for the standing."""


@command(no_args_is_help=True)
@click.argument("paths", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=OneOf(["text", "json"]),
    default="text",
    show_default=True,
)
@click.pass_context
def match(ctx: click.Context, paths: tuple[str, ...], form: str) -> None:
    """Checks a match: every hand, and that each follows from the one before."""
    tally = Tally()
    followed = follow(played(piece, tally) for piece in pieces(paths, tally))
    if form == "json":
        # A file's name need not be UTF-8; its odd bytes stand as JSON escapes.
        click.echo(json.dumps(followed.to_json(), ensure_ascii=False).encode(errors="backslashreplace"))
    elif followed.rows:
        table(MatchText(followed, spoken()))
    else:
        say(spoken().say("reports", "no-hand"))
    ctx.exit(max(tally.status, not followed.follows))


def pieces(paths: tuple[str, ...], tally: Tally) -> Iterator[Piece]:
    """Every record that the paths hold; what cannot be read is said and counted, and the rest still comes."""
    unread: list[Unreadable] = []
    for reading in given(paths, unread.append):
        try:
            yield from reading
        except Unreadable as error:
            unread.append(error)
    tally.unread += len(unread)
    for each in unread:
        refuse(each)


def played(piece: Piece, tally: Tally) -> JudgedRecord:
    """One hand, checked."""
    hand = JudgedRecord(*judged(piece.data, piece.source))
    tally.add({hand.verdict.verdict: 1}, failed=not hand.verdict.sound)
    return hand


def table(match_text: MatchText) -> None:
    """Prints the verdict on the match, where it breaks, and a row a hand."""
    state = match_text.state
    say(click.style(f"{state_sign(state)} {match_text.title}", fg=COLOURS[state], bold=True))
    for sentence in match_text.why:
        for text in wrapped(visible(sentence), INDENT):
            say(text)
    say("")
    say(click.style(next(row(match_text.headings)), bold=True))
    broken = match_text.match.broken
    for place, line in enumerate(match_text.lines):
        wrong = broken is not None and broken.line == place
        for text in row(line._replace(number=state_sign(BAD) + line.number) if wrong else line):
            say(text)


def row(line: Line) -> Iterator[str]:
    """The cells of one hand in columns; a standing that is too long goes on below."""
    *first, last = line._replace(hand=end_of(line.hand, WIDTHS[1]))
    cells = (padded(cut_to(visible(cell), width), width) for cell, width in zip(first, WIDTHS, strict=True))
    return wrapped(last, " ".join(cells) + " ")


def end_of(hand: str, most: int) -> str:
    """A hand's ID, shortened at its beginning: the hands of a match differ at the end."""
    return hand if len(hand) <= most else "…" + hand[1 - most :]
