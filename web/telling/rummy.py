"""How a hand of rummy went: what was turned up, the turns, and each seat's count with its groups and loose cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from replay.account import Account, Turn, TurnStep
from web.faces import JOKER, Suited, by_suit, rank
from web.sentences import Sentences
from web.telling.melds import MeldTold, melds, why
from web.telling.outcome import signed
from web.telling.people import who

COUNT: Final = frozenset({"seat", "tokens"})
"""Steps of the score that are told a seat at a time."""


@dataclass(frozen=True, slots=True)
class OpeningTold:
    """The card turned up, the one that opens the discards or None, and sentences: what is wild, who plays first."""

    turned: str
    opened: str | None
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnTold:
    """One turn: the cards drawn and thrown or laid down, or None; `pile` is where from, `notes` tell the rest."""

    number: int
    name: str
    drew: str | None
    pile: str
    threw: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountTold:
    """One seat at the end: how it stands and what that costs it, its groups and loose cards where they were looked
    at, why more than these count, or "", and else what it held when it went out."""

    seat: int
    name: str
    won: bool
    how: str
    points: str
    melds: tuple[MeldTold, ...]
    loose: tuple[Suited, ...]
    why: str
    held: tuple[Suited, ...]


def opening(account: Account, seats: Sequence[str], sentences: Sentences) -> OpeningTold | None:
    """How a hand of rummy opened; None in other games."""
    if (told := account.opening) is None:
        return None
    wild = sentences.say("rummy", "wild-joker" if told.wild == JOKER else "wild", rank=rank(told.wild))
    first = sentences.say("rummy", "first", who=who(seats, told.first))
    return OpeningTold(told.turned, told.opened, (wild, first))


def turns(account: Account, seats: Sequence[str], sentences: Sentences) -> list[TurnTold]:
    """The turns, the last one as far as it went."""
    return [turn(each, seats, sentences) for each in account.turns]


def turn(told: Turn, seats: Sequence[str], sentences: Sentences) -> TurnTold:
    """One turn in a row."""
    draw = next((step for step in told.steps if step.drew), None)
    throw = next((step for step in told.steps if step.threw), None)
    return TurnTold(
        told.number,
        seats[told.seat],
        draw.drew if draw else None,
        sentences.say("piles", draw.pile) if draw and draw.pile else "",
        throw.threw if throw else None,
        tuple(note for step in told.steps for note in notes(step, told.seat, seats, sentences)),
    )


def notes(step: TurnStep, turn_of: int, seats: Sequence[str], sentences: Sentences) -> Iterator[str]:
    """What is to be said of one event beside its cards."""
    if step.anew:
        yield sentences.say("turns", "anew")
    if step.do == "timeout" and step.out is None:
        yield sentences.say("turns", "timeout")
    if step.out is not None:
        told = sentences.say("turns", step.out, points=step.points)
        yield told if step.seat == turn_of else f"{who(seats, step.seat)}: {told}"


def counts(account: Account, seats: Sequence[str], sentences: Sentences) -> list[CountTold]:
    """Every seat at the end of a hand, the winner first; none where it is not over."""
    tokens = next((line.values for line in account.score if line.code == "tokens"), None)
    wild = account.opening.wild if account.opening else JOKER
    if tokens is None:
        return []
    told = [
        count(line.values, tokens, wild, account, seats, sentences) for line in account.score if line.code == "seat"
    ]
    return sorted(told, key=lambda each: not each.won)


def count(
    line: Mapping[str, Any],
    tokens: Mapping[str, Any],
    wild: str,
    account: Account,
    seats: Sequence[str],
    sentences: Sentences,
) -> CountTold:
    """One seat at the end."""
    seat, groups, loose = line["seat"], line.get("melds", ()), line.get("loose", ())
    gone = next(((at, step) for at in account.turns for step in at.steps if step.seat == seat and step.out), None)
    held = gone[1].cards if gone and "melds" not in line else ()
    return CountTold(
        seat,
        seats[seat],
        seat == tokens["winner"],
        sentences.say("hows", line["how"], turn=gone[0].number if gone else ""),
        sentences.say("rummy", "costs", points=line["points"], tokens=signed(tokens["tokens"][seat], sentences)),
        melds(groups, wild, sentences),
        tuple(by_suit(loose)),
        why(groups, loose, sentences),
        tuple(by_suit(held)),
    )
