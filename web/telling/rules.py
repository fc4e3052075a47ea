"""A rule set in words: its cards, its deal and auctions, its prices, its options and its rulings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from replay.engine import Game
from replay.gulan import scoring
from replay.gulan.deck import Deck
from replay.gulan.game import Gulan
from replay.gulan.ruleset import Price, RuleSet, Stage
from replay.rulings import provisional
from verifier.encoding import canonical
from web.faces import rank
from web.sentences import Sentences
from web.telling.outcome import signed

TOLD_APART: Final = frozenset({"id", "family", "source", "seats", "pack", "stages", "honors", "senior", "total"})
"""Members of a rule set that stand in sections of their own, not among its options."""
PRICES: Final = frozenset({"bands", "thani", "jodi"})
"""Members of the score table that stand among the prices."""


class PriceTold(NamedTuple):
    """What a bid of some height or kind brings where it is made and where it is not."""

    bid: str
    made: str
    failed: str


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
        known = self.sentences.has("rule-sets", self.game.id)
        return self.sentences.say("rule-sets", self.game.id) if known else self.sentences.say("rules-page", "own")

    @property
    def provisional(self) -> bool:
        """Whether a source calls a part of it unconfirmed."""
        return provisional(self.game.rulings)

    @property
    def cards(self) -> list[str]:
        """The pack: how many cards, their order with their points below, and what is doubled or equal."""
        return list(cards(self.game.rules, self.sentences)) if isinstance(self.game, Gulan) else []

    @property
    def deal(self) -> list[str]:
        """Every stage of the deal with the auction after it."""
        if not isinstance(self.game, Gulan):
            return []
        return [stage(number, each, self.sentences) for number, each in enumerate(self.game.rules.stages, 1)]

    @property
    def prices(self) -> list[PriceTold]:
        """The score table."""
        return list(prices(self.game.rules, self.sentences)) if isinstance(self.game, Gulan) else []

    @property
    def options(self) -> list[OptionTold]:
        """Every option with the value that it has here."""
        return [option(path, value, self.sentences) for path, value in leaves(self.game.to_json())]


def cards(rules: RuleSet, sentences: Sentences) -> Iterator[str]:
    """The pack in lines."""
    deck, ranks = Deck(rules.pack), rules.pack.ranks
    yield sentences.say("rules-page", "pack", seats=rules.seats, cards=deck.size, total=deck.total)
    yield " ".join(f"{rank(each.rank):>2}" for each in ranks)
    yield " ".join(f"{each.points:>2}" for each in ranks)
    doubled = [rank(each.rank) for each in ranks if each.copies > 1]
    if len(doubled) == len(ranks):
        yield sentences.say("rules-page", "every-twice")
    elif doubled:
        yield sentences.say("rules-page", "twice", ranks=" ".join(doubled))
    for printed, meant in rules.pack.aliases.items():
        yield sentences.say("rules-page", "alias", printed=rank(printed), meant=rank(meant))


def stage(number: int, told: Stage, sentences: Sentences) -> str:
    """One stage of the deal and its auction."""
    singly = set(told.packets) == {1}
    packets = " + ".join(map(str, told.packets))
    order = told.auction.order + ("-twice" if told.auction.rounds > 1 else "")
    return sentences.say(
        "rules-page",
        "stage",
        number=number,
        cards=sum(told.packets),
        packets=sentences.say("rules-page", "singly" if singly else "packets", packets=packets),
        minimum=told.auction.minimum,
        order=sentences.say("orders", order),
    )


def prices(rules: RuleSet, sentences: Sentences) -> Iterator[PriceTold]:
    """The score table, from the lowest bid to the promises."""
    score = scoring.resolved(rules)
    starts = [*(band.at_least for band in score.bands), rules.total + 1]
    for band, (low, following) in zip(score.bands, pairwise(starts), strict=True):
        bid = sentences.say("rules-page", "range", low=low, high=following - 1) if low < following - 1 else str(low)
        kind = sentences.say("kinds", height(low, rules))
        yield priced(sentences.say("rules-page", "kind", bid=bid, kind=kind), Price(band.made, band.failed), sentences)
    yield priced(sentences.say("kinds", "thani"), score.thani, sentences)
    for promise in promises(rules):
        word = sentences.say("kinds", promise)
        if rules.jodi.score == "double":
            yield PriceTold(word, *[sentences.say("rules-page", "double")] * 2)
        else:
            yield priced(word, score.jodi, sentences)


def promises(rules: RuleSet) -> list[str]:
    """The promises that the rule set knows."""
    return ["jodi", "marujodi"][: rules.jodi.enabled * (1 + rules.jodi.marujodi)]


def height(bid: int, rules: RuleSet) -> str:
    """What kind of bid a number is."""
    if rules.score.total_named and bid == rules.total:
        return "total"
    if rules.senior is not None and bid >= rules.senior:
        return "senior"
    return "honors" if bid >= rules.honors else "ordinary"


def priced(bid: str, price: Price, sentences: Sentences) -> PriceTold:
    """A row of the score table."""
    return PriceTold(bid, signed(price.made, sentences), signed(price.failed, sentences))


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
