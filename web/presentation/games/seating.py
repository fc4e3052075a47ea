"""Seating by aces in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from dealproof.replay.games.gulan.deck import Deck
from dealproof.replay.games.seating.game import Seating
from dealproof.web.presentation.board.frame import Frame
from dealproof.web.presentation.board.plain import event_before
from dealproof.web.presentation.cards import Suited, rank
from dealproof.web.presentation.game import (
    Fact,
    GamePresentation,
    RankRow,
    Reading,
    Result,
    ResultValue,
    RulesText,
    ended_fact,
    read_seat,
    read_seats,
    value_as_is,
)
from dealproof.web.presentation.layout import Course, common_pieces
from dealproof.web.presentation.names import player, team
from dealproof.web.presentation.pieces import HandText
from dealproof.web.presentation.translations import Sentences


def cards(game: Seating, sentences: Sentences) -> Iterator[str]:
    """The pack, of which only the aces matter."""
    size = Deck(game.rules.pack).size
    yield sentences.say("rules-page", "pack-seating", seats=game.rules.seats, cards=size)
    twice = [rank(each.rank) for each in game.rules.pack.ranks if each.copies > 1]
    if twice:
        yield sentences.say("rules-page", "twice", ranks=" ".join(twice))


def ranks(game: Seating) -> Iterator[RankRow]:
    """The ranks of the pack."""
    return (RankRow(f"{each.rank}s", None) for each in game.rules.pack.ranks)


def deal(game: Seating, sentences: Sentences) -> Iterator[str]:
    """How aces are dealt, and who then sits where."""
    yield sentences.say("rules-page", "aces", aces=game.rules.seats // 2)
    yield sentences.say("rules-page", "places")


def places(result: Result, seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """How the draw ended, who got the aces, who sits where, who plays with whom and who deals."""
    yield ended_fact(result, sentences)
    yield sentences.say("facts", "aces"), ", ".join(player(seats, seat, sentences) for seat in result["aces"])
    for seat, name in enumerate(result["seats"]):
        yield sentences.say("facts", "first-dealer" if seat == result["dealer"] else "new-seat", seat=seat + 1), name
    yield (
        sentences.say("facts", "sides"),
        sentences.say(
            "facts", "against", first=team(0, result["seats"], sentences), second=team(1, result["seats"], sentences)
        ),
    )


def read_new_seat(value: Any, reading: Reading) -> str:
    """One of the new seats, by its player."""
    return player(reading.result["seats"], value, reading.sentences)


def as_dealt(cards: Iterable[str]) -> list[Suited]:
    """Cards in the order in which they fell, not by suit."""
    return [Suited("", (*cards,))]


def layout(course: Course) -> HandText:
    """The deal, face up."""
    return common_pieces(course, sorting=as_dealt, note=course.sentences.say("page", "face-up"))


def table(course: Course, frame: Frame) -> Frame:
    """The cards dealt face up, which lie there once the pack has been cut, or from the start where it is not."""
    last = frame.number == len(course.hand.views) - 1
    (dealt,) = course.narrative.deals[0].stages
    cut = event_before(course, frame.number)
    banner = course.sentences.say("page", "cut", cards=cut["at"]) if cut else ""
    return replace(frame, faced=dealt if last else ((),) * len(course.seats), banner=banner)


SEATING: Final = GamePresentation(
    "seating",
    rules=RulesText(cards, ranks, deal, heading="deal-seating", described=frozenset({"seats", "pack"})),
    facts=places,
    values={
        "aces": ResultValue(read_seats),
        "aces-one": ResultValue(read_seat),
        "seats": ResultValue(lambda value, reading: value_as_is(value)),
        "dealer": ResultValue(read_new_seat),
    },
    whole=frozenset({"aces", "seats"}),
    layout=layout,
    table=table,
)
