"""Whether a house's own rule set makes sense: what a table of values may not say (rules/gulan.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from replay.cards import RANKS
from replay.gulan.deck import Deck
from replay.gulan.ruleset import Pack, RuleSet
from verifier.errors import Malformed

MAX_COPIES = 2
SEATS = (2, 12)


def check(rules: RuleSet, pointer: str) -> None:
    """Raises `Malformed` at the first contradiction in `rules`, which stand at `pointer`."""
    for below, code, reason in contradictions(rules):
        raise Malformed(f"{pointer}{below}", code, reason)


def contradictions(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    """Every contradiction: pointer below the rule set, code, sentence. Later ones may rest on earlier ones."""
    yield from seats(rules.seats)
    yield from pack(rules.pack)
    yield from _deal(rules)
    yield from _heights(rules)
    yield from _auctions(rules)
    yield from _prices(rules)
    yield from _other(rules)


def seats(number: int) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a number of seats."""
    least, most = SEATS
    if not least <= number <= most or number % 2:
        yield "/seats", "odd-seats", f"{number} seats: two teams sit alternately, {least} to {most}, an even number."


def pack(cards: Pack) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a pack by itself."""
    names = [each.rank for each in cards.ranks]
    if not names:
        yield "/pack/ranks", "no-cards", "A pack needs ranks."
    for index, each in enumerate(cards.ranks):
        at = f"/pack/ranks/{index}"
        if each.rank not in RANKS or len(each.rank) != 1:
            yield f"{at}/rank", "unknown-rank", f"{each.rank!r} is none of the ranks {' '.join(RANKS)}."
        if each.rank in names[:index]:
            yield f"{at}/rank", "equal-ranks", f"The rank {each.rank} stands twice."
        if not 1 <= each.copies <= MAX_COPIES:
            yield f"{at}/copies", "out-of-range", f"{each.copies} copies: a pack has one or {MAX_COPIES} of a rank."
        if each.points < 0:
            yield f"{at}/points", "out-of-range", "Card points are nought or more."
    points = {each.rank: each.points for each in cards.ranks}
    for printed, meant in cards.aliases.items():
        at = f"/pack/aliases/{printed}"
        if printed not in points or meant not in points or meant in cards.aliases:
            yield at, "unknown-rank", f"{printed!r} cannot stand for {meant!r}: both must be ranks of this pack."
        elif points[printed] != points[meant]:
            yield at, "unequal-points", f"{printed} stands for {meant} and must have its {points[meant]} points."


def _deal(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    if not rules.stages:
        yield "/stages", "no-deal", "A hand needs at least one stage of the deal."
    for index, stage in enumerate(rules.stages):
        if not stage.packets or min(stage.packets) < 1:
            yield f"/stages/{index}/packets", "out-of-range", "Every packet has at least one card."
    size = Deck(rules.pack).size
    dealt = sum(sum(stage.packets) for stage in rules.stages) * rules.seats
    if dealt != size:
        reason = f"The packets give {dealt} cards to {rules.seats} seats; the pack has {size}."
        yield "/stages", "uneven-deal", reason


def _heights(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    total = Deck(rules.pack).total
    if rules.total != total:
        yield "/total", "wrong-total", f"The cards are worth {total} points, not {rules.total}."
    if not 0 < rules.honors <= rules.total:
        yield "/honors", "out-of-range", f"Honors at {rules.honors} must lie between 1 and the total, {rules.total}."
    if rules.senior is not None and not rules.honors < rules.senior <= rules.total:
        yield "/senior", "out-of-range", f"Senior at {rules.senior} must lie between honors and the total."


def _auctions(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    for index, stage in enumerate(rules.stages):
        at = f"/stages/{index}/auction"
        if not 1 <= stage.auction.minimum <= rules.total:
            yield f"{at}/minimum", "out-of-range", f"The least bid must lie between 1 and the total, {rules.total}."
        if stage.auction.rounds not in ((1, 2) if stage.auction.order == "team-pass" else (1,)):
            yield f"{at}/rounds", "out-of-range", "An auction has one round; with team-pass it may have two."


def _prices(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    bands = rules.score.bands
    lowest = min((stage.auction.minimum for stage in rules.stages), default=0)
    if not bands or bands[0].at_least > lowest:
        yield "/score/bands", "no-price", f"The score table has no price for a bid of {lowest}."
    for index, (band, following) in enumerate(pairwise(bands), 1):
        if following.at_least <= band.at_least:
            yield f"/score/bands/{index}/at_least", "out-of-order", "Bands stand from the lowest bid to the highest."
    for index, band in enumerate(bands):
        if band.made < 1 or band.failed > -1:
            yield f"/score/bands/{index}", "out-of-range", "A bid made brings points, a failed one costs some."
    for name, price in (("thani", rules.score.thani), ("jodi", rules.score.jodi)):
        if price.failed == "flag" and rules.match.method != "kooli-return":
            yield f"/score/{name}/failed", "no-flags", f"The match method {rules.match.method} knows no flags."
        if price.made < 1 or (isinstance(price.failed, int) and price.failed > -1):
            yield f"/score/{name}", "out-of-range", "A bid made brings points, a failed one costs some."


def _other(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    if rules.match.stock < 1 or rules.match.flag_at < 1:
        yield "/match", "out-of-range", "Kooli are counted from 1."
    if rules.jodi.min_cards < 0:
        yield "/jodi/min_cards", "out-of-range", "Cards are counted from 0."
    if rules.redeal.four_jacks_in_eight and not rules.redeal.four_jacks:
        reason = "Four jacks in all the cards are looked for only where four jacks are a reason for a redeal."
        yield "/redeal/four_jacks_in_eight", "without-effect", reason
    if rules.score.senior == "as-honors" and rules.senior is None:
        yield "/score/senior", "without-effect", "This rule set has no senior."
