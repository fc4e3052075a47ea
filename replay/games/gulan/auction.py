"""The auction: whose call it is, which bid is highest, when it is over (gulan/RULES.md, "Auction").

There are three orders of calls, named by `auction.order` in a rule set. Each is a pair of plain functions, one for
after a bid and one for after a pass. Both return the seat that calls next, or `NOBODY` if the auction is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealproof.replay.core.events import NOBODY, THANI
from dealproof.replay.games.gulan import ruleset

FIELDS: Final = (
    "bidders",
    "bids",
    "ceiling",
    "eldest",
    "first",
    "floor",
    "holder",
    "honors",
    "last",
    "order",
    "passers",
    "passes",
    "phase",
    "round",
    "rounds",
    "rules",
    "seats",
    "spoken",
    "standing",
    "turn",
)
"""The attributes of an auction."""


class Auction:
    """One phase of calling.

    `standing` is the bid to beat and `holder` the seat it counts for (in a second phase, at first those of the first);
    `turn` the seat to call; `floor` the least bid of this round, `ceiling` the bid that nothing beats. `spoken`,
    `bidders` and `passers` are masks of the seats that have called, bid and passed in this phase; `bids` counts the
    bids, `passes` the passes in a row.
    """

    __slots__ = FIELDS

    def __init__(
        self, rules: ruleset.RuleSet, phase: int, eldest: int, standing: int = NOBODY, holder: int = NOBODY
    ) -> None:
        self.rules, self.phase = rules, phase
        auction = rules.stages[phase].auction
        self.order = ORDERS[auction.order]
        self.seats = rules.seats
        self.eldest = self.turn = eldest
        self.first = phase == 0
        self.last = phase == len(rules.stages) - 1
        self.floor = auction.minimum
        self.honors = rules.honors
        self.ceiling = THANI if self.last else rules.total
        self.standing, self.holder = standing, holder
        self.rounds, self.round = auction.rounds, 1
        self.spoken = self.bidders = self.passers = self.bids = self.passes = 0
        if self.standing >= self.ceiling:
            self.turn = NOBODY

    def __copy__(self) -> Auction:
        twin = Auction(self.rules, self.phase, self.eldest)
        for name in FIELDS:
            setattr(twin, name, getattr(self, name))
        return twin

    def bid(self, value: int) -> None:
        """The bid `value` by the seat to call, or by its partner who binds it."""
        seat = self.turn
        self.standing, self.holder = value, seat
        self.bids += 1
        self.passes = 0
        self.bidders |= 1 << seat
        self.spoken |= 1 << seat
        self.turn = NOBODY if value >= self.ceiling else self.order[0](self, seat)

    def pass_(self) -> None:
        """A pass by the seat to call."""
        seat = self.turn
        self.passes += 1
        self.spoken |= 1 << seat
        self.passers |= 1 << seat
        self.turn = self.order[1](self, seat)

    def nearest(self, seat: int, among: int) -> int:
        """The nearest seat to the right of `seat` that is in the mask `among`, `seat` itself last."""
        for step in range(1, self.seats + 1):
            other = (seat + step) % self.seats
            if among >> other & 1:
                return other
        return NOBODY


def _rotation_bid(auction: Auction, seat: int) -> int:
    return (seat + 1) % auction.seats


def _rotation_pass(auction: Auction, seat: int) -> int:
    """Over when all the others have passed in a row after a bid, or all where there was none (K, C)."""
    enough = auction.seats - 1 if auction.bids else auction.seats
    return NOBODY if auction.passes == enough else (seat + 1) % auction.seats


def _one_chance(auction: Auction, seat: int) -> int:
    """One call a seat, from eldest; then it is over (K)."""
    following = (seat + 1) % auction.seats
    return NOBODY if following == auction.eldest else following


EVERY_OTHER: Final = 0b010101010101
"""The seats of team 0, as a mask: no table has more than twelve."""
TEAMS: Final = (EVERY_OTHER, EVERY_OTHER << 1)


def _team_bid(auction: Auction, seat: int) -> int:
    """After a bid the other team answers."""
    return _team_next(auction, seat, TEAMS[1 - seat % 2])


def _team_pass(auction: Auction, seat: int) -> int:
    """After a pass the call stays with the team (G, condition 2)."""
    return _team_next(auction, seat, TEAMS[seat % 2])


def _team_next(auction: Auction, seat: int, team: int) -> int:
    """The nearest seat of `team` that has not called in this round, else of the other team, else round 2."""
    if auction.round == 2:
        return _second_round(auction, (seat - auction.eldest) % auction.seats + 1)
    waiting = ((1 << auction.seats) - 1) & ~auction.spoken
    following = auction.nearest(seat, waiting & team or waiting)
    if following == NOBODY and auction.rounds == 2:
        auction.round, auction.floor = 2, auction.honors
        return _second_round(auction, 0)
    return following


def _second_round(auction: Auction, start: int) -> int:
    """Seats that bid in the first round may bid once more, in rotation from eldest, here beginning with the seat
    `start` places to its right. A seat whose own bid is the highest is skipped (R: no seat bids against itself)."""
    for step in range(start, auction.seats):
        seat = (auction.eldest + step) % auction.seats
        if auction.bidders >> seat & 1 and seat != auction.holder:
            return seat
    return NOBODY


ORDERS: Final[dict[str, tuple[Callable[[Auction, int], int], Callable[[Auction, int], int]]]] = {
    "rotation": (_rotation_bid, _rotation_pass),
    "one-chance": (_one_chance, _one_chance),
    "team-pass": (_team_bid, _team_pass),
}
