"""A rule set of the Gulan family: a frozen table of values (gulan/RULES.md).

No variant has code of its own: `replay.games.gulan.rulebook` turns the table into lists of named rules, and
`replay.games.gulan.variants` holds the tables of the built-in sets with the source beside each value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Must = Literal["must"]
May = Literal["may"]


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank of the pack: how many copies of it every suit has, and its card points."""

    rank: str
    copies: int
    points: int


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards: the `ranks` of every suit, strongest first; `aliases` says which printed rank stands for
    which other (the two are then equal in strength)."""

    ranks: tuple[Rank, ...]
    aliases: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Auction:
    """How one phase of calling is run: the `order`, the lowest bid, and (`team-pass` only) how many rounds."""

    order: Literal["rotation", "one-chance", "team-pass"]
    minimum: int
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the deal, `packets` cards to each seat in turn, one packet after the other, and the auction
    that follows it."""

    packets: tuple[int, ...]
    auction: Auction


@dataclass(frozen=True, slots=True)
class Redeal:
    """Which reasons for a redeal the rule set knows, and whether it must follow or may."""

    eldest_no_points: Must | None = None
    four_jacks: Must | None = None
    four_jacks_in_eight: bool = False
    no_trump_against: Must | None = None
    no_points_in_hand: May | None = None


@dataclass(frozen=True, slots=True)
class Trump:
    """How trump is chosen and what its declarer may do while it is concealed."""

    choice: Literal["concealed", "shown"] = "concealed"
    self_reveal: Literal["concealed-card", "any-trump"] = "any-trump"
    declarer_discards_trump: bool = True
    lead_at_honors: bool = False
    lead_by_rank: bool = False


@dataclass(frozen=True, slots=True)
class Thani:
    """The bid to win every trick alone: whether a suit is trump, and whether partners play cards."""

    trump: Literal["none", "first-led"] = "none"
    partners: Literal["play", "sit-out"] = "play"


@dataclass(frozen=True, slots=True)
class Jodi:
    """The promise of all tricks, or (`marujodi`) of none. `last_trick` is the last trick in which it may be
    claimed (None: any), `min_cards` how many cards the claimer must still hold, `question` who can be asked."""

    enabled: bool = False
    marujodi: bool = True
    bids: Literal["any", "below-honors"] = "any"
    last_trick: int | None = None
    min_cards: int = 0
    question: Literal["winning-card", "own-turn"] = "winning-card"
    score: Literal["own", "double"] = "own"


@dataclass(frozen=True, slots=True)
class Band:
    """What bids of `at_least` this height bring, up to the next band: points where made, negative where not."""

    at_least: int
    made: int
    failed: int


@dataclass(frozen=True, slots=True)
class Price:
    """What a special bid brings: points where it is made, points (negative) or the flag where it fails."""

    made: int
    failed: int | Literal["flag"]


@dataclass(frozen=True, slots=True)
class Score:
    """The score table: a price for each range of bids, and those of the special bids.

    `senior` says whether bids from senior up have the price of their own band or that of honors;
    `total_named` whether a bid of all points is a separate kind of bid; `no_points` what a bid below honors
    brings where the other team took no card points (None: its ordinary price).
    """

    bands: tuple[Band, ...]
    thani: Price
    jodi: Price
    senior: Literal["own", "as-honors"] = "own"
    total_named: bool = False
    no_points: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """How hands add up: the method, how many kooli a side starts with, and when kunukku come off."""

    method: Literal["points", "kooli-exchange", "box", "kooli-return"]
    stock: int = 6
    flag_at: int = 7
    kunukku_off: Literal["next-win", "counter-slam"] = "next-win"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A whole rule set. `minimum`, `honors`, `senior` (None where it has none) and `total` are heights of
    bids in card points; `source` is the text whose rules it follows, on which it depends what is a ruling;
    `adoption` says whether a bid out of turn binds the partner whose turn it is."""

    id: str
    source: Literal["gulan-parish", "guide-to-28", "cheettukali"]
    seats: int
    pack: Pack
    stages: tuple[Stage, ...]
    honors: int
    total: int
    score: Score
    match: Match
    senior: int | None = None
    adoption: bool = False
    decided: Literal["may-stop", "must-stop-at-honors"] = "may-stop"
    no_jack_discard: bool = False
    redeal: Redeal = Redeal()
    trump: Trump = Trump()
    thani: Thani = Thani()
    jodi: Jodi = Jodi()
    family: Literal["gulan"] = "gulan"

    def kind_of(self, bid: int) -> str:
        """Returns what kind a bid of so many card points is: "ordinary", "honors", "senior" or "total"."""
        if self.score.total_named and bid == self.total:
            return "total"
        if self.senior is not None and bid >= self.senior:
            return "senior"
        return "honors" if bid >= self.honors else "ordinary"
