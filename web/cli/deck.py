"""`dealproof deck`: the deck and the hands, from the seeds alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import click

from dealproof.replay.hashes import Hashed, hand_salt
from dealproof.replay.judge import AnyRecord, parse
from dealproof.replay.record.imported import ImportedRecord
from dealproof.verifier import shuffle
from dealproof.verifier.encoding import canonical, parse_json
from dealproof.verifier.errors import Malformed
from dealproof.verifier.shuffle import Draws
from dealproof.web.cli.command import command
from dealproof.web.cli.hand_text import INDENT, section
from dealproof.web.cli.input.sources import Unreadable, entire
from dealproof.web.cli.input.stored import NoHand
from dealproof.web.cli.options import database_option
from dealproof.web.cli.show import sought
from dealproof.web.cli.terminal import cut_to, padded, refuse, say, wrapped
from dealproof.web.presentation.cards import by_suit, face
from dealproof.web.presentation.rules import label
from dealproof.web.presentation.translations import Sentences, spoken
from dealproof.web.presentation.visible_text import visible

NAME: Final = 16
"""Columns for a player's name."""
EMPTY_LOG: Final = "0" * 64
"""The log head of a record that is made up to be read: nothing here looks at it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One deal of a hand: how the cards lie, as places in the canonical deck, the top first, and the cut before it."""

    record: Hashed
    deal: int
    cut: int | None
    salt: bytes
    draws: Draws
    order: list[int]

    @property
    def seats(self) -> list[str]:
        """The players' names."""
        names: list[str] = self.record.header["seats"]
        return names

    @property
    def cards(self) -> list[str]:
        """The cards as they lie."""
        deck = self.record.game.deck(len(self.seats))
        return [deck[place] for place in self.order]

    @property
    def stages(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """What every seat gets at each stage."""
        return self.record.game.stages(len(self.seats), self.record.header["dealer"], self.cards, self.draws)

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON: `order` and `cards` as they lie once cut, `stages` by seat."""
        return {
            "hand": self.record.hand,
            "rules": self.record.game.id,
            "draw": self.record.game.draw_of(self.deal),
            "cut": self.cut,
            "salt": self.salt.hex(),
            "order": self.order,
            "cards": self.cards,
            "stages": self.stages,
        }


@command(no_args_is_help=True)
@click.argument("hand", required=False, metavar="[HAND]")
@click.option("--header", metavar="FILE")
@click.option("--rules", metavar="FILE")
@click.option("--server-seed", metavar="HEX")
@click.option(
    "--player-seed",
    "player_seeds",
    multiple=True,
    metavar="TEXT",
)
@click.option("--deal", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--cut", type=int)
@click.option("--json", "as_json", is_flag=True)
@database_option
@click.pass_context
def deck(
    ctx: click.Context,
    hand: str | None,
    header: str | None,
    rules: str | None,
    server_seed: str | None,
    player_seeds: tuple[str, ...],
    deal: int,
    cut: int | None,
    as_json: bool,
    database: str | None,
) -> None:
    """Deals a hand from its seeds alone."""
    if (hand is None) == (header is None):
        raise click.UsageError(spoken().say("usage", "hand-or-header"))
    if hand is not None and (rules or server_seed or player_seeds):
        raise click.UsageError(spoken().say("usage", "record-has-its-own"))
    try:
        data = (
            made_up(header, rules, server_seed, player_seeds)
            if header is not None
            else sought(str(hand), database).data
        )
        layout = lie(parse(data), deal, cut)
    except NoHand as error:
        refuse(error)
        ctx.exit(5)
    except Unreadable as error:
        refuse(error)
        ctx.exit(2)
    except Malformed as error:
        refuse(f"{error.reason} ({error.pointer or spoken().say('on-file', 'whole')})")
        ctx.exit(2)
    if as_json:
        click.echo(json.dumps(layout.to_json(), ensure_ascii=False).encode())
        return
    for line in deal_lines(layout, spoken()):
        say(line)


def made_up(header: str, rules: str | None, server_seed: str | None, player_seeds: tuple[str, ...]) -> bytes:
    """A record without a log, from a header and seeds, for the parser to judge."""
    return canonical(
        {
            "header": read_json(header),
            "rules": None if rules is None else read_json(rules),
            "server_seed": server_seed,
            "player_seeds": list(player_seeds),
            "events": [],
            "log_head": EMPTY_LOG,
            "claim": None,
        }
    )


def read_json(path: str) -> Any:
    """The JSON of a file or of standard input."""
    data = entire(path)
    try:
        return parse_json(data)
    except Malformed as error:
        raise Unreadable(spoken().say("usage", "no-json", path=path, reason=error.reason)) from None


def lie(record: AnyRecord, deal: int, cut: int | None) -> Layout:
    """How the cards of a deal lie."""
    if isinstance(record, ImportedRecord):
        raise Unreadable(spoken().say("deck", "imported"))
    if record.server_seed is None:
        raise Unreadable(spoken().say("deck", "hidden"))
    if None in record.player_seeds:
        raise Unreadable(spoken().say("deck", "seed-missing"))
    salted = hand_salt(record)
    draws = Draws(record.server_seed, salted)
    order = draws(record.game.draw_of(deal)).order(len(record.game.deck(len(record.seats))))
    try:
        return Layout(record, deal, cut, salted, draws, order if cut is None else shuffle.cut(order, cut))
    except ValueError as error:
        raise Unreadable(str(error)) from None


def deal_lines(layout: Layout, sentences: Sentences) -> Iterator[str]:
    """All lines of a deal."""
    say = sentences.say
    header = layout.record.header
    yield click.style(visible(layout.record.hand), bold=True)
    rules = label(layout.record.game, sentences)
    place = say("page", "place", rules=rules, table=header["table"], number=header["number"])
    yield from wrapped(place, INDENT)
    yield from section(say("deck", "salt"), [INDENT + layout.salt.hex()])
    cut = [] if layout.cut is None else wrapped(say("page", "cut", cards=layout.cut), INDENT)
    order = wrapped(" ".join(map(face, layout.cards)), INDENT)
    yield from section(say("deck", "order", draw=layout.record.game.draw_of(layout.deal)), chain(cut, order))
    for number, stage in enumerate(layout.stages, 1):
        lines = (seat_line(seat, layout.seats[seat], cards) for seat, cards in enumerate(stage))
        yield from section(say("page", "stage", number=number), chain.from_iterable(lines))


def seat_line(seat: int, name: str, cards: tuple[str, ...]) -> Iterator[str]:
    """The cards that a seat gets at once."""
    suits = "  ".join(" ".join(map(face, group.cards)) for group in by_suit(cards))
    return wrapped(suits, f"{INDENT}{seat + 1} {padded(cut_to(visible(name), NAME), NAME)}  ")
