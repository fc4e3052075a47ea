"""Whether a house's own rule set makes sense: what a table of values may not say (rules/gulan.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from replay.gulan.deck import Deck
from replay.gulan.ruleset import Pack, RuleSet
from replay.gulan.variants import POINTS
from replay.ready import Contradiction
from replay.shape import below, shown
from verifier.encoding import MAX_INTEGER

ORDER = tuple("J9ATKQ876")
"""The ranks of the family, strongest first (rules/gulan.md, "Decks")."""
STAND_INS = tuple("5432")
"""Ranks that the games leave out, and that may stand for others where one pack must do for two."""
MAX_COPIES = 2
SEATS = (2, 12)


def contradictions(rules: RuleSet) -> Iterator[Contradiction]:
    """Every contradiction. Later ones may rest on earlier ones."""
    yield from seats(rules.seats)
    yield from pack(rules.pack)
    yield from _deal(rules)
    yield from _heights(rules)
    yield from _auctions(rules)
    yield from _prices(rules)
    yield from _other(rules)


def seats(number: int) -> Iterator[Contradiction]:
    """What is wrong with a number of seats."""
    least, most = SEATS
    if not least <= number <= most or number % 2:
        yield "/seats", "odd-seats", f"{number} seats: two teams sit alternately, {least} to {most}, an even number."


def pack(cards: Pack) -> Iterator[Contradiction]:
    """What is wrong with a pack by itself."""
    ranks, aliases = cards.ranks, cards.aliases
    names = [each.rank for each in ranks]
    if not names:
        yield "/pack/ranks", "no-cards", "A pack needs ranks."
    for index, each in enumerate(ranks):
        at = f"/pack/ranks/{index}"
        if each.rank not in ORDER and not (each.rank in STAND_INS and each.rank in aliases):
            reason = (
                f"{shown(each.rank)} is no rank of these games: {' '.join(ORDER)}, or a stand-in under /pack/aliases."
            )
            yield f"{at}/rank", "unknown-rank", reason
        if each.rank in names[:index]:
            yield f"{at}/rank", "equal-ranks", f"The rank {shown(each.rank)} stands twice."
        if not 1 <= each.copies <= MAX_COPIES:
            yield f"{at}/copies", "out-of-range", f"{each.copies} copies: a pack has one or {MAX_COPIES} of a rank."
    yield from _aliases(cards)
    meant = [aliases.get(name, name) for name in names]
    if sorted(meant, key=ORDER.index) != meant:
        yield "/pack/ranks", "out-of-order", f"Ranks stand from the strongest to the weakest: {' '.join(ORDER)}."
    for index, (each, rank) in enumerate(zip(ranks, meant, strict=True)):
        if each.points != POINTS[rank]:
            yield (
                f"/pack/ranks/{index}/points",
                "wrong-points",
                f"{each.rank} counts {POINTS[rank]}, not {each.points}.",
            )


def _aliases(cards: Pack) -> Iterator[Contradiction]:
    names = {each.rank for each in cards.ranks}
    for printed, meant in cards.aliases.items():
        at = below("/pack/aliases", printed)
        if printed not in names or printed not in STAND_INS:
            yield at, "unknown-rank", f"{shown(printed)} stands for another rank, and is no stand-in in this pack."
        if meant not in ORDER:
            yield at, "unknown-rank", f"{shown(meant)} is no rank that another could stand for."
        if any(each.copies > 1 for each in cards.ranks):
            yield at, "two-packs", "Stand-ins are for one pack; this one has copies."


def _deal(rules: RuleSet) -> Iterator[Contradiction]:
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


def _heights(rules: RuleSet) -> Iterator[Contradiction]:
    total = Deck(rules.pack).total
    if rules.total != total:
        yield "/total", "wrong-total", f"The cards are worth {total} points, not {rules.total}."
    least = rules.stages[0].auction.minimum
    if not least <= rules.honors <= rules.total:
        reason = f"Honors at {rules.honors} must lie between the least bid, {least}, and the total, {rules.total}."
        yield "/honors", "out-of-range", reason
    if rules.senior is not None and not rules.honors < rules.senior <= rules.total:
        yield "/senior", "out-of-range", f"Senior at {rules.senior} must lie between honors and the total."


def _auctions(rules: RuleSet) -> Iterator[Contradiction]:
    for index, stage in enumerate(rules.stages):
        at = f"/stages/{index}/auction"
        if not 1 <= stage.auction.minimum <= rules.total:
            yield f"{at}/minimum", "out-of-range", f"The least bid must lie between 1 and the total, {rules.total}."
        if stage.auction.rounds not in ((1, 2) if stage.auction.order == "team-pass" else (1,)):
            yield f"{at}/rounds", "out-of-range", "An auction has one round; with team-pass it may have two."


MOST = MAX_INTEGER // 2
"""The largest price and the largest stock: a price may count twice, and a side may hold both stocks, in a number that a
record can hold."""


def _prices(rules: RuleSet) -> Iterator[Contradiction]:
    bands = rules.score.bands
    lowest = min((stage.auction.minimum for stage in rules.stages), default=0)
    if not bands or bands[0].at_least > lowest:
        yield "/score/bands", "no-price", f"The score table has no price for a bid of {lowest}."
    for index, (band, following) in enumerate(pairwise(bands), 1):
        if following.at_least <= band.at_least:
            yield f"/score/bands/{index}/at_least", "out-of-order", "Bands stand from the lowest bid to the highest."
    if bands and bands[-1].at_least > rules.total:
        yield f"/score/bands/{len(bands) - 1}/at_least", "out-of-range", f"No bid is above the total, {rules.total}."
    if rules.score.total_named and all(band.at_least != rules.total for band in bands):
        yield (
            "/score/total_named",
            "no-price",
            f"The total is named, and has no price: no band begins at {rules.total}.",
        )
    for index, band in enumerate(bands):
        if band.made < 1 or band.failed > -1:
            yield f"/score/bands/{index}", "out-of-range", "A bid made brings points, a failed one costs some."
        yield from _holdable(f"/score/bands/{index}/made", band.made)
        yield from _holdable(f"/score/bands/{index}/failed", band.failed)
    for name, price in (("thani", rules.score.thani), ("jodi", rules.score.jodi)):
        if price.failed == "flag" and rules.match.method != "kooli-return":
            yield f"/score/{name}/failed", "no-flags", f"The match method {rules.match.method} knows no flags."
        if price.made < 1 or (isinstance(price.failed, int) and price.failed > -1):
            yield f"/score/{name}", "out-of-range", "A bid made brings points, a failed one costs some."
        yield from _holdable(f"/score/{name}/made", price.made)
        yield from _holdable(f"/score/{name}/failed", 0 if price.failed == "flag" else price.failed)


def _holdable(at: str, points: int) -> Iterator[Contradiction]:
    if abs(points) >= MOST:
        reason = f"{points} points may count twice, and would then pass {MAX_INTEGER}, the largest number of a record."
        yield at, "out-of-range", reason


def _other(rules: RuleSet) -> Iterator[Contradiction]:
    hand_size = Deck(rules.pack).size // rules.seats
    if rules.match.stock < 1 or rules.match.flag_at < 1:
        yield "/match", "out-of-range", "Kooli are counted from 1."
    if rules.match.stock > MOST:
        reason = f"A side that holds both stocks of {rules.match.stock} would pass {MAX_INTEGER}, the largest number."
        yield "/match/stock", "out-of-range", reason
    if not 0 <= rules.jodi.min_cards <= hand_size:
        yield "/jodi/min_cards", "out-of-range", f"A seat holds 0 to {hand_size} cards."
    if rules.jodi.last_trick is not None and not 1 <= rules.jodi.last_trick <= hand_size:
        yield "/jodi/last_trick", "out-of-range", f"A hand has {hand_size} tricks, counted from 1."
    if rules.score.no_points is not None and rules.score.no_points < 1:
        yield "/score/no_points", "out-of-range", "A bid made brings points."
    if rules.score.no_points is not None:
        yield from _holdable("/score/no_points", rules.score.no_points)
    if rules.score.senior == "as-honors" and rules.senior is None:
        yield "/score/senior", "without-effect", "This rule set has no senior."
    yield from _jacks(rules)


def _jacks(rules: RuleSet) -> Iterator[Contradiction]:
    if rules.redeal.four_jacks and not any(each.rank == "J" for each in rules.pack.ranks):
        yield "/redeal/four_jacks", "without-effect", "This pack has no jacks."
    if rules.redeal.four_jacks_in_eight and (not rules.redeal.four_jacks or len(rules.stages) == 1):
        reason = "Four jacks in all cards are looked for only where four jacks are a reason, and more cards follow."
        yield "/redeal/four_jacks_in_eight", "without-effect", reason
