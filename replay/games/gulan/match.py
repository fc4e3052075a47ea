"""How a hand changes the standing of a match (gulan/RULES.md, "The match"): four methods, plain data in and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from dealproof.replay.games.gulan.ruleset import Match, RuleSet
from dealproof.replay.games.gulan.state import State
from dealproof.verifier.encoding import Json

Standing = dict[str, Any]
"""A standing as RECORD.md writes it; its shape has been checked when the record was read."""


class HandScore(NamedTuple):
    """The score of a hand: `points` from the score table for `team`, which made the claim (negative or the flag if
    it failed); `declarer`, and whether the declarer's side counts as having made it."""

    team: int
    points: int | str
    declarer: int
    made: bool

    @classmethod
    def of(cls, hand: State, team: int, points: int | str) -> HandScore:
        """A marujodi that failed counts as made for the declarer's side (gulan/RULES.md, "Kunukku")."""
        holds = not isinstance(points, str) and points > 0
        return cls(team, points, hand.declarer, not holds if hand.promise.made == "marujodi" else holds)

    @property
    def winner(self) -> int:
        """The team that won the hand."""
        return self.team if isinstance(self.points, int) and self.points > 0 else 1 - self.team

    @property
    def price(self) -> int:
        """How many points or kooli the hand moved; 0 for a flag."""
        return abs(self.points) if isinstance(self.points, int) else 0


def start(rules: RuleSet) -> dict[str, Json]:
    """The standing before the first hand of a match."""
    stock = rules.match.stock
    bare: list[Json] = [0, 0]
    kunukku: dict[str, Json] = {"slams": [0, 0], "kunukku": [False] * rules.seats, "fresh": None}
    standings: dict[str, dict[str, Json]] = {
        "points": {"totals": bare},
        "kooli-exchange": {"kooli": [stock, stock], **kunukku},
        "box": {"net": 0, **kunukku},
        "kooli-return": {"kooli": bare, "flags": [0, 0]},
    }
    return standings[rules.match.method]


def after(rules: RuleSet, before: Mapping[str, Json], won: HandScore) -> dict[str, Json]:
    """The standing after a hand."""
    return METHODS[rules.match.method](rules.match, dict(before), won)


def _points(match: Match, before: Standing, won: HandScore) -> Standing:
    totals = list(before["totals"])
    totals[won.team] += won.points
    return {"totals": totals}


def _kooli_exchange(match: Match, before: Standing, won: HandScore) -> Standing:
    """The losing side hands over kooli. If it has too few, it is slammed, and all kooli are shared evenly again."""
    kooli = list(before["kooli"])
    loser = 1 - won.winner
    slammed = kooli[loser] < won.price
    if slammed:
        half, odd = divmod(sum(kooli), 2)
        kooli = [half, half]
        kooli[won.winner] += odd
    else:
        kooli[loser] -= won.price
        kooli[won.winner] += won.price
    return {"kooli": kooli, **_earrings(match, before, won, won.winner if slammed else None)}


def _box(match: Match, before: Standing, won: HandScore) -> Standing:
    """What the sides have won from each other as one signed number; with the box it is a slam."""
    net = before["net"] + (won.price if won.winner == 0 else -won.price)
    slammed = abs(net) > match.stock
    slammer = (0 if net > 0 else 1) if slammed else None
    return {"net": 0 if slammed else net, **_earrings(match, before, won, slammer)}


def _earrings(match: Match, before: Standing, won: HandScore, slammer: int | None) -> Standing:
    """Slams and kunukku: taking off comes first, putting on last; `slammer` is the team that slammed, or None."""
    slams, kunukku = list(before["slams"]), list(before["kunukku"])
    if match.kunukku_off == "next-win" and won.made:
        whole_side = before["fresh"] == won.declarer % 2
        for seat in range(len(kunukku)):
            if seat == won.declarer or (whole_side and seat % 2 == won.declarer % 2):
                kunukku[seat] = False
    if slammer is not None:
        slams[slammer] += 1
        for seat in range(len(kunukku)):
            if seat % 2 != slammer:
                kunukku[seat] = True
            elif match.kunukku_off == "counter-slam":
                kunukku[seat] = False
    return {"slams": slams, "kunukku": kunukku, "fresh": None if slammer is None else 1 - slammer}


def _kooli_return(match: Match, before: Standing, won: HandScore) -> Standing:
    """Kooli are debts: the winner first gives back its own, and the rest goes to the other side. `flag_at` kooli in
    hand are a flag, and both sides start again at zero."""
    kooli, flags = list(before["kooli"]), list(before["flags"])
    loser = 1 - won.winner
    given_back = min(won.price, kooli[won.winner])
    kooli[won.winner] -= given_back
    kooli[loser] += won.price - given_back
    if isinstance(won.points, str) or kooli[loser] >= match.flag_at:
        flags[loser] += 1
        kooli = [0, 0]
    return {"kooli": kooli, "flags": flags}


METHODS: Final[dict[str, Callable[[Match, Standing, HandScore], Standing]]] = {
    "points": _points,
    "kooli-exchange": _kooli_exchange,
    "box": _box,
    "kooli-return": _kooli_return,
}
