"""The result of a hand of rummy in words: who won what, and the values of each seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import groupby
from typing import Any, Final

from dealproof.web.presentation.cards import JOKER, SHAPES, face, rank
from dealproof.web.presentation.game import (
    Fact,
    Leaf,
    Reading,
    Result,
    ResultValue,
    ended_fact,
    of_seat,
    read_code,
    read_seat,
)
from dealproof.web.presentation.names import player
from dealproof.web.presentation.numbers import signed
from dealproof.web.presentation.translations import Sentences

MELDS: Final = "/melds/"
"""How a pointer into the groups begins; the seat and the places in its groups follow."""


def winnings(result: Result, seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """How the hand ended, who won how many tokens, and what the house keeps of them."""
    winner = result["winner"]
    yield ended_fact(result, sentences)
    yield sentences.say("facts", "winner"), player(seats, winner, sentences)
    yield sentences.say("facts", "tokens"), signed(result["tokens"][winner], sentences)
    if result["commission"]:
        yield sentences.say("facts", "commission"), str(result["commission"])


def with_whole_groups(leaves: Iterable[Leaf], result: Result) -> Iterator[Leaf]:
    """The leaves, but those within the groups of one seat put together: all groups that were recorded for it, which
    are those computed but for the leaves, against all that were computed."""
    for seat, several in groupby(leaves, key=seat_of_groups):
        if seat is None:
            yield from several
            continue
        computed = result["melds"][seat]
        recorded = {"melds": deepcopy(computed)}
        for leaf in several:
            put(recorded, places(leaf)[1:], leaf["claimed"])
        yield {"field": f"{MELDS}{seat}", "claimed": recorded["melds"], "computed": computed}


def seat_of_groups(leaf: Leaf) -> int | None:
    """The seat in whose groups a leaf is, None where it is elsewhere."""
    return places(leaf)[0] if leaf["field"].startswith(MELDS) else None


def places(leaf: Leaf) -> list[int]:
    """The seat and the places in its groups to which a leaf points."""
    return [int(part) for part in leaf["field"].removeprefix(MELDS).split("/")]


def put(root: dict[str, Any], indexes: Sequence[int], value: Any) -> None:
    """Puts a value at a place in the groups under `melds`."""
    at: Any = root
    keys: list[Any] = ["melds", *indexes]
    for key in keys[:-1]:
        at = at[key]
    at[keys[-1]] = value


def read_wild(value: Any, reading: Reading) -> str:
    """The wild rank."""
    return rank(value) if len(value) == 1 or value == JOKER else str(value)


def read_groups(value: Any, reading: Reading) -> str:
    """The groups of a seat."""
    return groups(value)


def groups(value: Any) -> str:
    """A card, a group of cards, or several groups.

    >>> groups([["3h", "4h"], ["Jk"]])
    '3♥ 4♥, Joker'
    """
    if isinstance(value, str):
        return face(value) if value == JOKER or value[1:] in SHAPES else value
    between = " " if all(isinstance(each, str) for each in value) else ", "
    return between.join(map(groups, value)) or "–"


VALUES: Final[Mapping[str, ResultValue]] = {
    "winner": ResultValue(read_seat),
    "wild": ResultValue(read_wild),
    "points": ResultValue(owner=of_seat),
    "how": ResultValue(read_code("difference-how"), of_seat),
    "melds": ResultValue(read_groups, of_seat),
    "tokens": ResultValue(owner=of_seat),
    "commission": ResultValue(),
}
"""How each value of a result is read."""
