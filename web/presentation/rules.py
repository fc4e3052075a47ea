"""A rule set in words: its cards, its deal, its prices, its options and its rulings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, NamedTuple

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.core.rulings import provisional
from dealproof.verifier.encoding import canonical
from dealproof.web.presentation.games import gulan, kazhutha, rummy, seating
from dealproof.web.presentation.games.gulan import PriceTold
from dealproof.web.presentation.translations import Sentences

RULEBOOKS: Final[dict[str, ModuleType]] = {"gulan": gulan, "seating": seating, "kazhutha": kazhutha, "rummy": rummy}
"""The descriptions of each family's rules."""
TOLD_APART: Final = frozenset(
    {"id", "family", "source", "seats", "pack", "stages", "honors", "senior", "total", "tables"}
)
"""Members of a rule set that stand in sections of their own, not among its options."""
PRICES: Final = frozenset({"bands", "thani", "jodi"})
"""Members of the score table that stand among the prices."""


class OptionTold(NamedTuple):
    """One option: the path that names it, its value as JSON, and what that says."""

    path: str
    value: str
    sentence: str


@dataclass(frozen=True, slots=True)
class RulesTold:
    """A rule set read in one language."""

    game: Game
    sentences: Sentences

    @property
    def title(self) -> str:
        """What it is, in a line."""
        section = "presets" if self.preset else "rule-sets"
        known = self.sentences.has(section, self.game.id)
        return self.sentences.say(section, self.game.id) if known else self.sentences.say("rules-page", "own")

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
    def cards(self) -> list[str]:
        """The pack or packs."""
        return [*RULEBOOKS[self.game.family].cards(self.game, self.sentences)]

    @property
    def deal(self) -> list[str]:
        """The deal with the auctions in it, or with the play after it."""
        return [*RULEBOOKS[self.game.family].deal(self.game, self.sentences)]

    @property
    def deal_heading(self) -> str:
        """The heading of the deal."""
        return self.sentences.say("rules-page", RULEBOOKS[self.game.family].DEAL)

    @property
    def prices(self) -> list[PriceTold]:
        """What bids bring; none where nothing is bid."""
        return [*RULEBOOKS[self.game.family].prices(self.game, self.sentences)]

    @property
    def options(self) -> list[OptionTold]:
        """Every option with the value that it has here."""
        return [option(path, value, self.sentences) for path, value in leaves(self.game.to_json())]


def marked(id: str, sentences: Sentences) -> str:
    """The ID of a built-in rule set, marked where it is provisional."""
    game = rulesets.builtin(id)
    return name_of(game, sentences) if game else id


def name_of(game: Game, sentences: Sentences) -> str:
    """The ID of a rule set, marked where it is provisional."""
    return f"{game.id} · {sentences.say('rules-page', 'provisional')}" if provisional(game.rulings) else game.id


def leaves(value: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """The options below an object, each with its dotted path."""
    left_out = PRICES if above == "score." else frozenset() if above else TOLD_APART
    for key, each in value.items():
        if key in left_out:
            continue
        if isinstance(each, dict):
            yield from leaves(each, f"{above}{key}.")
        else:
            yield above + key, each


def option(path: str, value: Any, sentences: Sentences) -> OptionTold:
    """One option: by the sentence of its value, or of its path with the value in it."""
    text = canonical(value).decode() if not isinstance(value, str) else value
    code = f"{path}={text}"
    sentence = sentences.say("options", code if sentences.has("options", code) else path, value=text)
    return OptionTold(path, text, sentence)
