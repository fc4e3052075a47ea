"""How a hand went, in pieces to lay out: deals, auctions, the trump, tricks, the end and the score."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from replay.account import Account, Call, Deal, Trick
from web.faces import Suited, by_suit, face, suit
from web.public import PublicHand
from web.sentences import Sentences
from web.telling.outcome import score_line
from web.telling.people import suit_in_words, who

PLAYS: Final = frozenset({"play"})


@dataclass(frozen=True, slots=True)
class DealtSeat:
    """What one seat got: its cards stage by stage, each by suit."""

    seat: int
    name: str
    stages: tuple[tuple[Suited, ...], ...]


@dataclass(frozen=True, slots=True)
class DealTold:
    """One deal: the label of its draw, the cut, the seats, and why it was thrown in, or ""."""

    draw: str
    cut: int | None
    seats: tuple[DealtSeat, ...]
    redeal: str


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
    """What one seat did in a trick; `notes` are words for what is no card."""

    card: str | None
    notes: tuple[str, ...]
    led: bool
    won: bool
    ruffed: bool


@dataclass(frozen=True, slots=True)
class TrickTold:
    """One trick, a cell a seat."""

    number: int
    cells: tuple[Cell, ...]
    points: int | None


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
        seats = tuple(
            DealtSeat(seat, name, tuple(tuple(by_suit(stage[seat])) for stage in deal.stages))
            for seat, name in enumerate(self.hand.seats)
        )
        return DealTold(deal.draw, deal.cut, seats, self.sentences.say("redeals", deal.redeal) if deal.redeal else "")

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
        return TrickTold(
            trick.number, tuple(self.cell(trick, seat, led) for seat in range(len(self.hand.seats))), trick.points
        )

    def cell(self, trick: Trick, seat: int, led: str) -> Cell:
        """What a seat did in a trick that was led in the suit `led`."""
        steps = [step for step in trick.steps if step.seat == seat]
        played = next((step for step in steps if step.do in PLAYS), None)
        card = played.card if played else None
        return Cell(
            card=card,
            notes=tuple(self.sentences.say("notes", code) for code in notes(trick, seat)),
            led=seat == trick.leader,
            won=seat == trick.winner,
            ruffed=bool(played and (played.power or trick.strike) and card and suit(card) != led),
        )

    @property
    def legend(self) -> str:
        """What the signs in the tricks mean; in a game without an auction the tricks are rounds."""
        return self.sentences.say("page", "legend" if self.account.calls else "legend-rounds")

    @property
    def held(self) -> list[DealtSeat]:
        """The cards still in hand where the account ends."""
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
        """The score, step by step."""
        return [score_line(line, self.hand.seats, self.sentences) for line in self.account.score]


def notes(trick: Trick, seat: int) -> list[str]:
    """What a seat did in a trick beside its card, or that it did not play in it, or went out."""
    did = [step.do for step in trick.steps if step.seat == seat and step.do not in PLAYS]
    return [*did, *["sits_out"] * (seat in trick.sits_out), *["out"] * (seat in trick.out)]
