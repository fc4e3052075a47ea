"""The course of a hand for people: the data behind `dealproof show` and the page of a hand.

All of it is plain data: cards as text ("Js"), seats as indexes, `event` as an index in the log. Each family fills in
the parts it has and leaves the others empty.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealproof.verifier.encoding import Json


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal. `draw` is its label; `cut` how many cards the cut moved, or None; `stages` holds, for each stage of
    the deal, the cards of every seat; `redeal` is the reason for which the deal was thrown in, or None. `cut_event` and
    `redeal_event` are the events that did so, or None."""

    draw: str
    cut: int | None
    stages: tuple[tuple[tuple[str, ...], ...], ...]
    redeal: str | None
    cut_event: int | None = None
    redeal_event: int | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an auction: a number, "thani" or "pass". `phase` and `round` count from 1; `bound` is the
    seat that the bid counts for where its partner called out of turn, else None."""

    event: int
    deal: int
    phase: int
    round: int
    seat: int
    call: int | str
    bound: int | None


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump card laid face down ("conceal"), shown openly ("show") or given back ("return")."""

    event: int
    deal: int
    seat: int
    card: str
    how: str


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a trick; `power` says whether the card was played with trump power."""

    event: int
    seat: int
    do: str
    card: str | None
    power: bool


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick, numbered from 1. `leader` has the lead or led it, and is None if no seat led. `winner` and `points`
    (card points) are None while it is open, `points` also where cards have none. `winning` is the seat whose card is
    the best so far, in the end the winner. Where a trick is a round that can end by a `strike`, `winner` took its cards
    (and is None if no seat played), `out` went out in it, `sits_out` had cards and did not play."""

    number: int
    leader: int | None
    steps: tuple[Step, ...]
    winner: int | None
    points: int | None
    winning: int | None = None
    strike: bool = False
    out: tuple[int, ...] = ()
    sits_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """How a hand of a game of draws and discards opens: the seat that plays first, the card turned up, the wild rank it
    determines ("Jk" if only printed jokers are wild), and the first card of the discards, or None."""

    first: int
    turned: str
    wild: str
    opened: str | None


@dataclass(frozen=True, slots=True)
class TurnStep:
    """One event of a turn of draws and discards. `drew` and `threw` are the cards drawn and thrown (laid down, at a
    declare), or None; `pile` is where it was drawn, `anew` whether a new stock was shuffled for it. If the event takes
    the seat out, `out` says how, `points` what that costs and `cards` what the seat held; otherwise None, None and
    empty."""

    event: int
    seat: int
    do: str
    drew: str | None
    threw: str | None
    pile: str | None
    anew: bool
    out: str | None
    points: int | None
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of draws and discards, numbered from 1: the seat whose turn it is, and what was done, others' leaving
    too."""

    number: int
    seat: int
    steps: tuple[TurnStep, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One step of the scoring: the code of a sentence and the values to fill in."""

    code: str
    values: dict[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrative:
    """The whole hand as far as its events are legal. `hands` are the cards still held at its end (without the concealed
    card); `to_act` the seats that may act next. Fields that a game does not use are empty, or None."""

    deals: tuple[Deal, ...]
    calls: tuple[Call, ...] = ()
    trumps: tuple[Trump, ...] = ()
    tricks: tuple[Trick, ...] = ()
    hands: tuple[tuple[str, ...], ...]
    to_act: tuple[int, ...]
    score: tuple[ScoreLine, ...] = ()
    opening: Opening | None = None
    turns: tuple[Turn, ...] = ()
