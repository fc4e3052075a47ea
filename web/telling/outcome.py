"""The result of a hand as facts to read: what was bid, what was taken, what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from replay.account import ScoreLine
from web.faces import SHAPES
from web.sentences import Sentences
from web.telling.people import who

Fact = tuple[str, str]
"""A heading and what stands under it."""

ENDED: Final = "ended-"
"""How the code of a score line begins that says how the hand ended."""


def facts(result: Mapping[str, Any] | None, seats: Sequence[str], sentences: Sentences) -> list[Fact]:
    """The facts of a computed result at a glance; none where the hand did not come to its end."""
    if result is None:
        return []
    if "declarer" in result:
        return list(contract(result, seats, sentences))
    return [(sentences.say("facts", "ended"), sentences.say("ended", result["ended"]))]


def contract(result: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """The facts of a hand of the Gulan family: its contract, and what came of it."""
    say = sentences.say
    trump = result["trump"]
    suit = f"{SHAPES[trump]} {say('suits', trump)}" if trump else say("facts", "no-trump")
    yield say("facts", "declarer"), who(seats, result["declarer"])
    yield say("facts", "contract"), say("facts", "bid", bid=result["bid"], kind=say("kinds", result["kind"]), suit=suit)
    yield say("facts", "outcome"), say("facts", "made" if result["made"] else "failed")
    score = result["score"]
    points = signed(score["points"], sentences)
    yield say("facts", "score"), say("facts", "worth", points=points, team=team(score["team"], seats))


def score_line(line: ScoreLine, seats: Sequence[str], sentences: Sentences) -> str:
    """One step of the score as a sentence: seats and teams by name, numbers with their sign."""
    if line.code.startswith(ENDED):
        return sentences.say("ended", line.code.removeprefix(ENDED))
    values: dict[str, Any] = dict(line.values)
    readings: dict[str, Callable[[Any], str]] = {
        "declarer": lambda seat: who(seats, seat),
        "team": lambda number: team(number, seats),
        "kind": lambda kind: sentences.say("kinds", kind),
        "made": lambda points: signed(points, sentences),
        "failed": lambda points: signed(points, sentences),
        "before": standing,
        "after": standing,
    }
    if line.code == "price":
        readings["points"] = readings["made"]
    return sentences.say("score", line.code, **{name: readings.get(name, str)(each) for name, each in values.items()})


def signed(points: int | str, sentences: Sentences) -> str:
    """Points with their sign, or the word for what is no number."""
    return f"{points:+d}".replace("-", "−") if isinstance(points, int) else sentences.say("facts", points)


def team(number: int, seats: Sequence[str]) -> str:
    """A team by its players: every other seat."""
    return " & ".join(seats[number::2]) or f"team {number}"


def standing(values: Mapping[str, object] | None) -> str:
    """A match's standing: each of its values by name."""
    return ", ".join(f"{name} {plain(value)}" for name, value in (values or {}).items() if value is not None)


def plain(value: object) -> str:
    """A number, one a team, or the seats for which something is true."""
    if isinstance(value, list) and all(isinstance(each, bool) for each in value):
        return " ".join(f"seat {seat}" for seat, wears in enumerate(value) if wears) or "nobody"
    return " : ".join(map(plain, value)) if isinstance(value, list | tuple) else str(value).replace("-", "−")
