"""The state of a hand of Kazhutha, and what each event does to it (kazhutha/RULES.md).

`Hand` is driven by `apply`, which takes legal events only: what is legal is said in `replay.games.kazhutha.rules` and
nowhere else. Cards and seats are bits of masks.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Final

from dealproof.replay.core.engine import Draw
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.kazhutha.deck import ACE_OF_SPADES, KIND_AT, SIZE, SUIT_SIZE
from dealproof.replay.games.kazhutha.ruleset import RuleSet

OPENING: Final = 0
"""Nothing has been done yet: the holder of the ace of spades is to lead."""
LEADING: Final = 1
"""A round waits for its first card."""
FOLLOWING: Final = 2
"""A suit has been led."""
OVER: Final = 3
"""The hand is over."""

UNCLOCKED: Final = "time-out-unclocked"
NO_CARD: Final = -1


class Hand:
    """One hand in play.

    `hands` has a mask of kinds a seat, `table` is the mask of the cards of the round, `laid` the same as (kind,
    seat) in order, `discards` what is out of play. Masks of seats: `inside` are those that are not out, `playing`
    those of this round, `waiting` those of them that have still to act, `missed` those whose time ran out in it,
    `emptied` those that played their last card in it. `leader` had the lead when the round began; `best` and
    `winner` are the strongest card of the suit led so far and its seat. `since` is when the turn began, in ms (−1
    if it is unknown), `done` how many events there were. `places` are the seats that went out, round by round;
    `noted` the remarks; `touched` the IDs of the rulings that it came across. `turn_ends` and `latest` are those of the
    rule set.
    """

    __slots__ = (
        "best",
        "discards",
        "done",
        "emptied",
        "first",
        "hands",
        "inside",
        "laid",
        "latest",
        "leader",
        "led",
        "missed",
        "noted",
        "order",
        "places",
        "playing",
        "rules",
        "seats",
        "since",
        "situation",
        "table",
        "touched",
        "turn",
        "turn_ends",
        "waiting",
        "winner",
    )

    def __init__(self, rules: RuleSet, seats: int, draw: Draw) -> None:
        self.rules, self.seats = rules, seats
        self.turn_ends, self.latest = rules.turn_ends, rules.latest
        self.first = draw("first-seat").uniform(seats)
        self.order = draw("deal/0").order(SIZE)
        self.hands = [0] * seats
        for step, place in enumerate(self.order, self.first):
            self.hands[step % seats] |= 1 << KIND_AT[place]
        self.discards = self.emptied = 0
        self.places: list[tuple[int, ...]] = []
        self.since = self.done = 0
        self.noted: list[tuple[int | None, str]] = []
        self.touched: set[str] = set()
        self.inside = (1 << seats) - 1
        self._start_round(next(seat for seat in range(seats) if self.hands[seat] >> ACE_OF_SPADES & 1), self.inside)
        if seats <= rules.ace_led_up_to:
            self.situation = OPENING

    def copy(self) -> Hand:
        """A hand at the same point that changes independently; the rule set is shared."""
        twin = copy(self)
        twin.hands, twin.laid, twin.touched = [*self.hands], [*self.laid], {*self.touched}
        twin.places, twin.noted = [*self.places], [*self.noted]
        return twin

    def apply(self, event: Event) -> None:
        """Does what the legal `event` says."""
        ACTIONS[event.do](self, event)
        self.since = event.t
        self.done += 1

    def seats_in(self, mask: int) -> tuple[int, ...]:
        """The seats of a mask, in rising order."""
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    def is_measured(self, event: Event) -> bool:
        """Whether the turn that ends with `event` can be measured: both its ends are known."""
        return self.since >= 0 and event.t >= 0

    # A round

    def _start_round(self, leader: int, playing: int) -> None:
        self.leader = self.turn = leader
        self.playing = self.waiting = playing
        self.missed = self.table = 0
        self.laid: list[tuple[int, int]] = []
        self.led, self.best, self.winner = NO_SUIT, NO_CARD, NOBODY
        self.situation = LEADING

    def _play(self, event: Event) -> None:
        seat, kind, t = event.seat, event.arg, event.t
        card, suit = 1 << kind, kind // SUIT_SIZE
        self.hands[seat] ^= card
        if not self.hands[seat]:
            self.emptied |= 1 << seat
        self.table |= card
        self.laid.append((kind, seat))
        if t > self.since + self.turn_ends and self.since >= 0:
            self.touched.add("grace")
        if suit != self.led:
            if self.led != NO_SUIT:
                self._strike()
                return
            self.led, self.situation = suit, FOLLOWING
        if kind > self.best:
            self.best, self.winner = kind, seat
        self._turn_passes(seat)

    def _timeout(self, event: Event) -> None:
        self.missed |= 1 << event.seat
        if self.rules.turn_ms is not None and not self.is_measured(event):
            self.noted.append((self.done, UNCLOCKED))
            self.touched.add("time-out-unclocked")
        if self.led == NO_SUIT:
            self.touched.add("leader-times-out")
            self.situation = LEADING
        self._turn_passes(event.seat)

    def _turn_passes(self, seat: int) -> None:
        self.waiting ^= 1 << seat
        if self.waiting:
            self.turn = next_right(seat, self.waiting)
        else:
            self._all_have_acted()

    def _strike(self) -> None:
        """The collector takes every card of the round and leads next."""
        if self.missed or self.playing != self.inside:
            self.touched.add("every-round-counts")
        self.hands[self.winner] |= self.table
        self.emptied &= ~(1 << self.winner)
        self._go_out()
        self._next_round(self.winner)

    def _all_have_acted(self) -> None:
        """All cards go to the discards; who led on, if it has cards left, is the winner."""
        self.discards |= self.table
        if self.playing.bit_count() == 1 and self.laid:
            self.touched.add("single-seat-round")
        self._go_out()
        if not self.laid:
            self.touched.add("round-without-a-card")
            self._next_round(self.leader)
        elif self.hands[self.winner]:
            self._next_round(self.winner)
        else:
            strongest_first = (seat for _, seat in sorted(self.laid, reverse=True))
            self._next_round(next((seat for seat in strongest_first if self.hands[seat]), NOBODY))

    def _go_out(self) -> None:
        """Seats without cards are out; those of one round share a place."""
        if not self.emptied:
            return
        self.places.append(self.seats_in(self.emptied))
        self.inside ^= self.emptied
        self.emptied = 0
        if len(self.places[-1]) > 1:
            self.touched.add("places-not-skipped")

    def _next_round(self, leader: int) -> None:
        """Starts a round with this leader. If it may not play, or no seat that played is left, the next seat to
        the right leads."""
        if self.inside & (self.inside - 1) == 0:
            self.situation, self.turn = OVER, NOBODY
            self.table, self.laid = 0, []
            if not self.inside:
                self.touched.add("all-out")
            return
        playing = self.inside & ~self.missed
        if not playing:
            self.touched.add("nobody-sits-out")
            playing = self.inside
        if leader == NOBODY:
            self.touched.add("lead-past-those-out")
            leader = next_right(self.winner, playing)
        elif not playing >> leader & 1:
            leader = next_right(leader, playing)
        self._start_round(leader, playing)


def to_act(hand: Hand) -> tuple[int, ...]:
    """The seat whose turn it is; none where the hand is over."""
    return () if hand.situation == OVER else (hand.turn,)


def next_right(seat: int, mask: int) -> int:
    """The first seat of `mask` to the right of `seat`, which itself comes last.

    >>> next_right(1, 0b1010), next_right(3, 0b1010)
    (3, 1)
    """
    beyond = mask >> (seat + 1)
    if beyond:
        return seat + (beyond & -beyond).bit_length()
    return (mask & -mask).bit_length() - 1


ACTIONS: Final[dict[str, Callable[[Hand, Event], None]]] = {"play": Hand._play, "timeout": Hand._timeout}
"""What each action does, in the order of RECORD.md, "Events"."""
