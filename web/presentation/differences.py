"""Where the recorded result of a hand is wrong, in words: what the operator recorded and what the moves give.

The verdict names each wrong value by a JSON pointer into the claim; here every one of them, of every family, is said
in the terms of the players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from dealproof.web.presentation.cards import JOKER, SHAPES, face, rank
from dealproof.web.presentation.names import who
from dealproof.web.presentation.result import lead, number, standing, team
from dealproof.web.presentation.translations import Sentences

TEAMS: Final = frozenset(
    {"card_points", "tricks", "match-totals", "match-kooli", "match-flags", "match-slams", "score-points"}
)
"""What is counted for a side."""
SEATS: Final = frozenset({"match-kunukku", "points", "how", "tokens", "melds"})
"""What each seat has one of."""
ONE: Final = frozenset({"places", "aces", "seats"})
"""What may be wrong as a whole, or in one place."""

Leaf = Mapping[str, Any]
"""A difference as the verdict has it: `field`, `claimed`, `computed`."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One wrong value: what it is of, and both values in words."""

    what: str
    recorded: str
    computed: str
    sentences: Sentences

    @property
    def sentence(self) -> str:
        """“Points for Asha & Chandran: the operator recorded 2; the moves give −1.”"""
        values = {"what": self.what, "recorded": self.recorded, "computed": self.computed}
        return self.sentences.say("page", "difference", **values)


def differences(verdict: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> list[Difference]:
    """All wrong values of a verdict, in the order of the result; the groups of a seat of rummy are one of them."""
    result: Mapping[str, Any] = verdict["result"] or {}
    return [difference(each, result, seats, sentences) for each in with_whole_groups(verdict["differences"], result)]


def difference(leaf: Leaf, result: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> Difference:
    """One wrong value."""
    code, indexes = path(leaf["field"])
    # A first dealer is one of the new seats of a seating.
    reading = Reading(code, indexes, result["seats"] if code == "dealer" else seats, sentences)
    return Difference(reading.what(result), reading.value(leaf["claimed"]), reading.value(leaf["computed"]), sentences)


def with_whole_groups(leaves: Iterable[Leaf], result: Mapping[str, Any]) -> Iterator[Leaf]:
    """The leaves, but those within the groups of one seat put together: all groups that were recorded for it, which
    are those computed but for the leaves, against all that were computed."""
    for seat, several in groupby(leaves, key=seat_of_groups):
        if seat is None:
            yield from several
            continue
        computed = result["melds"][seat]
        recorded = {"melds": deepcopy(computed)}
        for leaf in several:
            put(recorded, path(leaf["field"])[1][1:], leaf["claimed"])
        yield {"field": f"/melds/{seat}", "claimed": recorded["melds"], "computed": computed}


def seat_of_groups(leaf: Leaf) -> int | None:
    """The seat in whose groups a leaf is, None where it is elsewhere."""
    code, indexes = path(leaf["field"])
    return indexes[0] if code == "melds" else None


def put(root: dict[str, Any], indexes: Sequence[int], value: Any) -> None:
    """Puts a value at a place in the groups under `melds`."""
    at: Any = root
    keys: list[Any] = ["melds", *indexes]
    for key in keys[:-1]:
        at = at[key]
    at[keys[-1]] = value


def path(pointer: str) -> tuple[str, list[int]]:
    """What a pointer is about and the indexes in it.

    >>> path("/match/totals/1"), path("/places/0/2")
    (('match-totals', [1]), ('places-one', [0, 2]))
    """
    parts = pointer.split("/")[1:]
    indexes = [int(part) for part in parts if part.isdecimal()]
    code = "-".join(part for part in parts if not part.isdecimal())
    return f"{code}-one" if code in ONE and indexes else code, indexes


@dataclass(frozen=True, slots=True)
class Reading:
    """How the values at one place of a result are read."""

    code: str
    indexes: Sequence[int]
    seats: Sequence[str]
    sentences: Sentences

    def what(self, result: Mapping[str, Any]) -> str:
        """The value in words."""
        values: dict[str, object] = {"place": self.indexes[-1] + 1 if self.indexes else ""}
        if self.code in TEAMS:
            own = result["score"]["team"] if self.code == "score-points" else self.indexes[0]
            values["who"] = team(own, self.seats)
        elif self.code in SEATS:
            values["who"] = who(self.seats, self.indexes[0])
        elif self.code == "places-one":
            values["place"] = self.indexes[0] + 1
        return self.sentences.say("difference", self.code, **values)

    def value(self, value: Any) -> str:
        """A recorded or computed value in words."""
        say = self.sentences.say
        if value is None:
            return say("difference-none", self.code) if self.sentences.has("difference-none", self.code) else "–"
        match self.code:
            case "declarer" | "winner" | "donkey" | "dealer" | "aces-one":
                return who(self.seats, value)
            case "places-one":
                return self.seated(value)
            case "aces" | "places":
                return ", ".join(map(self.seated, value)) or "–"
            case "score-points" if isinstance(value, str):
                return say("facts", value)
            case "match-net":
                return lead(value, self.seats, self.sentences)
            case "score-team" | "match-fresh":
                return team(value, self.seats)
            case "match":
                return standing(value, self.seats, self.sentences)
            case "ended":
                return f"“{say('ended', value).rstrip('.')}”"
            case "kind":
                return say("kinds", value)
            case "trump":
                return f"{SHAPES[value]} {say('suits', value)}" if value in SHAPES else value
            case "made":
                return say("facts", "made" if value else "failed")
            case "match-kunukku":
                return say("difference", "worn" if value else "not-worn")
            case "how":
                return say("difference-how", value)
            case "wild":
                return rank(value) if len(value) == 1 or value == JOKER else value
            case "melds":
                return cards(value)
        return say("calls", value) if value == "thani" else number(value)

    def seated(self, value: Any) -> str:
        """One seat, or several at once."""
        return " & ".join(map(self.seated, value)) if isinstance(value, list) else who(self.seats, value)


def cards(value: Any) -> str:
    """A card, a group of cards, or several groups.

    >>> cards([["3h", "4h"], ["Jk"]])
    '3♥ 4♥, Joker'
    """
    if isinstance(value, str):
        return face(value) if value == JOKER or value[1:] in SHAPES else value
    between = " " if all(isinstance(each, str) for each in value) else ", "
    return between.join(map(cards, value)) or "–"
