"""The state of a hand of rummy, and what each event does to it (rummy/RULES.md).

`Hand` is driven by `apply`, which takes legal events only: what is legal is said in `replay.games.rummy.rules` and
nowhere else. A hand moves through three *situations*; for each, `replay.games.rummy.rulebook` lists the rules of every
word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Final

from dealproof.replay.core.cards import JOKER, RANKS, TEXTS
from dealproof.replay.core.engine import Draw
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.games.rummy.arrangement import Arrangement, is_arranged
from dealproof.replay.games.rummy.deck import SUIT_SIZE, is_wild
from dealproof.replay.games.rummy.ruleset import HAND, RuleSet

DRAWING: Final = 0
"""The seat in turn has to draw."""
HOLDING: Final = 1
"""The seat in turn has drawn and holds a card too many."""
OVER: Final = 2
"""The hand is over."""

NO_CARD: Final = -1
UNKNOWN: Final = -1

BEHIND_OUT: Final[dict[str, tuple[str, ...]]] = {
    "first-drop": ("drop-before-draw",),
    "middle-drop": ("drop-before-draw",),
    "left": (),
    "timed-out": ("missed-turns", "timed-out-price"),
    "wrong-declare": ("what-groups-are", "wrong-declare-out-of-play", "wrong-declare-price"),
}
"""The IDs of the rulings behind each way to go out."""


class Hand:
    """One hand in play.

    Cards are kinds (`replay.core.cards`), `kind_at` the kind at each place of the canonical deck. `hands` has a list a
    seat, emptied when the seat goes out; its cards are then in `gone` with those that it laid down. `stock` has its top
    at the end, `discards` too; `turned` is the card laid aside, `wild` the wild rank or "Jk". `drawn` is the card just
    drawn by the seat in `turn`, `taken` the same where it came from the discards, else `NO_CARD`. `how` says how each
    seat went out, "" while it is in the hand; `points` are what that costs. `ever` is a mask of the seats that have
    drawn; `missed` counts each seat's time-outs since its last discard. `anew` counts the stocks made from the
    discards. `since` is the time, in ms, of the event that gave the seat its turn (the first turn: 0), `UNKNOWN` where
    that event has none; `events` counts those applied. `touched` are the IDs of the rulings that it came across, `best`
    the arrangements once the scoring has found them.
    """

    __slots__ = (
        "anew",
        "best",
        "discards",
        "draw",
        "drawn",
        "ended",
        "events",
        "ever",
        "first",
        "gone",
        "hands",
        "how",
        "missed",
        "points",
        "rules",
        "seats",
        "since",
        "situation",
        "stock",
        "taken",
        "touched",
        "turn",
        "turned",
        "unclocked",
        "wild",
        "winner",
    )

    def __init__(self, rules: RuleSet, kind_at: Sequence[int], seats: int, draw: Draw) -> None:
        self.rules, self.seats, self.draw = rules, seats, draw
        self.first = self.turn = draw("first-seat").uniform(seats)
        cards = [kind_at[place] for place in draw("deal/0").order(len(kind_at))]
        dealt = HAND * seats
        self.hands = [cards[(seat - self.first) % seats : dealt : seats] for seat in range(seats)]
        self.turned = cards[dealt]
        self.wild = "Jk" if self.turned == JOKER else RANKS[self.turned % SUIT_SIZE]
        opened = dealt + 1 + rules.open_discard
        self.discards = cards[dealt + 1 : opened]
        self.stock = cards[: opened - 1 : -1]
        self.gone: list[list[int]] = [[] for _ in range(seats)]
        self.how = [""] * seats
        self.points = [0] * seats
        self.missed = [0] * seats
        self.drawn = self.taken = NO_CARD
        self.ever = self.anew = self.since = self.events = 0
        self.situation = DRAWING
        self.winner, self.ended = NOBODY, ""
        self.unclocked: list[int] = []
        self.touched: set[str] = set()
        self.best: list[Arrangement | None] = []

    def copy(self) -> Hand:
        """A hand at the same point that changes independently; the rule set and the draws are shared."""
        twin = copy(self)
        twin.hands, twin.gone = [[*cards] for cards in self.hands], [[*cards] for cards in self.gone]
        twin.stock, twin.discards = [*self.stock], [*self.discards]
        twin.how, twin.points, twin.missed = [*self.how], [*self.points], [*self.missed]
        twin.unclocked, twin.touched, twin.best = [*self.unclocked], {*self.touched}, [*self.best]
        return twin

    def apply(self, event: Event) -> None:
        """Changes the hand by the legal `event`."""
        turn = self.turn
        ACTIONS[event.do](self, event)
        if self.turn != turn:
            self.since = event.t
        self.events += 1

    def is_wild(self, kind: int) -> bool:
        """Whether a card is wild in this hand."""
        return is_wild(TEXTS[kind], self.wild)

    def misses_last(self, seat: int) -> bool:
        """Whether one more time-out drops the seat."""
        return self.missed[seat] + 1 >= self.rules.missed_turns

    # A turn

    def _draw(self, event: Event) -> None:
        if event.word == "stock":
            self._draw_from_stock()
            return
        self.drawn = self.taken = self.discards.pop()
        if self.is_wild(self.taken):
            self.touched.add("wild-from-discards")
        self._has_drawn()

    def _draw_from_stock(self) -> None:
        if not self.stock:
            self._make_stock_anew()
        self.drawn = self.stock.pop()
        self._has_drawn()

    def _make_stock_anew(self) -> None:
        """Makes a new stock: all discards but the top one, from the bottom up, are shuffled."""
        self.stock = self.draw(f"reshuffle/{self.anew}").permuted(self.discards[:-1])[::-1]
        del self.discards[:-1]
        self.anew += 1
        self.touched.add("stock-made-anew")

    def _has_drawn(self) -> None:
        self.hands[self.turn].append(self.drawn)
        self.ever |= 1 << self.turn
        self.situation = HOLDING

    def _discard(self, event: Event) -> None:
        if event.arg == self.taken:
            self.touched.add("taken-card-returned")
        self.missed[event.seat] = 0
        self._throw(event.arg)
        self._pass_turn()

    def _throw(self, kind: int) -> None:
        self.hands[self.turn].remove(kind)
        self.discards.append(kind)

    def _pass_turn(self) -> None:
        seat = (self.turn + 1) % self.seats
        while self.how[seat]:
            seat = (seat + 1) % self.seats
        self.turn, self.situation = seat, DRAWING
        self.drawn = self.taken = NO_CARD

    def _time_out(self, event: Event) -> None:
        if self.rules.turn_ms is not None and UNKNOWN in (event.t, self.since):
            self.unclocked.append(self.events)
        if self.misses_last(event.seat):
            self._go_out(event.seat, "timed-out", self.rules.prices.timed_out)
            return
        self.missed[event.seat] += 1
        self.touched.add("table-plays")
        if self.situation == DRAWING:
            self._draw_from_stock()
        self._throw(self.drawn)
        self._pass_turn()

    # Going out

    def _declare(self, event: Event) -> None:
        cards = self.hands[event.seat]
        cards.remove(event.arg)
        if is_arranged([TEXTS[kind] for kind in cards], self.wild, self.rules.min_naturals):
            self.gone[event.seat].append(event.arg)
            self.how[event.seat] = "declared"
            self._end("declared", event.seat)
            return
        cards.append(event.arg)
        self._go_out(event.seat, "wrong-declare", self.rules.prices.wrong_declare)

    def _drop(self, event: Event) -> None:
        prices = self.rules.prices
        if self.ever >> event.seat & 1:
            self._go_out(event.seat, "middle-drop", prices.middle_drop)
        else:
            self._go_out(event.seat, "first-drop", prices.first_drop)

    def _leave(self, event: Event) -> None:
        self._go_out(event.seat, "left", self.rules.prices.leave)

    def _go_out(self, seat: int, how: str, points: int) -> None:
        """The seat's cards leave play; a seat left alone has won."""
        self._mark_going_out(seat, how)
        self.how[seat], self.points[seat] = how, points
        self.gone[seat], self.hands[seat] = self.hands[seat], []
        if self.how.count("") == 1:
            winner = self.how.index("")
            self.how[winner] = "last"
            self._end("last-seat", winner)
        elif seat == self.turn:
            self._pass_turn()

    def _mark_going_out(self, seat: int, how: str) -> None:
        """Notes the rulings behind a seat's going out, before it goes."""
        self.touched.update(BEHIND_OUT[how])
        if how == "left" and not self.ever >> seat & 1:
            self.touched.add("leaving-has-one-price")
        if self.how.count("") == 2:
            self.touched.add("last-seat")

    def _end(self, ended: str, winner: int) -> None:
        self.ended, self.winner = ended, winner
        self.situation, self.turn = OVER, NOBODY


def to_act(hand: Hand) -> tuple[int, ...]:
    """The seat in turn; none where the hand is over."""
    return () if hand.ended else (hand.turn,)


ACTIONS: Final[dict[str, Callable[[Hand, Event], None]]] = {
    "draw": Hand._draw,
    "discard": Hand._discard,
    "declare": Hand._declare,
    "drop": Hand._drop,
    "leave": Hand._leave,
    "timeout": Hand._time_out,
}
"""What each action does, in the order of RECORD.md, "Events"."""
