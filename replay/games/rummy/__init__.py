"""Thirteen-card rummy (rummy/RULES.md).

A rule set (`ruleset`, the built-in one in `variants`) is a table of values; `state` holds a hand and does what legal
events say; `rulebook` lists, for each situation and action, the named rules of `rules`; `scoring`, `seat_view`,
`legal_events`, `rulings` and `narrative` answer questions about a hand; `game` implements the engine's protocol. The
best arrangement of a hand is independent of that: `arrangement` uses `packing` (what covers most), `sharing` (which
wild card goes where) and `groups` (the tables of all sequences and sets).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dealproof.replay.core.family import Family, SchemaParts, by_id
from dealproof.replay.core.grounds import Ground
from dealproof.replay.core.ruleset import read as read_rule_set
from dealproof.replay.games.rummy.advantage import ADVANTAGE
from dealproof.replay.games.rummy.arrangement import Arrangement, best_arrangement, best_discards, declarations
from dealproof.replay.games.rummy.consistency import contradictions
from dealproof.replay.games.rummy.game import Rummy
from dealproof.replay.games.rummy.ruleset import RuleSet
from dealproof.replay.games.rummy.variants import VARIANTS
from dealproof.verifier.encoding import Json

if TYPE_CHECKING:
    from dealproof.replay.games.rummy.policy import RummyPolicy

__all__ = ["FAMILY", "GAMES", "Arrangement", "best_arrangement", "best_discards", "declarations", "read"]

GAMES: Final = tuple(Rummy(rules) for rules in VARIANTS)
"""The built-in rule sets of the family."""


def read(value: Json, id: str, pointer: str) -> Rummy:
    """A house's own rule set from its JSON. Raises `Malformed` with the pointer of what is wrong in it."""
    return Rummy(read_rule_set(RuleSet, contradictions, value, id, pointer))


def _policy(game: Rummy) -> RummyPolicy:
    from dealproof.replay.games.rummy.policy import RummyPolicy

    return RummyPolicy(game)


def _schema() -> SchemaParts:
    from dealproof.replay.games.rummy.schema import parts

    return parts()


def _grounds(game: Rummy) -> tuple[Ground, ...]:
    from dealproof.replay.games.rummy.grounds import grounds

    return grounds(game)


FAMILY: Final[Family] = Family(
    name="rummy",
    games=by_id(GAMES),
    read=read,
    policy=_policy,
    schema=_schema,
    grounds=_grounds,
    advantage=ADVANTAGE,
)
"""All that the rest of the program asks of the family."""
