"""A rule set in words: its cards, its deal, its prices, its options and its rulings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.core.rulings import provisional
from dealproof.verifier.encoding import canonical
from dealproof.web.presentation.game import PriceRow, RankRow, RulesText
from dealproof.web.presentation.games import presentation_of
from dealproof.web.presentation.rule_parts import RulePart, describe_rules
from dealproof.web.presentation.rulings import RulingText, describe_rulings
from dealproof.web.presentation.translations import Sentences

NAMES: Final = frozenset({"id", "family", "source"})
"""Members of every rule set that are no options."""


class OptionText(NamedTuple):
    """One option: the path that names it, its value as JSON, and what that says."""

    path: str
    value: str
    sentence: str


@dataclass(frozen=True, slots=True)
class RuleSetText:
    """A rule set read in one language."""

    game: Game
    sentences: Sentences

    @property
    def title(self) -> str:
        """What it is, in a line."""
        section = "presets" if self.preset else "rule-sets"
        if self.sentences.has(section, self.game.id) or rulesets.builtin(self.game.id):
            return self.sentences.say(section, self.game.id)
        return self.sentences.say("rules-page", "own")

    @property
    def preset(self) -> bool:
        """Whether it is, to the letter, one of this project's presets."""
        found = rulesets.preset(self.game.id)
        return found is not None and found.digest == self.game.digest

    @property
    def provisional(self) -> bool:
        """Whether a source calls a part of it unconfirmed."""
        return provisional(self.game.rulings)

    @property
    def text(self) -> RulesText:
        """The rules of the family in words."""
        return presentation_of(self.game.family).rules

    @property
    def cards(self) -> list[str]:
        """The pack or packs."""
        return [*self.text.cards(self.game, self.sentences)]

    @property
    def ranks(self) -> list[RankRow]:
        """The ranks with what a card of each counts."""
        return [*self.text.ranks(self.game)]

    @property
    def deal(self) -> list[str]:
        """The deal with the auctions in it, or with the play after it."""
        return [*self.text.deal(self.game, self.sentences)]

    @property
    def deal_heading(self) -> str:
        """The heading of the deal."""
        return self.sentences.say("rules-page", self.text.heading)

    @property
    def prices(self) -> list[PriceRow]:
        """What bids bring; none where nothing is bid."""
        return [*self.text.prices(self.game, self.sentences)]

    @property
    def parts(self) -> list[RulePart]:
        """Every rule with what it rests on."""
        return describe_rules(self.game, self.sentences)

    @property
    def rulings(self) -> list[RulingText]:
        """Its rulings."""
        return describe_rulings(self.game.rulings, self.sentences)

    @property
    def about(self) -> str:
        """The game in short, "" where nothing more is known of it."""
        known = self.sentences.has("rule-about", self.game.family)
        return self.sentences.say("rule-about", self.game.family) if known else ""

    @property
    def options(self) -> list[OptionText]:
        """Every option with the value that it has here."""
        left_out = NAMES | self.text.described
        return [option(path, value, self.sentences) for path, value in leaves(self.game.options(), left_out)]


def label_of_id(id: str, sentences: Sentences) -> str:
    """Returns the ID of a built-in rule set, with a note if it is provisional."""
    game = rulesets.builtin(id)
    return label(game, sentences) if game else id


def label(game: Game, sentences: Sentences) -> str:
    """Returns the ID of a rule set, with a note if it is provisional."""
    return f"{game.id} · {sentences.say('rules-page', 'provisional')}" if provisional(game.rulings) else game.id


def leaves(value: dict[str, Any], left_out: frozenset[str], above: str = "") -> Iterator[tuple[str, Any]]:
    """The options below an object, each with its dotted path, but for those whose path is `left_out`."""
    for key, each in value.items():
        path = above + key
        if path in left_out:
            continue
        if isinstance(each, dict):
            yield from leaves(each, left_out, f"{path}.")
        else:
            yield path, each


def option(path: str, value: Any, sentences: Sentences) -> OptionText:
    """One option: by the sentence of its value, or of its path with the value in it."""
    text = canonical(value).decode() if not isinstance(value, str) else value
    code = f"{path}={text}"
    sentence = sentences.say("options", code if sentences.has("options", code) else path, value=text)
    return OptionText(path, text, sentence)
