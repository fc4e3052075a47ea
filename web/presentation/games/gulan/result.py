"""The result of a hand of 28, 40 or 56 in words: its contract and what came of it, its values, its score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from dealproof.replay.core.narrative import ScoreLine
from dealproof.web.presentation.cards import SHAPES
from dealproof.web.presentation.game import Fact, Reading, Result, ResultValue, of_seat, of_team, read_code, read_seat
from dealproof.web.presentation.names import player, team
from dealproof.web.presentation.numbers import number, signed
from dealproof.web.presentation.standing import lead_in_words, standing_in_words
from dealproof.web.presentation.translations import Sentences

ENDED: Final = "ended-"
"""How the code of a score line begins that says how the hand ended."""
PROMISES: Final = frozenset({"jodi", "marujodi"})
"""Kinds of contract that are promised during play."""


def contract(result: Result, seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """The facts of a hand: its contract, and what came of it."""
    say = sentences.say
    trump = result["trump"]
    suit = say("facts", "trump", suit=f"{SHAPES[trump]} {say('suits', trump)}") if trump else say("facts", "no-trump")
    kind = say("kinds", result["kind"])
    bid = kind if result["bid"] == result["kind"] else say("facts", "bid", bid=result["bid"], kind=kind)
    yield say("facts", "declarer"), player(seats, result["declarer"], sentences)
    yield say("facts", "contract"), f"{bid}, {suit}"
    yield say("facts", "outcome"), say("facts", "made" if result["made"] else "failed")
    score = result["score"]
    points = signed(score["points"], sentences)
    yield say("facts", "score"), say("facts", "worth", points=points, team=team(score["team"], seats, sentences))


def score_line(line: ScoreLine, seats: Sequence[str], sentences: Sentences) -> str:
    """One step of the score as a sentence: seats and teams by name, numbers with their sign."""
    if line.code.startswith(ENDED):
        return sentences.say("ended", line.code.removeprefix(ENDED))
    values: dict[str, Any] = dict(line.values)
    if line.code == "match":
        values |= {"first": 0, "second": 1}
    readings: dict[str, Callable[[Any], str]] = {
        "declarer": lambda seat: player(seats, seat, sentences),
        **dict.fromkeys(("team", "first", "second"), lambda number: team(number, seats, sentences)),
        "kind": lambda kind: sentences.say("kinds", kind),
        **dict.fromkeys(("made", "failed"), lambda points: signed(points, sentences)),
        **dict.fromkeys(("before", "after"), lambda values: standing_in_words(values, seats, sentences)),
    }
    if line.code == "price":
        readings["points"] = readings["made"]
    read = {name: readings.get(name, str)(each) for name, each in values.items()}
    return sentences.say("score", sentence_code(line), **read)


def sentence_code(line: ScoreLine) -> str:
    """Which sentence a step needs: a contract is bid by number, bid by name, or promised in play over a bid."""
    kind = line.values.get("kind")
    if line.code != "contract":
        return line.code
    if kind == line.values["bid"]:
        return "contract-named"
    return "contract-promised" if kind in PROMISES else "contract"


def of_scoring_team(index: int | None, reading: Reading) -> str:
    """The side that the points are for."""
    return team(reading.result["score"]["team"], reading.seats, reading.sentences)


def read_team(value: Any, reading: Reading) -> str:
    """A side by its players."""
    return team(value, reading.seats, reading.sentences)


def read_bid(value: Any, reading: Reading) -> str:
    """A bid: a number, or a call by name."""
    return reading.sentences.say("calls", value) if value == "thani" else number(value)


def read_points(value: Any, reading: Reading) -> str:
    """Points, or the word for what is no number."""
    return reading.sentences.say("facts", value) if isinstance(value, str) else number(value)


def read_trump(value: Any, reading: Reading) -> str:
    """A suit by sign and name."""
    return f"{SHAPES[value]} {reading.sentences.say('suits', value)}" if value in SHAPES else str(value)


def read_made(value: Any, reading: Reading) -> str:
    """Whether a contract was made."""
    return reading.sentences.say("facts", "made" if value else "failed")


def read_worn(value: Any, reading: Reading) -> str:
    """Whether a seat wears kunukku."""
    return reading.sentences.say("difference", "worn" if value else "not-worn")


def read_standing(value: Any, reading: Reading) -> str:
    """A match's standing."""
    return standing_in_words(value, reading.seats, reading.sentences)


def read_lead(value: Any, reading: Reading) -> str:
    """Which side is ahead in a match."""
    return lead_in_words(value, reading.seats, reading.sentences)


COUNTED: Final = ResultValue(owner=of_team)
"""What is counted for a side."""
VALUES: Final[Mapping[str, ResultValue]] = {
    "declarer": ResultValue(read_seat),
    "bid": ResultValue(read_bid),
    "kind": ResultValue(read_code("kinds")),
    "trump": ResultValue(read_trump),
    "made": ResultValue(read_made),
    "card_points": COUNTED,
    "tricks": COUNTED,
    "score-team": ResultValue(read_team),
    "score-points": ResultValue(read_points, of_scoring_team),
    "match": ResultValue(read_standing),
    "match-totals": COUNTED,
    "match-kooli": COUNTED,
    "match-net": ResultValue(read_lead),
    "match-flags": COUNTED,
    "match-slams": COUNTED,
    "match-kunukku": ResultValue(read_worn, of_seat),
    "match-fresh": ResultValue(read_team),
}
"""How each value of a result is read."""
