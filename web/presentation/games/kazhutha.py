"""Kazhutha in words. Its tricks are rounds: nobody wins them, somebody's card is the highest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dealproof.replay.core.cards import RANKS
from dealproof.replay.games.kazhutha.game import Kazhutha
from dealproof.web.presentation.game import (
    Fact,
    GamePresentation,
    RankRow,
    Result,
    ResultValue,
    RulesText,
    ended_fact,
    read_seat,
    read_seats,
)
from dealproof.web.presentation.layout import Course, common_pieces
from dealproof.web.presentation.names import player, players
from dealproof.web.presentation.pieces import HandText
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.tricks import TrickWords, tricks

TRICK: Final = frozenset({"play", "timeout"})
"""What is done in a round."""
ROUNDS: Final = TrickWords(
    heading="rounds",
    one="round",
    last="taken-short",
    ruffed="struck",
    led="legend-led-round",
    won="legend-won-round",
    legend="legend-rounds",
    meanings="meanings-rounds",
)


def cards(game: Kazhutha, sentences: Sentences) -> Iterator[str]:
    """The pack."""
    yield sentences.say("rules-page", "pack-kazhutha")


def ranks(game: Kazhutha) -> Iterator[RankRow]:
    """The ranks of each suit, the highest first."""
    return (RankRow(f"{each}s", None) for each in reversed(RANKS))


def deal(game: Kazhutha, sentences: Sentences) -> Iterator[str]:
    """The deal, and how a round goes."""
    return (sentences.say("rules-page", f"kazhutha-{part}") for part in ("deal", "round", "end"))


def order_of_going_out(result: Result, seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """How the hand ended, who went out when, and the donkey."""
    yield ended_fact(result, sentences)
    for number, place in enumerate(result["places"], 1):
        yield sentences.say("facts", "place", place=number), players(place, seats, sentences)
    nobody = result["donkey"] is None
    yield (
        sentences.say("facts", "donkey"),
        (sentences.say("facts", "nobody") if nobody else player(seats, result["donkey"], sentences)),
    )


def layout(course: Course) -> HandText:
    """The rounds. The steps of the score are facts of the result."""
    rounds = tricks(course.narrative, len(course.seats), course.illegal, course.sentences, of_tricks=TRICK)
    return replace(common_pieces(course, words=ROUNDS), tricks=tuple(rounds))


KAZHUTHA: Final = GamePresentation(
    "kazhutha",
    rules=RulesText(cards, ranks, deal),
    facts=order_of_going_out,
    values={
        "places": ResultValue(read_seats),
        "places-one": ResultValue(read_seat),
        "donkey": ResultValue(read_seat),
    },
    whole=frozenset({"places"}),
    layout=layout,
)
