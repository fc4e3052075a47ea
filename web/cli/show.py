"""`dealproof show`: one hand as a person reads it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from dealproof.verifier.tlog.codes import NO_POLICY
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.cli.command import command
from dealproof.web.cli.hand_text import hand_lines
from dealproof.web.cli.input.remote import Fetched, is_address
from dealproof.web.cli.input.sources import STDIN, Piece, Reading, Unreadable, within
from dealproof.web.cli.input.stored import NoHand, stored
from dealproof.web.cli.options import database_option
from dealproof.web.cli.receipts import Receipts, read_receipts, receipt_options
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.judging import judged
from dealproof.web.presentation.numbers import plain_digits
from dealproof.web.presentation.publication import describe_receipt
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.verdict import Judgement


@command(no_args_is_help=True)
@click.argument("hand", metavar="HAND")
@database_option
@receipt_options
@click.pass_context
def show(
    ctx: click.Context,
    hand: str,
    database: str | None,
    receipts: tuple[str, ...],
    policy: Policy | None,
    now: int | None,
) -> None:
    """Prints one hand in full: verdict, checks, deal, auction, tricks and score."""
    try:
        found = read_receipts(receipts, policy, now, database)
        piece = sought(hand, database)
    except NoHand as error:
        refuse(error)
        ctx.exit(5)
    except Unreadable as error:
        refuse(error)
        ctx.exit(2)
    ctx.exit(print_hand(piece, found))


def print_hand(piece: Piece, receipts: Receipts) -> int:
    """Prints the hand; the exit status."""
    found = within(piece.source)
    path = found[0] if found else piece.source
    hand, verdict = judged(piece.data, piece.source, lambda record, verdict: receipts.applied(record, verdict, path))
    judgement = Judgement(verdict.to_json(), spoken(), hand)
    receipt = receipts.of(verdict.hand, path) if verdict.publication == NO_POLICY and verdict.hand else None
    for line in hand_lines(judgement, describe_receipt(receipt, judgement.sentences) if receipt else ()):
        say(line)
    return 0 if verdict.sound else 1


def sought(hand: str, database: str | None) -> Piece:
    """The record meant. Raises `NoHand` where there is none, `Unreadable` where it cannot be had."""
    if place := within(hand):
        return named(hand, *place)
    # A link that leads nowhere was meant as a file all the same.
    if hand == STDIN or Path(hand).exists() or Path(hand).is_symlink():
        return only(Reading(hand))
    if is_address(hand):
        return only(Fetched(hand))
    return stored(hand, database)


def named(source: str, path: str, place: str) -> Piece:
    """The record at a line or an item of a file."""
    exact = path + plain_digits(source[len(path) :])
    for piece in Reading(path):
        if piece.source == exact:
            return piece
    raise NoHand(spoken().say("usage", "no-hand-at", path=path, place=place))


def only(reading: Reading) -> Piece:
    """The one record of a file or an address."""
    path, found = reading.path, list(islice(reading, 2))
    if len(found) > 1:
        first = found[0].source
        raise Unreadable(spoken().say("usage", "several-hands", path=path, first=first))
    if not found:
        raise NoHand(spoken().say("usage", "no-hand-in", path=path))
    return found[0]
