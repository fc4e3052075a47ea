"""The goals that simulated hands of the Gulan family are steered to (`replay.games.gulan.policy`), one per line.

All simulated players see all cards and work towards the goal together, because some endings are very rare otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from dealproof.replay.games.gulan.hand import Hand
from dealproof.replay.games.gulan.ruleset import RuleSet


def anyone(hand: Hand, seat: int) -> bool:
    """Every seat for itself."""
    return True


def declarer(hand: Hand, seat: int) -> bool:
    """The tricks shall be the declarer's."""
    return seat == hand.declarer


def team(hand: Hand, seat: int) -> bool:
    """The tricks shall be the declarer's team's."""
    return seat % 2 == hand.declarer % 2


def others(hand: Hand, seat: int) -> bool:
    """The tricks shall be the other team's."""
    return seat % 2 != hand.declarer % 2


def any_deal(hand: Hand) -> bool:
    """True: every deal is accepted."""
    return True


def eldest_no_points(hand: Hand) -> bool:
    """Eldest has got no card of any points."""
    return "eldest-no-points" in hand.owed


def four_jacks(hand: Hand) -> bool:
    """A seat has got all four jacks."""
    return "four-jacks" in hand.owed


def suit_with_a_team(hand: Hand) -> bool:
    """One team has a whole suit, and there is no other reason for a redeal."""
    return not hand.owed and bool(suits_of_team(hand, 0) or suits_of_team(hand, 1))


def suits_of_team(hand: Hand, side: int) -> list[int]:
    """The suits of which the other team gets no card in all stages of the deal."""
    against = 0
    for stage in hand.table.plans:
        for offset, places in enumerate(stage, hand.eldest):
            if offset % hand.table.seats % 2 != side:
                against |= sum(1 << hand.deal.order[place] for place in places)
    return [suit for suit, cards in enumerate(hand.table.deck.suits) if not cards & against]


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal that hands are steered to.

    `often` is its weight; `weights` those of what is tried first; `wins` says whether a seat should win tricks
    (None: either way); `bids` how high seats bid; `stops` in how many of 100 hands that may stop as decided the log
    stops; `deal` which deals suit it, and `tries` how many deals to try.
    """

    often: int
    weights: Mapping[str, int] = field(default_factory=dict)
    wins: Callable[[Hand, int], bool] | None = None
    bids: Literal["low", "any", "thani"] = "low"
    stops: int = 10
    deal: Callable[[Hand], bool] = any_deal
    tries: int = 1


UNOPENED: Final = {"ask_trump": 0, "reveal_trump": 0}
UNCUT: Final = {"cut": 0}

GOALS: Final[dict[str, Goal]] = {
    "played": Goal(40),
    "decided": Goal(30, wins=anyone, stops=100),
    "raised": Goal(30, {"bid": 12, "pass": 1}, bids="any"),
    "last-card": Goal(20, UNOPENED),
    "opened": Goal(20, {"ask_trump": 90, "reveal_trump": 90}),
    "made": Goal(20, {"bid": 6}, wins=team, bids="any", stops=50),
    "failed": Goal(20, {"bid": 6}, wins=others, bids="any", stops=50),
    "thani": Goal(20, {"bid": 8}, wins=declarer, bids="thani"),
    "thani-lost": Goal(10, {"bid": 8}, bids="thani"),
}
"""Goals that every rule set has."""

JODI: Final[dict[str, Goal]] = {
    "jodi": Goal(20, {"claim_jodi": 2}, wins=team),
    "jodi-at-once": Goal(8, {"claim_jodi": 60}, wins=team),
    "jodi-lost": Goal(8, {"claim_jodi": 60}),
    "jodi-asked": Goal(8, {"ask_jodi": 60, "claim": 4, "decline": 1}, wins=team),
    "jodi-declined": Goal(8, {"ask_jodi": 6, "claim": 0}, wins=team),
}
"""Goals of a rule set that knows jodi."""

MARUJODI: Final[dict[str, Goal]] = {
    "marujodi": Goal(20, {"claim_marujodi": 2}, wins=others),
    "marujodi-lost": Goal(8, {"claim_marujodi": 60}),
    "marujodi-asked": Goal(8, {"ask_marujodi": 60, "claim": 4, "decline": 1}, wins=others),
    "marujodi-declined": Goal(8, {"ask_marujodi": 6, "claim": 0}, wins=others),
}
"""Goals of a rule set that knows marujodi."""

REDEALS: Final[dict[str, Goal]] = {
    "eldest-no-points": Goal(6, deal=eldest_no_points, tries=400),
    "four-jacks": Goal(1, UNCUT, deal=four_jacks, tries=4000),
    "no-trump-against": Goal(6, UNCUT, deal=suit_with_a_team, tries=400),
    "no-points-in-hand": Goal(10, {"redeal": 60}),
}
"""A goal for each reason for a redeal."""


def goals_of(rules: RuleSet) -> dict[str, Goal]:
    """The goals that a rule set has."""
    goals = dict(GOALS)
    if rules.trump.choice == "shown":
        del goals["last-card"], goals["opened"]
    if rules.jodi.enabled:
        goals |= JODI
    if rules.jodi.enabled and rules.jodi.marujodi:
        goals |= MARUJODI
    reasons = {name for name in REDEALS if getattr(rules.redeal, name.replace("-", "_"))}
    return goals | {name: goal for name, goal in REDEALS.items() if name in reasons}
