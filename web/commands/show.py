"""`dealproof show`: one hand as a person reads it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from web.commands.layout import page
from web.commands.options import database_option
from web.commands.sources import STDIN, Piece, Reading, Unreadable, within
from web.commands.terminal import refuse, say
from web.public import HAND_ID, judged
from web.sentences import ENGLISH, sentences
from web.settings import settings
from web.telling.judgement import Judgement


@click.command(no_args_is_help=True)
@click.argument("hand", metavar="HAND")
@database_option
@click.pass_context
def show(ctx: click.Context, hand: str, database: str | None) -> None:
    """Prints one hand in full: verdict, checks, deal, auction, tricks and score.

    For an illegal move, also prints the rule and what would have been legal.

    HAND is a file with one record, a line of a file (hands.jsonl:17), - for standard input, or the ID of a stored
    hand.

    The exit status is 0 if the hand is verified, 1 if not, 2 if it could not be read, 5 if there is no such hand.
    """
    try:
        piece = sought(hand, database)
    except NoHand as error:
        refuse(error)
        ctx.exit(5)
    except Unreadable as error:
        refuse(error)
        ctx.exit(2)
    ctx.exit(tell(piece))


def tell(piece: Piece) -> int:
    """Prints the hand; the exit status."""
    hand, verdict = judged(piece.data, piece.source)
    judgement = Judgement(verdict.to_json(), sentences(ENGLISH), hand)
    for line in page(judgement):
        say(line)
    return 0 if verdict.verdict == "verified" else 1


class NoHand(Exception):
    """What was named could be looked at, and there is no such hand; the text is a sentence."""


def sought(hand: str, database: str | None) -> Piece:
    """The record meant. Raises `NoHand` where there is none, `Unreadable` where it cannot be had."""
    if place := within(hand):
        return named(hand, *place)
    # A link that leads nowhere was meant as a file all the same.
    if hand == STDIN or Path(hand).exists() or Path(hand).is_symlink():
        return only(hand)
    return stored(hand, database)


def named(source: str, path: str, place: str) -> Piece:
    """The record at a line or an item of a file."""
    for piece in Reading(path):
        if piece.source == source:
            return piece
    raise NoHand(f"{path} has no hand at {place}.")


def only(path: str) -> Piece:
    """The one record of a file."""
    found = list(islice(Reading(path), 2))
    if len(found) > 1:
        first = found[0].source
        raise Unreadable(f"{path} contains more than one hand. Choose one by its place: {first} is the first.")
    if not found:
        raise NoHand(f"{path} contains no hand.")
    return found[0]


def stored(hand: str, database: str | None) -> Piece:
    """The record of a stored hand."""
    # The database is loaded here, where alone it is needed: that takes longer than judging a hundred hands.
    from sqlalchemy.exc import SQLAlchemyError

    from web.db import Unusable, engine, is_there, unusable
    from web.service import Hands

    if not HAND_ID.fullmatch(hand):
        raise Unreadable(f"There is no file {hand}, and it is not a hand ID.")
    url = settings(database).database
    try:
        if not is_there(url):
            raise NoHand(f"{hand} is no file, and no hand with this ID is stored.")
        hands = Hands(engine(url))
        try:
            data = hands.kept(hand)
        except SQLAlchemyError as error:
            raise unusable(hands.database, error) from error
        finally:
            hands.database.dispose()
    except Unusable as error:
        raise Unreadable(str(error)) from error
    if data is None:
        raise NoHand(f"There is no file {hand}, and no hand with this ID is stored.")
    return Piece(hand, data)
