"""The rules of 28, 40 and 56 in words: cards, deal and auctions, prices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from dealproof.replay.games.gulan import scoring
from dealproof.replay.games.gulan.deck import Deck
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.ruleset import Pack, Price, RuleSet, Stage
from dealproof.web.presentation.cards import rank
from dealproof.web.presentation.game import PriceRow, RankRow
from dealproof.web.presentation.numbers import signed
from dealproof.web.presentation.translations import Sentences

DESCRIBED: Final = frozenset(
    {
        *("seats", "pack", "stages", "honors", "senior", "total"),
        *("score.bands", "score.thani", "score.jodi"),
    }
)
"""The options that stand among the cards, the deal and the prices, by path."""


def cards(game: Gulan, sentences: Sentences) -> Iterator[str]:
    """The pack: how many cards, and what is doubled or equal."""
    deck = Deck(game.rules.pack)
    yield sentences.say("rules-page", "pack", seats=game.rules.seats, cards=deck.size, total=deck.total)
    yield from doubled(game.rules.pack, sentences)
    for printed, meant in game.rules.pack.aliases.items():
        yield sentences.say("rules-page", "alias", printed=rank(printed), meant=rank(meant))


def ranks(game: Gulan) -> Iterator[RankRow]:
    """The ranks of the pack with their points, the strongest first."""
    for each in game.rules.pack.ranks:
        yield RankRow(f"{each.rank}s", each.points)


def doubled(pack: Pack, sentences: Sentences) -> Iterator[str]:
    """Which cards stand there twice."""
    twice = [rank(each.rank) for each in pack.ranks if each.copies > 1]
    if len(twice) == len(pack.ranks):
        yield sentences.say("rules-page", "every-twice")
    elif twice:
        yield sentences.say("rules-page", "twice", ranks=" ".join(twice))


def deal(game: Gulan, sentences: Sentences) -> Iterator[str]:
    """Every stage of the deal with the auction after it."""
    return (stage(number, each, sentences) for number, each in enumerate(game.rules.stages, 1))


def stage(number: int, dealt: Stage, sentences: Sentences) -> str:
    """One stage of the deal and its auction."""
    singly = set(dealt.packets) == {1}
    packets = " + ".join(map(str, dealt.packets))
    order = dealt.auction.order + ("-twice" if dealt.auction.rounds > 1 else "")
    return sentences.say(
        "rules-page",
        "stage",
        number=number,
        cards=sum(dealt.packets),
        packets=sentences.say("rules-page", "singly" if singly else "packets", packets=packets),
        minimum=dealt.auction.minimum,
        order=sentences.say("orders", order),
    )


def prices(game: Gulan, sentences: Sentences) -> Iterator[PriceRow]:
    """The score table, from the lowest bid to the promises."""
    rules = game.rules
    score = scoring.resolved(rules)
    starts = [*(band.at_least for band in score.bands), rules.total + 1]
    for band, (low, following) in zip(score.bands, pairwise(starts), strict=True):
        bid = sentences.say("rules-page", "range", low=low, high=following - 1) if low < following - 1 else str(low)
        kind = sentences.say("kinds", rules.kind_of(low))
        yield priced(sentences.say("rules-page", "kind", bid=bid, kind=kind), Price(band.made, band.failed), sentences)
    yield priced(sentences.say("kinds", "thani"), score.thani, sentences)
    for promise in promises(rules):
        word = sentences.say("kinds", promise)
        if rules.jodi.score == "double":
            yield PriceRow(word, *[sentences.say("rules-page", "double")] * 2)
        else:
            yield priced(word, score.jodi, sentences)


def promises(rules: RuleSet) -> list[str]:
    """The promises that the rule set knows."""
    return ["jodi", "marujodi"][: rules.jodi.enabled * (1 + rules.jodi.marujodi)]


def priced(bid: str, price: Price, sentences: Sentences) -> PriceRow:
    """A row of the score table."""
    return PriceRow(bid, signed(price.made, sentences), signed(price.failed, sentences))
