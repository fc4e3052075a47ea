"""`dealproof rummy`: the best groups of a hand of rummy, and whether it may be declared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import click

from replay.rummy import Arrangement, best_arrangement, declarations
from replay.rummy.arrangement import MOST, WILDS
from replay.rummy.groups import DECK
from replay.rummy.ruleset import HAND, Table
from replay.rummy.variants import RUMMY_13
from verifier.encoding import Json, canonical
from web.commands.layout import INDENT, section
from web.commands.sources import Unreadable
from web.commands.terminal import padded, refuse, say, wrapped
from web.faces import JOKER, SHAPES, SUITS, by_suit, face, rank
from web.sentences import ENGLISH, Sentences, sentences
from web.telling.melds import MeldTold, melds, why

KIND: Final = 16
"""Columns for what a group is."""
TABLES: Final = {table.seats: table for table in RUMMY_13.tables}
LETTERS: Final = {sign: letter for letter, sign in SHAPES.items()}
"""The letter of each suit by its sign."""


@click.command(no_args_is_help=True)
@click.argument("cards", nargs=-1, required=True, metavar="CARDS")
@click.option("--wild", required=True, metavar="RANK", help="The wild rank: A 2 … 10 J Q K, or Jk: jokers alone.")
@click.option(
    "--seats", type=click.Choice([*map(str, TABLES)]), default="4", show_default=True, help="The seats of the table."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def rummy(ctx: click.Context, cards: tuple[str, ...], wild: str, seats: str, as_json: bool) -> None:
    """Arranges a hand of thirteen-card rummy as well as it can be.

    CARDS are 13 cards, or 14 where one is to be thrown, such as "3s 4s 5s 10h Jk": a rank, A 2 to 10 J Q K (10 is T
    too), and a suit, s h d c; Jk is a printed joker. The groups are told, the loose cards and their points, and
    whether the hand may be declared. With 14 cards it is told by laying down which; the groups are then those of the
    13 that remain.

    The exit status is 0, or 2 if the cards are no hand.
    """
    try:
        hand, wild_rank = [read(text) for text in " ".join(cards).replace(",", " ").split()], read_wild(wild)
        possible(hand, wild_rank, TABLES[int(seats)])
    except Unreadable as error:
        refuse(error)
        ctx.exit(2)
    discards = declarations(hand, wild_rank, RUMMY_13.min_naturals) if len(hand) == MOST else ()
    if discards:
        hand.remove(discards[0])
    best = best_arrangement(hand, wild_rank, RUMMY_13.min_naturals)
    if as_json:
        click.echo(canonical(to_json(best, wild_rank, discards, len(hand))))
        return
    for line in told(best, wild_rank, discards, len(hand), sentences(ENGLISH)):
        say(line)


def read(text: str) -> str:
    """A card as records write it."""
    if text.casefold() == JOKER.casefold():
        return JOKER
    suit = LETTERS.get(text[-1], text[-1].lower())
    card = text[:-1].upper().replace("10", "T") + suit
    if card not in DECK:
        raise Unreadable(
            f"{text!r} is no card: a card is a rank, A 2 to 10 J Q K, then a suit, one of {' '.join(SUITS)}; or Jk."
        )
    return card


def read_wild(text: str) -> str:
    """A wild rank as records write it."""
    wild = JOKER if text.casefold() == JOKER.casefold() else text.upper().replace("10", "T")
    if wild not in WILDS:
        raise Unreadable(
            f"{text!r} is no wild rank: one of A 2 to 10 J Q K, or Jk where printed jokers alone are wild."
        )
    return wild


def possible(hand: Sequence[str], wild: str, table: Table) -> None:
    """Raises `Unreadable` where no hand at the table can be so."""
    if not HAND <= len(hand) <= MOST:
        raise Unreadable(f"These are {len(hand)} cards; a hand has {HAND}, or {MOST} where one is to be thrown.")
    for card, copies in Counter(hand).items():
        there = table.jokers if card == JOKER else table.packs
        if copies > there:
            raise Unreadable(f"{face(card)} stands here {copies} times; at a table of {table.seats} there are {there}.")
    there = table.jokers if wild == JOKER else table.packs * len(SUITS)
    wilds, there = sum(is_of(card, wild) for card in hand), table.jokers if wild == JOKER else 4 * table.packs
    if wilds >= there:
        raise Unreadable(
            f"All {there} cards that are {rank(wild)} stand here, but one of them was turned up to make it wild."
        )


def is_of(card: str, wild: str) -> bool:
    """Whether a card is one of those of which one was turned up."""
    return card == wild or (card != JOKER and card[0] == wild)


def to_json(best: Arrangement, wild: str, discards: Sequence[str], size: int) -> dict[str, Json]:
    """The arrangement as JSON: `declare` are the cards one of which is laid down to declare the others."""
    return {
        "wild": wild,
        "points": best.points,
        "melds": [[*group] for group in best.melds],
        "loose": [*best.loose],
        "may_declare": best.arranged and size == HAND,
        "declare": [*discards],
    }


def told(best: Arrangement, wild: str, discards: Sequence[str], size: int, sentences: Sentences) -> Iterator[str]:
    """All lines of an arrangement."""
    say = sentences.say
    yield from wrapped(say("rummy", "wild-joker" if wild == JOKER else "wild", rank=rank(wild)))
    yield from section(say("rummy", "groups"), chain.from_iterable(map(line, melds(best.melds, wild, sentences))))
    loose = "  ".join(" ".join(map(face, group.cards)) for group in by_suit(best.loose))
    yield from section(say("rummy", "loose"), wrapped(loose, INDENT) if loose else ())
    yield ""
    points = say("rummy", "points", points=best.points)
    yield from wrapped(" ".join(filter(None, [points, why(best.melds, best.loose, sentences)])))
    yield from wrapped(may(best, discards, size, sentences))


def line(meld: MeldTold) -> Iterator[str]:
    """One group."""
    return wrapped(" ".join(map(face, meld.cards)), INDENT + padded(meld.kind, KIND))


def may(best: Arrangement, discards: Sequence[str], size: int, sentences: Sentences) -> str:
    """Whether the hand may be declared, and by laying down what."""
    if discards:
        return sentences.say("rummy", "may-with", cards=" or ".join(map(face, discards)))
    return sentences.say("rummy", "may" if best.arranged and size == HAND else "may-not")
