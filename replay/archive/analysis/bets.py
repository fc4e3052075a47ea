"""E-processes over the hands of an archive, in the order of play: void hands against their own decks, hands that were
kept, and the cards of accounts.

What a seat is dealt at first is worth a number with an exact distribution. Whether a hand was given up must not depend
on it: `voids` bets that it did, for each seat and each team; `kept` bets that bad or good hands are missing among those
that were shown, which is all that is left of a hand that was dropped without a trace. `advantage` bets that an account
has too good or too bad cards, wherever it sits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from dealproof.replay.archive import plan as plans
from dealproof.replay.archive.analysis.tested import Group, Tested, anytime
from dealproof.replay.archive.facts import Facts
from dealproof.replay.archive.plan import Plan
from dealproof.replay.archive.seats import BETS, TEAMS, Worths, exact, worths_name
from dealproof.replay.archive.sequential import mixtures
from dealproof.replay.archive.sequential.mixtures import Mixture
from dealproof.replay.archive.sequential.process import Process
from dealproof.replay.archive.statistics import FEWEST
from dealproof.replay.archive.statistics.dealt import Scores

ALL_RULES: Final = Group("all")
"""The group of an account: it may play several games."""

FEWEST_VOIDS: Final = 3
"""Voids of an account below which no bets are shown: no fewer could win."""


@dataclass(slots=True)
class Bets:
    """The fortunes of all bets."""

    plan: Plan
    worths: Worths
    processes: dict[tuple[str, Group, str], Process] = field(default_factory=dict)

    def add(self, facts: Facts) -> None:
        """Adds the next hand."""
        if not facts.worth:
            return
        cards = len(facts.decks[0][1])
        deck = tuple(self.worths[worths_name(facts.rules, cards, BETS)])
        (teams,) = self.worths[worths_name(facts.rules, cards, TEAMS)]
        void = facts.reason is not None
        statistic, mixture = (plans.VOIDS, mixtures.of_voids) if void else (plans.KEPT, mixtures.of_kept)
        group = Group(facts.rules)
        for subject, size, score in shares(facts, teams):
            self.bet(statistic, group, subject, exact(deck, size), score, mixture)
        for account, size, score in zip(facts.accounts, facts.sizes, facts.worth, strict=True):
            scores = exact(deck, size)
            self.bet(plans.ADVANTAGE, ALL_RULES, f"account {account}", scores, score, mixtures.of_advantage)
            if void:
                self.bet(plans.VOIDS, ALL_RULES, f"account {account}", scores, score, mixtures.of_voids)

    def bet(
        self,
        statistic: str,
        group: Group,
        subject: str,
        scores: Scores,
        score: int,
        mixture: Callable[[Scores], Mixture],
    ) -> None:
        """Makes a bet on one score, if the plan has it and there is anything to bet on."""
        if statistic in self.plan.statistics and len(scores.values) > 1:
            key = (statistic, group, subject)
            process = self.processes.get(key)
            if process is None:
                process = self.processes[key] = Process()
            process.feed(mixture(scores), score)

    def tests(self) -> Iterator[Tested]:
        """Every e-process with enough hands, by statistic, group and subject."""
        for key in sorted(self.processes, key=lambda key: (plans.ALL.index(key[0]), *map(str, key[1:]))):
            (statistic, group, subject), process = key, self.processes[key]
            if process.hands >= fewest(statistic, group):
                yield anytime(group, statistic, subject, process)


def fewest(statistic: str, group: Group) -> int:
    """Hands below which an e-process is not shown, so that accounts of few hands do not hide the others."""
    if statistic == plans.ADVANTAGE:
        return FEWEST
    return FEWEST_VOIDS if group == ALL_RULES else 1


def shares(facts: Facts, teams: int) -> Iterator[tuple[str, int, int]]:
    """The seats of a hand, and of two teams the first, what they were dealt, and what that is worth. What the other
    team was dealt is the rest of the deck."""
    for seat, (size, score) in enumerate(zip(facts.sizes, facts.worth, strict=True)):
        yield f"seat {seat}", size, score
    for team in range(teams - 1):
        yield f"team {team}", sum(facts.sizes[team::teams]), sum(facts.worth[team::teams])
