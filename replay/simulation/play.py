"""Legal hands made up from a random stream, for tests of every size (`dealproof simulate`).

Nothing here knows a game, and nothing here says what is legal: a family's *policy* proposes events, most wanted
first, and the first legal one is played. Random numbers come from outside, from a labelled draw
(PROTOCOL.md, "The random stream"), so that the same seed gives the same hands everywhere.
"""

from __future__ import annotations

from typing import Any

from dealproof.replay.core.engine import Game
from dealproof.replay.core.events import Event
from dealproof.replay.core.policy import Policy
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.games import FAMILIES


def policy(game: Game) -> Policy[Any]:
    """The policy that plays hands of this rule set. Raises LookupError if its family has none."""
    make = FAMILIES[game.family].policy
    if make is None:
        raise LookupError(f"Hands of the family {game.family} cannot be simulated: it has no policy.")
    return make(game)


def goal(policy: Policy[Any], random: RandomSource) -> str:
    """A random goal by the weights of the policy."""
    at = random.uniform(sum(policy.goals.values()))
    for name, often in policy.goals.items():
        at -= often
        if at < 0:
            return name
    raise AssertionError("a number below the sum lies in one of the parts")


def play(
    game: Game, hand: Any, policy: Policy[Any], goal: str, random: RandomSource, most: int | None = None
) -> list[Event]:
    """Plays a fresh hand until the policy proposes no event, or for `most` events; returns the log."""
    log: list[Event] = []
    fault = game.fault
    while most is None or len(log) < most:
        refused: list[tuple[Event, str]] = []
        for event in policy.proposals(hand, goal, random):
            rule = fault(hand, event)
            if rule is None:
                break
            refused.append((event, rule))
        else:
            assert not refused, f"a policy proposes an event that is legal; these are not: {refused} after {log}"
            return log
        hand.apply(event)
        log.append(event)
    return log
