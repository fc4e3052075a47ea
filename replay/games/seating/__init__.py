"""Seating by aces: who sits where, and who deals first (seating/RULES.md, "Seating by aces").

A separate kind of record, with a cut as the only event. The dealer deals face up, one card to each seat, beginning
with itself. A seat with an ace gets no more cards, and when half of the seats have one it is over. `ruleset` holds the
tables and `state` a draw; `rules` says when a cut is legal; `game` implements the protocol of the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dealproof.replay.core.family import Family, SchemaParts, by_id
from dealproof.replay.core.grounds import Ground
from dealproof.replay.core.ruleset import read as read_rule_set
from dealproof.replay.games.seating.game import Seating
from dealproof.replay.games.seating.ruleset import VARIANTS, RuleSet, contradictions
from dealproof.verifier.encoding import Json

if TYPE_CHECKING:
    from dealproof.replay.games.seating.policy import SeatingPolicy

GAMES: Final = tuple(Seating(rules) for rules in VARIANTS)
"""The built-in rule sets of the family."""


def read(value: Json, id: str, pointer: str) -> Seating:
    """A house's own rule set from its JSON. Raises `Malformed` with the pointer of what is wrong in it."""
    return Seating(read_rule_set(RuleSet, contradictions, value, id, pointer))


def _policy(game: Seating) -> SeatingPolicy:
    from dealproof.replay.games.seating.policy import SeatingPolicy

    return SeatingPolicy(game)


def _schema() -> SchemaParts:
    from dealproof.replay.games.seating.schema import parts

    return parts()


def _grounds(game: Seating) -> tuple[Ground, ...]:
    from dealproof.replay.games.seating.grounds import grounds

    return grounds(game)


FAMILY: Final[Family] = Family(
    name="seating",
    games=by_id(GAMES),
    read=read,
    policy=_policy,
    schema=_schema,
    grounds=_grounds,
)
"""All that the rest of the program asks of the family."""
