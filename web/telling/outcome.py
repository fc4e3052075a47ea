"""The result of a hand as facts to read: what was bid, what was taken, what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from web.faces import SHAPES
from web.sentences import Sentences
from web.telling.people import who

Fact = tuple[str, str]
"""A heading and what stands under it."""


def facts(result: Mapping[str, Any] | None, seats: Sequence[str], sentences: Sentences) -> list[Fact]:
    """The facts of a computed result; none where the hand did not come to its end."""
    if result is None:
        return []
    told = contract(result, seats, sentences) if "declarer" in result else iter(())
    return [(sentences.say("page", "ended"), sentences.say("ended", result["ended"])), *told]


def contract(result: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """The facts of a hand of the Gulan family: its contract, what both sides took, and the score."""
    say = sentences.say
    trump = result["trump"]
    suit = f"{SHAPES[trump]} {say('suits', trump)}" if trump else say("facts", "no-trump")
    kind = say("kinds", result["kind"])
    yield say("facts", "declarer"), who(seats, result["declarer"])
    yield say("facts", "contract"), say("facts", "bid", bid=result["bid"], kind=kind, suit=suit)
    yield say("facts", "outcome"), say("facts", "made" if result["made"] else "failed")
    yield say("facts", "card-points"), sides(result["card_points"], seats)
    yield say("facts", "tricks"), sides(result["tricks"], seats)
    score = result["score"]
    points = f"{score['points']:+d}" if isinstance(score["points"], int) else say("facts", str(score["points"]))
    yield say("facts", "score"), say("facts", "worth", points=points.replace("-", "−"), team=team(score["team"], seats))
    if result["match"]:
        yield say("facts", "match"), " · ".join(f"{name} {standing(value)}" for name, value in result["match"].items())


def sides(values: Sequence[int], seats: Sequence[str]) -> str:
    """A number a team."""
    return " · ".join(f"{team(number, seats)}: {value}" for number, value in enumerate(values))


def team(number: int, seats: Sequence[str]) -> str:
    """A team by its players: every other seat."""
    return " & ".join(seats[number::2]) or f"team {number}"


def standing(value: object) -> str:
    """One value of a match's standing."""
    return " : ".join(map(str, value)) if isinstance(value, list) else str(value)
