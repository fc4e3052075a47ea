"""`dealproof rummy`: the best groups of a hand of rummy, and whether it may be declared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

import click

from dealproof.replay.games.rummy import Arrangement, best_arrangement, best_discards, declarations
from dealproof.replay.games.rummy.arrangement import MOST, WILDS
from dealproof.replay.games.rummy.groups import DECK
from dealproof.replay.games.rummy.ruleset import HAND, Table
from dealproof.replay.games.rummy.variants import RUMMY_13
from dealproof.verifier.encoding import Json, canonical
from dealproof.web.cli.command import command
from dealproof.web.cli.hand_text import INDENT, section
from dealproof.web.cli.input.sources import Unreadable
from dealproof.web.cli.options import OneOf
from dealproof.web.cli.terminal import padded, refuse, say, wrapped
from dealproof.web.presentation.cards import JOKER, SHAPES, SUITS, by_suit, face, rank
from dealproof.web.presentation.games.rummy.groups import groups_in_words, why_all_counts
from dealproof.web.presentation.numbers import plain_digits
from dealproof.web.presentation.pieces import Group
from dealproof.web.presentation.suggestions import alternatives
from dealproof.web.presentation.translations import Sentences, spoken

KIND: Final = 16
"""Columns for what a group is."""
TABLES: Final = {table.seats: table for table in RUMMY_13.tables}
LETTERS: Final = {sign: letter for letter, sign in SHAPES.items()}
"""The letter of each suit by its sign."""
PRESENTATION: Final = {0xFE0E: None, 0xFE0F: None}
"""What may follow a suit's sign where it was copied from a page: whether it is drawn as a letter or as a picture."""
JOKERS: Final = frozenset({JOKER.casefold(), "joker"})


@command(no_args_is_help=True)
@click.argument("cards", nargs=-1, required=True, metavar="CARDS")
@click.option("--wild", required=True, metavar="RANK")
@click.option(
    "--seats",
    type=OneOf([*map(str, TABLES)]),
    default="4",
    show_default=True,
)
@click.option("--json", "as_json", is_flag=True)
@click.pass_context
def rummy(ctx: click.Context, cards: tuple[str, ...], wild: str, seats: str, as_json: bool) -> None:
    """Finds the best arrangement of a hand of thirteen-card rummy."""
    try:
        hand, wild_rank = [read(text) for text in " ".join(cards).replace(",", " ").split()], read_wild(wild)
        possible(hand, wild_rank, TABLES[int(seats)])
    except Unreadable as error:
        refuse(error)
        ctx.exit(2)
    advice = advise(hand, wild_rank)
    if advice.declare or advice.throw:
        hand.remove([*advice.declare, *advice.throw][0])
    best = best_arrangement(hand, wild_rank, RUMMY_13.min_naturals)
    if as_json:
        click.echo(canonical(to_json(best, wild_rank, advice)))
        return
    for line in arrangement_lines(best, wild_rank, advice, spoken()):
        say(line)


class Advice(NamedTuple):
    """What to do with the fourteenth card: those by laying down any one of which the others may be declared, or else
    those by throwing any one of which the fewest points are left; none of either where there are 13."""

    declare: tuple[str, ...] = ()
    throw: tuple[str, ...] = ()


def advise(hand: Sequence[str], wild: str) -> Advice:
    """What to do with the fourteenth card, where there is one."""
    if len(hand) < MOST:
        return Advice()
    declare = declarations(hand, wild, RUMMY_13.min_naturals)
    return Advice(declare) if declare else Advice(throw=best_discards(hand, wild, RUMMY_13.min_naturals))


def read(text: str) -> str:
    """A card as records write it."""
    if text.casefold() in JOKERS:
        return JOKER
    plain = plain_digits(text.translate(PRESENTATION))
    suit = LETTERS.get(plain[-1:], plain[-1:].lower())
    card = plain[:-1].upper().replace("10", "T") + suit
    if card not in DECK:
        raise Unreadable(spoken().say("usage", "no-card", text=repr(text), suits=" ".join(SUITS)))
    return card


def read_wild(text: str) -> str:
    """A wild rank as records write it."""
    wild = JOKER if text.casefold() in JOKERS else plain_digits(text).upper().replace("10", "T")
    if wild not in WILDS:
        raise Unreadable(spoken().say("usage", "no-wild-rank", text=repr(text)))
    return wild


def possible(hand: Sequence[str], wild: str, table: Table) -> None:
    """Raises `Unreadable` where no hand at the table can be so."""
    if not HAND <= len(hand) <= MOST:
        raise Unreadable(spoken().count("usage", "cards-of-rummy", len(hand), most=MOST, hand=HAND))
    for card, copies in Counter(hand).items():
        there = table.jokers if card == JOKER else table.packs
        if copies > there:
            raise Unreadable(
                spoken().say("usage", "too-many-copies", card=face(card), copies=copies, seats=table.seats, most=there)
            )
    there = table.jokers if wild == JOKER else table.packs * len(SUITS)
    if sum(is_of(card, wild) for card in hand) >= there:
        raise Unreadable(spoken().say("usage", "all-wild", count=there, rank=rank(wild)))


def is_of(card: str, wild: str) -> bool:
    """Whether a card is one of those of which one was turned up."""
    return card == wild or (card != JOKER and card[0] == wild)


def to_json(best: Arrangement, wild: str, advice: Advice) -> dict[str, Json]:
    """The arrangement as JSON: `declare` are the cards one of which is laid down to declare the others, `throw` those
    one of which is thrown to leave the fewest points; with 14 cards the first of them is not among those arranged."""
    return {
        "wild": wild,
        "points": best.points,
        "melds": [[*group] for group in best.melds],
        "loose": [*best.loose],
        "may_declare": best.arranged,
        "declare": [*advice.declare],
        "throw": [*advice.throw],
    }


def arrangement_lines(best: Arrangement, wild: str, advice: Advice, sentences: Sentences) -> Iterator[str]:
    """All lines of an arrangement."""
    say = sentences.say
    yield from wrapped(say("rummy", "wild-joker" if wild == JOKER else "wild", rank=rank(wild)))
    yield from section(
        say("rummy", "groups"), chain.from_iterable(map(line, groups_in_words(best.melds, wild, sentences)))
    )
    loose = "  ".join(" ".join(map(face, group.cards)) for group in by_suit(best.loose))
    yield from section(say("rummy", "loose"), wrapped(loose, INDENT) if loose else ())
    yield ""
    points = say("rummy", "points", points=best.points)
    if advice.throw:
        points = say("rummy", "points-without", points=best.points, cards=either(advice.throw))
    yield from wrapped(" ".join(filter(None, [points, why_all_counts(best.melds, best.loose, sentences)])))
    yield from wrapped(may(best, advice, sentences))


def line(group: Group) -> Iterator[str]:
    """One group."""
    return wrapped(" ".join(map(face, group.cards)), INDENT + padded(group.kind, KIND))


def may(best: Arrangement, advice: Advice, sentences: Sentences) -> str:
    """Whether the hand may be declared, and by laying down what."""
    if advice.declare:
        return sentences.say("rummy", "may-with", cards=either(advice.declare))
    return sentences.say("rummy", "may" if best.arranged else "may-not")


def either(cards: Sequence[str]) -> str:
    """Cards any one of which will do."""
    return alternatives([*map(face, cards)])
