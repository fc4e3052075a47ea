"""How a hand went, in pieces to lay out: deals, auctions, the trump, tricks or rounds or turns, the end, the score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from dealproof.replay.core.narrative import Account, Call, Deal, Trump
from dealproof.replay.games.seating.state import DRAW as SEATING
from dealproof.web.presentation.cards import Suited, by_suit, face
from dealproof.web.presentation.games import rummy_turns
from dealproof.web.presentation.games.rummy_turns import CountTold, OpeningTold, TurnTold
from dealproof.web.presentation.moves import CALL, CHOICE, TABLE, Illegal, illegal, number
from dealproof.web.presentation.names import suit_in_words, who
from dealproof.web.presentation.result import score_line, team
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.tricks import TrickTold, tricks
from dealproof.web.public import PublicHand

ELSEWHERE: Final = frozenset({"place", "donkey", "ended-donkey", "ended-all-out", "ended-declared", "ended-last-seat"})
"""Steps of the score that are shown as facts of the result; the count of rummy is shown seat by seat."""


@dataclass(frozen=True, slots=True)
class DealtSeat:
    """What one seat got: its cards stage by stage, each by suit."""

    seat: int
    name: str
    stages: tuple[tuple[Suited, ...], ...]


@dataclass(frozen=True, slots=True)
class DealTold:
    """One deal: the label of its draw, the cut, the seats, why it was thrown in, or "", and how to read it, or "".
    `cut_number` and `redeal_number` are the numbers of these moves, or None; `illegal` is an illegal cut or redeal."""

    draw: str
    cut: int | None
    seats: tuple[DealtSeat, ...]
    redeal: str
    note: str
    cut_number: int | None = None
    redeal_number: int | None = None
    illegal: Illegal | None = None


@dataclass(frozen=True, slots=True)
class CallTold:
    """One call with its number, `note` saying who it binds where a partner called out of turn."""

    number: int
    who: str
    call: str
    passed: bool
    note: str
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class AuctionTold:
    """One phase of calling in one deal; both count from 1."""

    deal: int
    phase: int
    calls: tuple[CallTold, ...]


@dataclass(frozen=True, slots=True)
class TrumpTold:
    """What became of the trump card by one move, as a sentence; `elsewhere` says that the move is a call, and shown
    among the calls."""

    number: int
    sentence: str
    elsewhere: bool = False
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class HandTold:
    """A hand that is no longer hidden, read in one language."""

    hand: PublicHand
    account: Account
    sentences: Sentences

    @property
    def illegal(self) -> Illegal | None:
        """The move that broke a rule, which the account leaves out."""
        return illegal(self.hand, self.sentences)

    @property
    def deals(self) -> list[DealTold]:
        """The deals, thrown-in ones too, and with the last one a cut or redeal that was illegal."""
        *before, last = [self.deal(each) for each in self.account.deals]
        wrong = self.illegal if self.illegal and self.illegal.do in TABLE else None
        return [*before, replace(last, illegal=wrong)]

    def deal(self, deal: Deal) -> DealTold:
        """One deal, seat by seat."""
        sort = as_dealt if deal.draw == SEATING else by_suit
        return DealTold(
            draw=deal.draw,
            cut=deal.cut,
            seats=tuple(
                DealtSeat(seat, name, tuple(tuple(sort(stage[seat])) for stage in deal.stages))
                for seat, name in enumerate(self.hand.seats)
            ),
            redeal=self.sentences.say("redeals", deal.redeal) if deal.redeal else "",
            note=self.sentences.say("page", "face-up") if deal.draw == SEATING else "",
            cut_number=None if deal.cut_event is None else number(deal.cut_event),
            redeal_number=None if deal.redeal_event is None else number(deal.redeal_event),
        )

    @property
    def auctions(self) -> list[AuctionTold]:
        """The calls, a phase at a time; an illegal call is the last one of the phase in which it was made."""
        phases = groupby(self.account.calls, key=lambda call: (call.deal, call.phase))
        told = [AuctionTold(deal + 1, phase, tuple(map(self.call, calls))) for (deal, phase), calls in phases]
        wrong = self.illegal_call()
        if wrong is None:
            return told
        deal, phase = len(self.account.deals), len(self.account.deals[-1].stages)
        if told and (told[-1].deal, told[-1].phase) == (deal, phase):
            return [*told[:-1], replace(told[-1], calls=(*told[-1].calls, wrong))]
        return [*told, AuctionTold(deal, phase, (wrong,))]

    def call(self, call: Call) -> CallTold:
        """One call."""
        bound = "" if call.bound is None else self.sentences.say("page", "binds", who=self.hand.seats[call.bound])
        return CallTold(
            number(call.event), self.hand.seats[call.seat], self.named(call.call), call.call == "pass", bound
        )

    def illegal_call(self) -> CallTold | None:
        """The illegal move, where it is a call."""
        wrong = self.illegal
        if wrong is None or wrong.do not in CALL or wrong.seat is None or wrong.call is None:
            return None
        name = self.hand.seats[wrong.seat]
        return CallTold(wrong.number, name, self.named(wrong.call), wrong.call == "pass", "", illegal=True)

    def named(self, call: int | str) -> str:
        """A call in words."""
        return self.sentences.say("calls", call) if isinstance(call, str) else str(call)

    @property
    def trumps(self) -> list[TrumpTold]:
        """What became of the trump card, a sentence each."""
        told = [TrumpTold(number(each.event), self.trump(each), each.how == "return") for each in self.account.trumps]
        if (wrong := self.illegal) and wrong.do in CHOICE:
            told.append(TrumpTold(wrong.number, f"{wrong.sentence}.", illegal=True))
        return told

    def trump(self, trump: Trump) -> str:
        """What became of the trump card at one move."""
        return self.sentences.say(
            "trumps",
            trump.how,
            who=who(self.hand.seats, trump.seat),
            card=face(trump.card),
            suit=suit_in_words(trump.card, self.sentences),
        )

    @property
    def tricks(self) -> list[TrickTold]:
        """The tricks, the last one as far as it went, with an illegal move where it was made."""
        return tricks(self.account, len(self.hand.seats), self.illegal, self.sentences)

    @property
    def sides(self) -> list[str]:
        """The two sides by their players, the first that of the first seat; none in games without partners."""
        return [team(side, self.hand.seats) for side in (0, 1)] if self.account.calls else []

    @property
    def in_rounds(self) -> bool:
        """Whether the tricks are rounds of Kazhutha, which has no dealer."""
        return self.hand.dealer is None and self.account.opening is None

    @property
    def opening(self) -> OpeningTold | None:
        """How a hand of rummy opened."""
        return rummy_turns.opening(self.account, self.hand.seats, self.sentences)

    @property
    def turns(self) -> list[TurnTold]:
        """The turns of a hand of rummy, with an illegal move where it was made."""
        return rummy_turns.turns(self.account, self.hand.seats, self.illegal, self.sentences)

    @property
    def counts(self) -> list[CountTold]:
        """The count of a hand of rummy, seat by seat."""
        return rummy_turns.counts(self.account, self.hand.seats, self.sentences)

    @property
    def held(self) -> list[DealtSeat]:
        """The cards still in hand where the account ends, except those that a count shows."""
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
        """The score, step by step, as far as it is not shown elsewhere."""
        told = ELSEWHERE | rummy_turns.COUNT
        lines = [line for line in self.account.score if line.code not in told and line.values.get("commission") != 0]
        return [score_line(line, self.hand.seats, self.sentences) for line in lines]


def as_dealt(cards: Iterable[str]) -> list[Suited]:
    """Cards in the order in which they fell, not by suit."""
    return [Suited("", (*cards,))]
