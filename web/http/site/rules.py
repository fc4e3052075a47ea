"""The pages of the rules: the list of rule sets, one rule set in full, and where the rules of a hand are shown."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import url_for

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.web.presentation.games import PRESENTATIONS
from dealproof.web.presentation.rules import RuleSetText
from dealproof.web.presentation.suggestions import close_matches
from dealproof.web.presentation.translations import spoken
from dealproof.web.published.hand import PublicHand


class FamilyText(NamedTuple):
    """The rule sets of one family: its name in the catalogue, the game in short, and its rule sets, presets last."""

    name: str
    about: str
    rule_sets: list[RuleSetText]


def shown_rules() -> dict[str, Game]:
    """Every rule set that has a page of its own: the built-in ones and the presets."""
    return rulesets.games() | rulesets.presets()


def rules_index() -> dict[str, Any]:
    """What the list of rule sets is filled with."""
    families = [family_text(name) for name in PRESENTATIONS]
    return {"families": [each for each in families if each.rule_sets]}


def family_text(family: str) -> FamilyText:
    """The rule sets of a family in words."""
    found = [RuleSetText(game, spoken()) for game in shown_rules().values() if game.family == family]
    return FamilyText(family, found[0].about if found else "", found)


def rules_page(game: Game, hand: str | None = None) -> dict[str, Any]:
    """What the page of a rule set is filled with; `hand` is the ID of the stored hand whose own rules these are."""
    return {"rules": RuleSetText(game, spoken()), "hand_id": hand, "documented": f"spec/rules/{game.family}"}


def unknown_rules(id: str) -> dict[str, Any]:
    """What the page of an unknown ID is filled with: the rule sets with IDs that come close to it."""
    return {"unknown": id, "near": close_matches(id, shown_rules())}


def rules_address(hand: PublicHand | None, stored: str | None) -> str:
    """Where the rules of a hand are shown: on the page of a built-in rule set, or for a house's own rules on a page of
    the stored hand; "" of a hand with own rules that is not stored."""
    if hand is None:
        return ""
    if rulesets.builtin(hand.rules):
        return url_for("reading.rule_set", rules=hand.rules)
    return url_for("reading.hand_rules", hand=stored) if stored else ""
