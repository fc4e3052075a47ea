"""How a hand of rummy went: what was turned up, the turns, and each seat's count with its groups and loose cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from dealproof.replay.core.narrative import Account, Turn, TurnStep
from dealproof.web.presentation.cards import JOKER, Suited, by_suit, rank
from dealproof.web.presentation.games.rummy_melds import MeldTold, melds, why
from dealproof.web.presentation.moves import Illegal, number
from dealproof.web.presentation.names import who
from dealproof.web.presentation.result import signed
from dealproof.web.presentation.translations import Sentences

COUNT: Final = frozenset({"seat", "tokens"})
"""Steps of the score that are shown seat by seat."""


@dataclass(frozen=True, slots=True)
class OpeningTold:
    """The card turned up, the one that opens the discards or None, and sentences: what is wild, who plays first."""

    turned: str
    opened: str | None
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnMove:
    """One move of a turn: its number, the cards drawn and thrown or laid down, or None, where from, and a note on the
    rest, or "". `illegal` says that it broke a rule."""

    number: int
    drew: str | None
    pile: str
    threw: str | None
    note: str
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class TurnTold:
    """One turn, its moves in order; `number` is None for the row of a seat that moved out of its turn."""

    number: int | None
    name: str
    moves: tuple[TurnMove, ...]

    @property
    def legal(self) -> list[TurnMove]:
        """The moves but for the illegal one."""
        return [move for move in self.moves if not move.illegal]

    @property
    def drew(self) -> str | None:
        """The card drawn, or None."""
        return next((move.drew for move in self.legal if move.drew), None)

    @property
    def pile(self) -> str:
        """Where it was drawn, or ""."""
        return next((move.pile for move in self.legal if move.drew), "")

    @property
    def threw(self) -> str | None:
        """The card thrown or laid down, or None."""
        return next((move.threw for move in self.legal if move.threw), None)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said beside the cards."""
        return tuple(move.note for move in self.legal if move.note)


@dataclass(frozen=True, slots=True)
class CountTold:
    """One seat at the end: how it ended and what that costs it, its groups and loose cards where they were looked
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


def turns(account: Account, seats: Sequence[str], illegal: Illegal | None, sentences: Sentences) -> list[TurnTold]:
    """The turns, the last one as far as it went, with an illegal move in its seat's turn or in a row of its own."""
    rows = [turn(each, seats, sentences) for each in account.turns]
    if illegal is None or illegal.seat is None or account.opening is None:
        return rows
    wrong = illegal_move(illegal, sentences)
    if account.turns and account.turns[-1].seat == illegal.seat and illegal.seat in account.to_act:
        return [*rows[:-1], replace(rows[-1], moves=(*rows[-1].moves, wrong))]
    place = len(rows) + 1 if illegal.seat in account.to_act else None
    return [*rows, TurnTold(place, seats[illegal.seat], (wrong,))]


def turn(told: Turn, seats: Sequence[str], sentences: Sentences) -> TurnTold:
    """One turn in a row."""
    moves = tuple(move(step, told.seat, seats, sentences) for step in told.steps)
    return TurnTold(told.number, seats[told.seat], moves)


def move(step: TurnStep, turn_of: int, seats: Sequence[str], sentences: Sentences) -> TurnMove:
    """One legal move."""
    return TurnMove(
        number(step.event),
        step.drew,
        sentences.say("piles", step.pile) if step.pile else "",
        step.threw,
        "; ".join(notes(step, turn_of, seats, sentences)),
    )


def illegal_move(illegal: Illegal, sentences: Sentences) -> TurnMove:
    """The illegal move."""
    note = "" if illegal.do in {"draw", "discard"} else sentences.say("may", illegal.do)
    pile = sentences.say("piles", illegal.pile) if illegal.pile else ""
    return TurnMove(illegal.number, None, pile, illegal.card, note, illegal=True)


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
