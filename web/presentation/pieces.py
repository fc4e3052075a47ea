"""The pieces that a hand is laid out from, in words of one language: deals, auctions, tricks, turns, moves, counts.

A terminal and a page lay out the same pieces. Each game fills in those that it has (`GamePresentation.layout`); the
others are empty. Numbers of moves count from 1, seats from 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealproof.web.presentation.cards import Suited
from dealproof.web.presentation.moves import IllegalMove
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.tricks import TrickRow, TrickWords
from dealproof.web.published.hand import PublicHand


@dataclass(frozen=True, slots=True)
class DealtSeat:
    """The cards of one seat, stage by stage, each stage by suit."""

    seat: int
    name: str
    stages: tuple[tuple[Suited, ...], ...]


@dataclass(frozen=True, slots=True)
class DealText:
    """One deal: the label of its draw, the cut, the seats, why it was thrown in, or "", and how to read it, or "".
    `cut_number` and `redeal_number` are the numbers of these moves, or None; `illegal` is an illegal cut or redeal."""

    draw: str
    cut: int | None
    seats: tuple[DealtSeat, ...]
    redeal: str
    note: str
    cut_number: int | None = None
    redeal_number: int | None = None
    illegal: IllegalMove | None = None


@dataclass(frozen=True, slots=True)
class CallText:
    """One call with its number; `note` says whom it binds where a partner called out of turn, or ""."""

    number: int
    name: str
    call: str
    passed: bool
    note: str
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """One phase of calling in one deal; both count from 1."""

    deal: int
    phase: int
    calls: tuple[CallText, ...]


@dataclass(frozen=True, slots=True)
class TrumpText:
    """What one move did with the trump card, as a sentence; `elsewhere` says that the move is a call, and shown among
    the calls."""

    number: int
    sentence: str
    elsewhere: bool = False
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """What lies open beside the hands after the deal: the card turned up, the card that opens the discards or None,
    and sentences on what follows from them."""

    turned: str
    opened: str | None
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnMove:
    """One move of a turn: its number, the cards drawn and thrown or laid down, or None, the pile drawn from, or "",
    and a note on the rest, or ""."""

    number: int
    drew: str | None
    pile: str
    threw: str | None
    note: str
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn, its moves in order; `number` is None for the row of a seat that moved out of its turn."""

    number: int | None
    name: str
    moves: tuple[TurnMove, ...]


@dataclass(frozen=True, slots=True)
class MoveText:
    """One move as a sentence."""

    number: int
    sentence: str
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Cards laid down together, and what they are."""

    cards: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class SeatCount:
    """The count of one seat at the end: how it ended and what that costs it, its groups and loose cards where they
    were looked at, why more than these count, or "", and the cards that it held when it left the hand."""

    seat: int
    name: str
    won: bool
    how: str
    points: str
    groups: tuple[Group, ...]
    loose: tuple[Suited, ...]
    why: str
    held: tuple[Suited, ...]


@dataclass(frozen=True, slots=True)
class HandText:
    """The course of a hand that is no longer hidden, in one language.

    `sides` are the two sides by their players, empty in games without partners. `held` are the cards still in hand at
    the end, `to_act` the players who may act next, `score` the steps of the scoring. `moves` is the whole log in order,
    for games that show their moves in no other piece.
    """

    hand: PublicHand
    sentences: Sentences
    trick_words: TrickWords
    deals: tuple[DealText, ...]
    held: tuple[DealtSeat, ...]
    to_act: tuple[str, ...]
    score: tuple[str, ...]
    opening: Opening | None = None
    auctions: tuple[Auction, ...] = ()
    trumps: tuple[TrumpText, ...] = ()
    tricks: tuple[TrickRow, ...] = ()
    sides: tuple[str, ...] = ()
    turns: tuple[TurnRow, ...] = ()
    counts: tuple[SeatCount, ...] = ()
    moves: tuple[MoveText, ...] = ()
