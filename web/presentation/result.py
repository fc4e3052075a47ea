"""The result of a hand as facts to read: what was bid, what was taken, what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from dealproof.replay.core.narrative import ScoreLine
from dealproof.web.presentation.cards import SHAPES
from dealproof.web.presentation.names import who
from dealproof.web.presentation.translations import Sentences

Fact = tuple[str, str]
"""A heading and the text below it."""

ENDED: Final = "ended-"
"""How the code of a score line begins that says how the hand ended."""

PROMISES: Final = frozenset({"jodi", "marujodi"})
"""Kinds of contract that are promised during play."""
LAST: Final = frozenset({"flags", "slams"})
"""The parts of a standing in their order: first what is counted, then what wins a match."""
NET: Final = "net"
"""What the first side is ahead by, where a box lies between the sides."""
WORN: Final = frozenset({"kunukku", "fresh"})


def facts(result: Mapping[str, Any] | None, seats: Sequence[str], sentences: Sentences) -> list[Fact]:
    """The facts of a computed result at a glance; none where the hand did not come to its end."""
    if result is None:
        return []
    if "declarer" in result:
        return list(contract(result, seats, sentences))
    return [(sentences.say("facts", "ended"), sentences.say("ended", result["ended"])), *more(result, seats, sentences)]


def more(result: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """The facts of a hand without a contract, after how it ended."""
    if "donkey" in result:
        yield from order_of_going_out(result, seats, sentences)
    elif "tokens" in result:
        yield from winnings(result, seats, sentences)
    elif "aces" in result:
        yield from places(result, seats, sentences)


def order_of_going_out(result: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """The facts of a hand of Kazhutha: who went out when, and the donkey."""
    for number, place in enumerate(result["places"], 1):
        yield sentences.say("facts", "place", place=number), together(place, seats)
    nobody = result["donkey"] is None
    yield (
        sentences.say("facts", "donkey"),
        (sentences.say("facts", "nobody") if nobody else who(seats, result["donkey"])),
    )


def winnings(result: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """The facts of a hand of rummy: who won how many tokens, and what the house keeps of them."""
    winner = result["winner"]
    yield sentences.say("facts", "winner"), who(seats, winner)
    yield sentences.say("facts", "tokens"), signed(result["tokens"][winner], sentences)
    if result["commission"]:
        yield sentences.say("facts", "commission"), str(result["commission"])


def places(result: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """The facts of a seating: who got the aces, who sits where, who plays with whom and who deals."""
    yield sentences.say("facts", "aces"), ", ".join(who(seats, seat) for seat in result["aces"])
    for seat, name in enumerate(result["seats"]):
        yield sentences.say("facts", "first-dealer" if seat == result["dealer"] else "new-seat", seat=seat + 1), name
    yield (
        sentences.say("facts", "sides"),
        sentences.say("facts", "against", first=team(0, result["seats"]), second=team(1, result["seats"])),
    )


def contract(result: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> Iterator[Fact]:
    """The facts of a hand of the Gulan family: its contract, and what came of it."""
    say = sentences.say
    trump = result["trump"]
    suit = say("facts", "trump", suit=f"{SHAPES[trump]} {say('suits', trump)}") if trump else say("facts", "no-trump")
    kind = say("kinds", result["kind"])
    bid = kind if result["bid"] == result["kind"] else say("facts", "bid", bid=result["bid"], kind=kind)
    yield say("facts", "declarer"), who(seats, result["declarer"])
    yield say("facts", "contract"), f"{bid}, {suit}"
    yield say("facts", "outcome"), say("facts", "made" if result["made"] else "failed")
    score = result["score"]
    points = signed(score["points"], sentences)
    yield say("facts", "score"), say("facts", "worth", points=points, team=team(score["team"], seats))


def score_line(line: ScoreLine, seats: Sequence[str], sentences: Sentences) -> str:
    """One step of the score as a sentence: seats and teams by name, numbers with their sign."""
    if line.code.startswith(ENDED):
        return sentences.say("ended", line.code.removeprefix(ENDED))
    values: dict[str, Any] = dict(line.values)
    if line.code == "match":
        values |= {"first": 0, "second": 1}
    readings: dict[str, Callable[[Any], str]] = {
        **dict.fromkeys(("declarer", "seat"), lambda seat: who(seats, seat)),
        "seats": lambda several: together(several, seats),
        **dict.fromkeys(("team", "first", "second"), lambda number: team(number, seats)),
        "kind": lambda kind: sentences.say("kinds", kind),
        **dict.fromkeys(("made", "failed"), lambda points: signed(points, sentences)),
        **dict.fromkeys(("before", "after"), lambda told: standing(told, seats, sentences)),
    }
    if line.code == "price":
        readings["points"] = readings["made"]
    told = {name: readings.get(name, str)(each) for name, each in values.items()}
    return sentences.say("score", sentence_code(line), **told)


def sentence_code(line: ScoreLine) -> str:
    """Which sentence a step needs: a contract is bid by number, bid by name, or promised in play over a bid."""
    kind = line.values.get("kind")
    if line.code != "contract":
        return line.code
    if kind == line.values["bid"]:
        return "contract-named"
    return "contract-promised" if kind in PROMISES else "contract"


def signed(points: int | str, sentences: Sentences) -> str:
    """Points with their sign, or the word for what is no number."""
    return f"{points:+d}".replace("-", "−") if isinstance(points, int) else sentences.say("facts", points)


def team(number: int, seats: Sequence[str]) -> str:
    """A team by its players: every other seat; by its first seat where no name is known.

    >>> team(1, ["Asha", "Biju", "Chandran", "Devi"]), team(1, [])
    ('Biju & Devi', 'the side of seat 2')
    """
    names = seats[number::2] if number in (0, 1) else ()
    return " & ".join(names) or f"the side of seat {number + 1}"


def together(several: Sequence[int], seats: Sequence[str]) -> str:
    """Several players in a row."""
    return " & ".join(who(seats, seat) for seat in several)


def standing(values: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> str:
    """A match's standing: team 0 before team 1, and who wears kunukku."""
    told = [
        lead(each, seats, sentences) if name == NET else sentences.say("standings", name, value=counted(each))
        for name, each in sorted(values.items(), key=lambda item: item[0] in LAST)
        if name not in WORN
    ]
    wearing = [seat for seat, wears in zip(seats, values.get("kunukku", ()), strict=False) if wears]
    if wearing:
        code = "kunukku" if values["fresh"] is None else "kunukku-fresh"
        told.append(sentences.say("standings", code, value=" & ".join(wearing)))
    return ", ".join(told)


def counted(value: Any) -> str:
    """What is counted for each side, the first side first."""
    return ":".join(map(number, value)) if isinstance(value, list) else number(value)


def lead(net: int, seats: Sequence[str], sentences: Sentences) -> str:
    """Which side is ahead of the other, and by how much."""
    if net == 0:
        return sentences.say("standings", "level")
    return sentences.say("standings", NET, who=team(int(net < 0), seats), value=abs(net))


def number(value: object) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "−")
