"""How a hand went, in pieces to lay out: deals, auctions, the trump, tricks or rounds or turns, the end, the score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from replay.account import Account, Call, Deal, Trick
from replay.seating.state import DRAW as SEATING
from web.faces import Suited, by_suit, face, suit
from web.public import PublicHand
from web.sentences import Sentences
from web.telling import rummy
from web.telling.outcome import score_line
from web.telling.people import suit_in_words, who
from web.telling.rummy import CountTold, OpeningTold, TurnTold

PLAYS: Final = frozenset({"play"})
ELSEWHERE: Final = frozenset({"place", "donkey", "ended-donkey", "ended-all-out", "ended-declared", "ended-last-seat"})
"""Steps of the score that are told as facts of the result; the count of rummy is told a seat at a time."""


@dataclass(frozen=True, slots=True)
class DealtSeat:
    """What one seat got: its cards stage by stage, each by suit."""

    seat: int
    name: str
    stages: tuple[tuple[Suited, ...], ...]


@dataclass(frozen=True, slots=True)
class DealTold:
    """One deal: the label of its draw, the cut, the seats, why it was thrown in, or "", and how to read it, or ""."""

    draw: str
    cut: int | None
    seats: tuple[DealtSeat, ...]
    redeal: str
    note: str


@dataclass(frozen=True, slots=True)
class CallTold:
    """One call, `note` saying who it binds where a partner called out of turn."""

    event: int
    who: str
    call: str
    passed: bool
    note: str


@dataclass(frozen=True, slots=True)
class AuctionTold:
    """One phase of calling in one deal; both count from 1."""

    deal: int
    phase: int
    calls: tuple[CallTold, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one seat did in a trick; `notes` are words for what is no card, `short` the same where there is no room."""

    card: str | None
    notes: tuple[str, ...]
    short: tuple[str, ...]
    led: bool
    won: bool
    ruffed: bool


@dataclass(frozen=True, slots=True)
class TrickTold:
    """One trick, a cell a seat; `taken` is how many cards went to a hand again, where it ended by a strike."""

    number: int
    cells: tuple[Cell, ...]
    points: int | None
    taken: int | None

    @property
    def last(self) -> str:
        """What stands in the last column: the card points, or the cards taken."""
        return f"+{self.taken}" if self.taken is not None else "" if self.points is None else str(self.points)


@dataclass(frozen=True, slots=True)
class HandTold:
    """A hand that is no longer hidden, read in one language."""

    hand: PublicHand
    account: Account
    sentences: Sentences

    @property
    def deals(self) -> list[DealTold]:
        """The deals, thrown-in ones too."""
        return [self.deal(each) for each in self.account.deals]

    def deal(self, deal: Deal) -> DealTold:
        """One deal, seat by seat."""
        sort = as_dealt if deal.draw == SEATING else by_suit
        seats = tuple(
            DealtSeat(seat, name, tuple(tuple(sort(stage[seat])) for stage in deal.stages))
            for seat, name in enumerate(self.hand.seats)
        )
        redeal = self.sentences.say("redeals", deal.redeal) if deal.redeal else ""
        note = self.sentences.say("page", "face-up") if deal.draw == SEATING else ""
        return DealTold(deal.draw, deal.cut, seats, redeal, note)

    @property
    def auctions(self) -> list[AuctionTold]:
        """The calls, a phase at a time."""
        phases = groupby(self.account.calls, key=lambda call: (call.deal, call.phase))
        return [AuctionTold(deal + 1, phase, tuple(map(self.call, calls))) for (deal, phase), calls in phases]

    def call(self, call: Call) -> CallTold:
        """One call."""
        bound = "" if call.bound is None else self.sentences.say("page", "binds", who=self.hand.seats[call.bound])
        text = self.sentences.say("calls", call.call) if isinstance(call.call, str) else str(call.call)
        return CallTold(call.event, self.hand.seats[call.seat], text, call.call == "pass", bound)

    @property
    def trumps(self) -> list[str]:
        """What became of the trump card, a sentence each."""
        return [
            self.sentences.say(
                "trumps",
                trump.how,
                who=who(self.hand.seats, trump.seat),
                card=face(trump.card),
                suit=suit_in_words(trump.card, self.sentences),
            )
            for trump in self.account.trumps
        ]

    @property
    def tricks(self) -> list[TrickTold]:
        """The tricks, the last one as far as it went."""
        return [self.trick(each) for each in self.account.tricks]

    def trick(self, trick: Trick) -> TrickTold:
        """One trick as a row, a cell a seat."""
        cards = [step.card for step in trick.steps if step.card]
        led = suit(cards[0]) if cards else ""
        cells = tuple(self.cell(trick, seat, led) for seat in range(len(self.hand.seats)))
        return TrickTold(trick.number, cells, trick.points, len(cards) if trick.strike else None)

    def cell(self, trick: Trick, seat: int, led: str) -> Cell:
        """What a seat did in a trick that was led in the suit `led`."""
        steps = [step for step in trick.steps if step.seat == seat]
        played = next((step for step in steps if step.do in PLAYS), None)
        card = played.card if played else None
        return Cell(
            card=card,
            notes=tuple(self.sentences.say("notes", code) for code in notes(trick, seat)),
            short=tuple(self.sentences.say("notes-short", code) for code in notes(trick, seat)),
            led=seat == trick.leader,
            won=seat == trick.winner,
            ruffed=bool(played and (played.power or trick.strike) and card and suit(card) != led),
        )

    @property
    def in_rounds(self) -> bool:
        """Whether the tricks are rounds of Kazhutha: there is no auction before them."""
        return bool(self.account.tricks) and not self.account.calls

    @property
    def opening(self) -> OpeningTold | None:
        """How a hand of rummy opened."""
        return rummy.opening(self.account, self.hand.seats, self.sentences)

    @property
    def turns(self) -> list[TurnTold]:
        """The turns of a hand of rummy."""
        return rummy.turns(self.account, self.hand.seats, self.sentences)

    @property
    def counts(self) -> list[CountTold]:
        """The count of a hand of rummy, seat by seat."""
        return rummy.counts(self.account, self.hand.seats, self.sentences)

    @property
    def held(self) -> list[DealtSeat]:
        """The cards still in hand where the account ends, but for those that a count tells."""
        if any(count.melds or count.loose for count in self.counts):
            return []
        return [
            DealtSeat(seat, self.hand.seats[seat], (tuple(by_suit(cards)),))
            for seat, cards in enumerate(self.account.hands)
            if cards
        ]

    @property
    def to_act(self) -> list[str]:
        """Who may act next."""
        return [who(self.hand.seats, seat) for seat in self.account.to_act]

    @property
    def score(self) -> list[str]:
        """The score, step by step, as far as it is not told elsewhere."""
        told = ELSEWHERE | rummy.COUNT
        lines = [line for line in self.account.score if line.code not in told and line.values.get("commission") != 0]
        return [score_line(line, self.hand.seats, self.sentences) for line in lines]


def as_dealt(cards: Iterable[str]) -> list[Suited]:
    """Cards in the order in which they fell, not by suit."""
    return [Suited("", (*cards,))]


def notes(trick: Trick, seat: int) -> list[str]:
    """What a seat did in a trick beside its card, or that it did not play in it, or went out."""
    did = [step.do for step in trick.steps if step.seat == seat and step.do not in PLAYS]
    return [*did, *["sits_out"] * (seat in trick.sits_out), *["out"] * (seat in trick.out)]
