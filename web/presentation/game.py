"""What one family of games brings to be put into words: its rules, its results and the layout of its hands.

Each module of `web.presentation.games` gives one `GamePresentation`; `games.presentation_of` finds it by the family of
a rule set. Every member but the name has a default that fits any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from dealproof.web.presentation.board.frame import Frame
from dealproof.web.presentation.board.plain import card_on_table
from dealproof.web.presentation.layout import Course, generic_layout
from dealproof.web.presentation.names import player, team
from dealproof.web.presentation.numbers import number
from dealproof.web.presentation.pieces import HandText
from dealproof.web.presentation.translations import Sentences

Result = Mapping[str, Any]
"""A computed result, as a record has it."""
Fact = tuple[str, str]
"""A heading and the text below it."""
Leaf = Mapping[str, Any]
"""A difference as the verdict has it: `field`, `claimed`, `computed`."""


class PriceRow(NamedTuple):
    """What a bid of some height or kind brings where it is made and where it is not."""

    bid: str
    made: str
    failed: str


class RankRow(NamedTuple):
    """A rank of a pack: a card of it, and what such a card counts, None where cards count nothing."""

    card: str
    points: int | None


class Reading(NamedTuple):
    """What the values of a result are read with: the computed result, the players' names, the language."""

    result: Result
    seats: Sequence[str]
    sentences: Sentences


@dataclass(frozen=True, slots=True)
class ResultValue:
    """How the recorded and computed values at one place of a result are put into words.

    `read` gives a value in words. `owner` gives whose it is in words, from the first index of its pointer or None; the
    sentence of the value has it as `{who}`.
    """

    read: Callable[[Any, Reading], str] = lambda value, reading: number(value)
    owner: Callable[[int | None, Reading], str] = lambda index, reading: ""


def of_seat(index: int | None, reading: Reading) -> str:
    """The seat that a value is of."""
    return player(reading.seats, index or 0, reading.sentences)


def of_team(index: int | None, reading: Reading) -> str:
    """The side that a value is of."""
    return team(index or 0, reading.seats, reading.sentences)


def read_seat(value: Any, reading: Reading) -> str:
    """A seat by its player, or several that are level."""
    if isinstance(value, list):
        return " & ".join(read_seat(each, reading) for each in value)
    return player(reading.seats, value, reading.sentences)


def read_seats(value: Any, reading: Reading) -> str:
    """Seats in their order."""
    return ", ".join(read_seat(each, reading) for each in value) or "–"


def read_code(section: str) -> Callable[[Any, Reading], str]:
    """Reads a code by its sentence in a section."""
    return lambda value, reading: reading.sentences.say(section, value)


ANY: Final = ResultValue(lambda value, reading: value_as_is(value))
"""A value of which nothing is known."""
COMMON: Final[Mapping[str, ResultValue]] = {
    "ended": ResultValue(lambda value, reading: f"“{reading.sentences.say('ended', value).rstrip('.')}”"),
    "rules": ResultValue(),
}
"""What every result has."""


def ended_fact(result: Result, sentences: Sentences) -> Fact:
    """How the hand ended."""
    return sentences.say("facts", "ended"), sentences.say("ended", result["ended"])


def value_as_is(value: Any) -> str:
    """A value of a result as it is: lists with commas, objects by key."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {value_as_is(each)}" for key, each in value.items()) or "–"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(value_as_is, value)) or "–"
    return "–" if value is None else number(value)


def cards_by_table(game: Any, sentences: Sentences) -> Iterator[str]:
    """How many cards there are at each size of table."""
    for seats in game.seats:
        yield sentences.say("rules-page", "pack-any", seats=seats, cards=len(game.deck(seats)))


def no_lines(game: Any, sentences: Sentences) -> Iterator[Any]:
    """Nothing to say."""
    return iter(())


def no_ranks(game: Any) -> Iterable[RankRow]:
    """No order of ranks."""
    return ()


def one_by_one(leaves: Iterable[Leaf], result: Result) -> Iterable[Leaf]:
    """The differences as they are."""
    return leaves


@dataclass(frozen=True, slots=True)
class RulesText:
    """The rules of a family in words. `cards`, `deal` and `prices` take the prepared rule set and give a line each;
    `ranks` gives the ranks of the pack, the strongest first, where their order is that of the tricks. `heading` is the
    code of the heading of the deal. `described` are the options that these already describe, by path.
    """

    cards: Callable[[Any, Sentences], Iterator[str]] = cards_by_table
    ranks: Callable[[Any], Iterable[RankRow]] = no_ranks
    deal: Callable[[Any, Sentences], Iterator[str]] = no_lines
    prices: Callable[[Any, Sentences], Iterator[PriceRow]] = no_lines
    heading: str = "deal-play"
    described: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class GamePresentation:
    """How one family is put into words.

    `facts` gives a result at a glance, by default how the hand ended and every other value under its key. `values` says
    how each value of a result is read, by the words of its pointer (`/match/totals/1` is `match-totals`); those in
    `whole` have a sentence of their own for one of their places (`aces-one`). `gather` may put several differences
    together. `layout` gives the pieces of a hand, `table` adds what lies on the game's table to a frame of its
    board. `partners` says that every other seat is of one side.
    """

    family: str
    rules: RulesText = field(default_factory=RulesText)
    facts: Callable[[Result, Sequence[str], Sentences], Iterator[Fact]] | None = None
    values: Mapping[str, ResultValue] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    gather: Callable[[Iterable[Leaf], Result], Iterable[Leaf]] = one_by_one
    layout: Callable[[Course], HandText] = generic_layout
    table: Callable[[Course, Frame], Frame] = card_on_table
    partners: bool = False

    def result_facts(self, result: Result, seats: Sequence[str], sentences: Sentences) -> list[Fact]:
        """The facts of a computed result."""
        if self.facts is not None:
            return list(self.facts(result, seats, sentences))
        reading = Reading(result, seats, sentences)
        known = ((key, value) for key, value in result.items() if key not in COMMON)
        return [
            ended_fact(result, sentences),
            *((sentences.say("facts", key), self.read(key, each, reading)) for key, each in known),
        ]

    def read(self, code: str, value: Any, reading: Reading) -> str:
        """A recorded or computed value in words."""
        if value is not None:
            return self.value(code).read(value, reading)
        known = reading.sentences.has("difference-none", code)
        return reading.sentences.say("difference-none", code) if known else "–"

    def value(self, code: str) -> ResultValue:
        """How the value of a code is read."""
        return self.values.get(code) or COMMON.get(code, ANY)
