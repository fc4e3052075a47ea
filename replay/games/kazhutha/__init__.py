"""Kazhutha, the donkey (kazhutha/RULES.md): 2 to 8 players get rid of their cards, and one is left with some.

A rule set (`ruleset`, the built-in one in `variants`) is a table of values; `state` holds a hand and does what legal
events say; `rulebook` lists, for each situation and action, the named rules of `rules`; `scoring`, `seat_view`,
`legal_events`, `rulings` and `narrative` answer questions about a hand; `game` implements the engine's protocol.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dealproof.replay.core.family import Family, SchemaParts, by_id
from dealproof.replay.core.grounds import Ground
from dealproof.replay.core.ruleset import read as read_rule_set
from dealproof.replay.games.kazhutha.advantage import ADVANTAGE
from dealproof.replay.games.kazhutha.game import Kazhutha
from dealproof.replay.games.kazhutha.ruleset import RuleSet, contradictions
from dealproof.replay.games.kazhutha.variants import VARIANTS
from dealproof.verifier.encoding import Json

if TYPE_CHECKING:
    from dealproof.replay.games.kazhutha.policy import KazhuthaPolicy

GAMES: Final = tuple(Kazhutha(rules) for rules in VARIANTS)
"""The built-in rule sets of the family."""


def read(value: Json, id: str, pointer: str) -> Kazhutha:
    """A house's own rule set from its JSON. Raises `Malformed` with the pointer of what is wrong in it."""
    return Kazhutha(read_rule_set(RuleSet, contradictions, value, id, pointer))


def _policy(game: Kazhutha) -> KazhuthaPolicy:
    from dealproof.replay.games.kazhutha.policy import KazhuthaPolicy

    return KazhuthaPolicy(game)


def _schema() -> SchemaParts:
    from dealproof.replay.games.kazhutha.schema import parts

    return parts()


def _grounds(game: Kazhutha) -> tuple[Ground, ...]:
    from dealproof.replay.games.kazhutha.grounds import grounds

    return grounds(game)


FAMILY: Final[Family] = Family(
    name="kazhutha",
    games=by_id(GAMES),
    read=read,
    policy=_policy,
    schema=_schema,
    grounds=_grounds,
    advantage=ADVANTAGE,
)
"""All that the rest of the program asks of the family."""
