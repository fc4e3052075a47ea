"""What the rules of 28, 40 and 56 rest on: sentences of the three texts, and rulings (gulan/RULES.md).

The numbers count the sentences of a text from its beginning: G 99 is the ninety-ninth sentence of the Gulan Parish
article. `tests/rules/test_grounds.py` compares the table with the rule books and with the marks in the docstrings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from dealproof.replay.core.grounds import Ground, Sentences, rule_ids
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.ruleset import RuleSet
from dealproof.replay.games.gulan.rulings import OF_RULE, C, G, K, everywhere, two_phases, with_concealed_trump

Where = Callable[[RuleSet], bool]


class Row(NamedTuple):
    """A rule of the family: its ID, the part of a hand, its sentences by text, further rulings behind it than those
    that a broken rule names, and the rule sets in which an event can break it."""

    rule: str
    part: str
    sentences: Sentences
    rulings: tuple[str, ...] = ()
    where: Where = everywhere


def with_redeals(rules: RuleSet) -> bool:
    """Rule sets in which some hands must be dealt again."""
    redeal = rules.redeal
    return "must" in (redeal.eldest_no_points, redeal.four_jacks, redeal.no_trump_against)


def with_promises(rules: RuleSet) -> bool:
    """Rule sets in which a seat can be asked for a promise."""
    return rules.jodi.enabled


def with_nobody_to_ask(rules: RuleSet) -> bool:
    """Rule sets in which a question may find nobody to answer it."""
    return rules.jodi.enabled and (rules.jodi.question == "winning-card" or rules.jodi.marujodi)


ROWS: Final = (
    Row("cut-after-deal", "cut", {G: (48,), K: (13,)}),
    Row("cut-wrong-seat", "cut", {G: (48,), K: (13,)}),
    Row("cut-out-of-range", "cut", {}),
    Row("call-out-of-turn", "auction", {G: (72, 82, 83, 88), K: (12, 13), C: (18, 19)}),
    Row("eldest-must-bid", "auction", {G: (70, 71, 81), K: (18,), C: (23,)}),
    Row("bid-too-low", "auction", {G: (68, 69, 86, 87), K: (18,), C: (21,)}),
    Row("bid-not-higher", "auction", {G: (73, 84), K: (20, 23), C: (20, 21)}),
    Row("bid-over-partner-needs-honors", "auction", {G: (85,), K: (20,), C: (24,)}),
    Row("bid-too-high", "auction", {G: (166, 167), K: (9, 48), C: (13, 21)}),
    Row("thani-not-yet", "auction", {}, where=two_phases),
    Row("call-after-auction", "auction", {G: (97,), K: (21, 22), C: (19,)}),
    Row("redeal-owed", "redeal", {K: (54, 55, 57), C: (27, 39)}, where=with_redeals),
    Row("redeal-without-cause", "redeal", {}),
    Row("conceal-not-declarer", "trump", {G: (89, 90, 91), K: (15,), C: (28,)}),
    Row("conceal-not-in-hand", "trump", {G: (4,), K: (15, 17), C: (28, 34)}),
    Row("trump-not-chosen", "trump", {G: (97,), K: (15,), C: (28,)}),
    Row("trump-already-chosen", "trump", {G: (89, 159), K: (15, 61), C: (28, 52)}),
    Row("ask-not-void", "turning-up", {G: (103, 107), K: (39, 40, 44), C: (33,)}),
    Row("ask-when-leading", "turning-up", {G: (103, 107), K: (40, 44), C: (33,)}),
    Row("ask-by-declarer", "turning-up", {G: (107,), K: (33,), C: (30, 33)}, where=with_concealed_trump),
    Row("asker-must-trump", "turning-up", {G: (108, 109), C: (35,)}, where=with_concealed_trump),
    Row("trump-already-open", "turning-up", {G: (107,), K: (33,), C: (33, 34)}),
    Row("no-trump-game", "turning-up", {K: (61,), C: (52,)}, ("thani-without-trump",)),
    Row("reveal-by-other", "turning-up", {G: (107, 111), K: (33,), C: (36,)}, where=with_concealed_trump),
    Row("reveal-when-leading", "turning-up", {G: (111,), K: (33,), C: (36,)}, where=with_concealed_trump),
    Row("reveal-not-void", "turning-up", {G: (111,), K: (33,), C: (36,)}, where=with_concealed_trump),
    Row(
        "declarer-may-not-reveal-on-trump-lead",
        "turning-up",
        {K: (29, 30, 31, 32), C: (37, 38)},
        where=with_concealed_trump,
    ),
    Row("self-reveal-plays-concealed-card", "turning-up", {G: (112,), K: (33,), C: (36,)}, where=with_concealed_trump),
    Row("self-reveal-must-ruff", "turning-up", {G: (111,)}, where=with_concealed_trump),
    Row("last-card-must-be-revealed", "turning-up", {K: (35, 36, 37)}, where=with_concealed_trump),
    Row("play-out-of-turn", "play", {G: (22, 98, 100, 160), K: (12, 13), C: (15, 42)}, ("eldest-leads", "thani-leads")),
    Row("card-not-in-hand", "play", {G: (216,), K: (17, 31), C: (34, 38)}),
    Row("must-follow-suit", "play", {G: (99,), K: (29, 33), C: (40,)}),
    Row(
        "declarer-may-not-lead-trump",
        "play",
        {G: (101, 102), K: (27, 28), C: (31, 32)},
        ("all-trumps-may-lead", "lead-ban-ends-when-open"),
        with_concealed_trump,
    ),
    Row("declarer-may-not-discard-trump", "play", {K: (34,)}, ("only-trumps-reveals",), with_concealed_trump),
    Row("no-jack-discard", "play", {K: (58,)}),
    Row("jodi-not-in-these-rules", "promise", {K: (58,), C: (47,)}),
    Row("jodi-not-now", "promise", {G: (172,), C: (48, 50)}),
    Row("jodi-trick-lost", "promise", {G: (172, 173, 176), C: (47, 49)}),
    Row("jodi-not-allowed-at-this-bid", "promise", {G: (178, 179), C: (47,)}),
    Row("jodi-already", "promise", {}),
    Row("jodi-wrong-team", "promise", {G: (172, 173, 177), C: (47, 50)}),
    Row("ask-jodi-nobody", "promise", {}, where=with_nobody_to_ask),
    Row("jodi-answer-owed", "promise", {}, where=with_promises),
    Row("jodi-no-question", "promise", {}),
    Row("play-after-end", "end", {}),
)
"""Every rule, in the order of a hand."""


def grounds(game: Gulan) -> tuple[Ground, ...]:
    """What each rule of a rule set rests on, without those that nothing can break in it."""
    known = rule_ids(game.book)
    return tuple(ground(row, game) for row in ROWS if row.rule in known and row.where(game.rules))


def ground(row: Row, game: Gulan) -> Ground:
    """A row for one rule set: the sentences of the text that it follows, and its rulings."""
    source: str = game.rules.source
    own = {source: row.sentences[source]} if source in row.sentences else {}
    behind = (*OF_RULE.get(row.rule, ()), *row.rulings)
    return Ground(row.rule, row.part, own, tuple(each for each in game.rulings if each.id in behind))
