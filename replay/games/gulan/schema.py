"""What the Gulan family adds to the JSON Schema of the record."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, get_args, get_type_hints

from dealproof.replay.core.engine import Game
from dealproof.replay.core.family import SchemaParts
from dealproof.replay.games.gulan import consistency, ruleset
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.variants import STANDARD_28
from dealproof.replay.record.schema.pieces import by_rules, if_, where

LEAST, MOST = consistency.SEATS
SIZES: Final = range(LEAST, MOST + 1, 2)


def methods() -> dict[str, Game]:
    """A rule set for each way of counting a match, by the way's name."""
    known = get_args(get_type_hints(ruleset.Match)["method"])
    return {method: Gulan(replace(STANDARD_28, match=ruleset.Match(method))) for method in known}


def method_of(game: Gulan) -> str:
    """How a rule set counts a match."""
    return game.rules.match.method


def parts() -> SchemaParts:
    """What the family adds to the JSON Schema of the record."""
    known = methods()
    by_method = [if_(where("rules/match/method", {"const": method}), f"match-{method}") for method in known]
    return SchemaParts(
        title="The Gulan family: 28, 40 and 56",
        result="28, 40 or 56",
        tables=ruleset,
        prefix="rules",
        sizes=SIZES,
        own=[*by_rules(SIZES), *by_method],
        methods=known,
        method_of=method_of,
    )
