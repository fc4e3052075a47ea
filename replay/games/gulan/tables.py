"""The tables that hands under one rule set share: what their state looks up, computed once a rule set."""

from __future__ import annotations

from dealproof.replay.core import tricks
from dealproof.replay.core.cards import RANKS, SUITS
from dealproof.replay.core.events import THANI
from dealproof.replay.core.tricks import NO_SUIT
from dealproof.replay.games.gulan.deck import Deck
from dealproof.replay.games.gulan.ruleset import RuleSet


class Tables:
    """What hands under one rule set share.

    `plans[stage][offset]` are the positions in the shuffled deck that the seat `offset` places from eldest gets in
    that stage; `hand_size` the cards a seat gets in all; `following[seat]` the next seat in turn, and
    `alone[declarer]` the same where the declarer's partners play no card. `forces[led][trump]` is the strength of each
    kind of card in a trick led so, with that suit in power (`NO_SUIT`: none); `may_lead_from` the height of bid from
    which the declarer may lead a concealed trump; `owing[stage]` the reasons for a redeal that are looked
    at after that stage. `copies` and `points` are the deck's.
    """

    __slots__ = (
        "alone",
        "copies",
        "deck",
        "following",
        "forces",
        "hand_size",
        "may_lead_from",
        "owing",
        "plans",
        "points",
        "rules",
        "seats",
    )

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.seats = rules.seats
        self.deck = Deck(rules.pack)
        self.copies, self.points = self.deck.copies, self.deck.points
        self.following = tuple((seat + 1) % rules.seats for seat in range(rules.seats))
        self.hand_size = self.deck.size // rules.seats
        self.may_lead_from = rules.honors if rules.trump.lead_at_honors else THANI
        self.alone = tuple(_alone(rules.seats, declarer) for declarer in range(rules.seats))
        self.forces = _forces(rules, self.deck)
        self.plans = _plans(rules)
        self.owing = _owing(rules)


def _plans(rules: RuleSet) -> tuple[tuple[tuple[int, ...], ...], ...]:
    plans = []
    dealt = 0
    for stage in rules.stages:
        got: list[list[int]] = [[] for _ in range(rules.seats)]
        for packet in stage.packets:
            for positions in got:
                positions.extend(range(dealt, dealt + packet))
                dealt += packet
        plans.append(tuple(tuple(positions) for positions in got))
    return tuple(plans)


def _alone(seats: int, declarer: int) -> tuple[int, ...]:
    playing = [seat for seat in range(seats) if seat == declarer or seat % 2 != declarer % 2]
    rounds = [[(seat + step) % seats for step in range(1, seats + 1)] for seat in range(seats)]
    return tuple([next(other for other in others if other in playing) for others in rounds])


def _forces(rules: RuleSet, deck: Deck) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Strengths by suit led and suit in power; in a trick led in trumps only the rank may count (R: C)."""
    table = tricks.forces(deck.strength, len(SUITS), len(RANKS))
    if not rules.trump.lead_by_rank:
        return table
    return tuple(
        tuple(powers[NO_SUIT] if trump == led else force for trump, force in enumerate(powers))
        for led, powers in enumerate(table)
    )


def _owing(rules: RuleSet) -> tuple[tuple[str, ...], ...]:
    """The must reasons that are looked at after each stage of the deal."""
    first = []
    if rules.redeal.eldest_no_points:
        first.append("eldest-no-points")
    if rules.redeal.four_jacks:
        first.append("four-jacks")
    later = ("four-jacks",) if rules.redeal.four_jacks and rules.redeal.four_jacks_in_eight else ()
    return (tuple(first), *(later for _ in rules.stages[1:]))
