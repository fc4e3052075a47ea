"""Whether a house's own rule set makes sense: what a table of values may not say (gulan/RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dealproof.replay.core.ruleset import Contradiction
from dealproof.replay.games.gulan.deck import Deck
from dealproof.replay.games.gulan.ruleset import Pack, RuleSet
from dealproof.replay.games.gulan.variants import POINTS
from dealproof.replay.json_schema.value_schema import below, shown
from dealproof.verifier.encoding import MAX_INTEGER

ORDER = tuple("J9ATKQ876")
"""The ranks of the family, strongest first (gulan/RULES.md, "Decks")."""
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
        yield (
            "/seats",
            "odd-seats",
            f"{number} seats are not possible. Two teams need an even number from {least} to {most}.",
        )


def pack(cards: Pack) -> Iterator[Contradiction]:
    """What is wrong with a pack by itself."""
    ranks, aliases = cards.ranks, cards.aliases
    names = [each.rank for each in ranks]
    if not names:
        yield "/pack/ranks", "no-cards", "A pack needs ranks."
    for index, each in enumerate(ranks):
        at = f"/pack/ranks/{index}"
        if each.rank not in ORDER and not (each.rank in STAND_INS and each.rank in aliases):
            known = f"{' '.join(ORDER)}, or listed under /pack/aliases"
            reason = f"{shown(each.rank)} is not a rank of these games. It must be one of {known}."
            yield f"{at}/rank", "unknown-rank", reason
        if each.rank in names[:index]:
            yield f"{at}/rank", "equal-ranks", f"The rank {shown(each.rank)} occurs twice."
        if not 1 <= each.copies <= MAX_COPIES:
            yield f"{at}/copies", "out-of-range", f"This is {each.copies}; it must be 1 or {MAX_COPIES}."
    yield from _aliases(cards)
    meant = [aliases.get(name, name) for name in names]
    if sorted(meant, key=ORDER.index) != meant:
        yield "/pack/ranks", "out-of-order", f"Ranks must be listed from strongest to weakest: {' '.join(ORDER)}."
    for index, (each, rank) in enumerate(zip(ranks, meant, strict=True)):
        if each.points != POINTS[rank]:
            yield (
                f"/pack/ranks/{index}/points",
                "wrong-points",
                f"{each.rank} is worth {POINTS[rank]} points, not {each.points}.",
            )


def _aliases(cards: Pack) -> Iterator[Contradiction]:
    names = {each.rank for each in cards.ranks}
    for printed, meant in cards.aliases.items():
        at = below("/pack/aliases", printed)
        if printed not in names or printed not in STAND_INS:
            reason = (
                f"{shown(printed)} cannot be an alias. An alias is a rank of this pack, one of {' '.join(STAND_INS)}."
            )
            yield at, "unknown-rank", reason
        if meant not in ORDER:
            yield at, "unknown-rank", f"{shown(meant)} cannot have an alias. It must be one of {' '.join(ORDER)}."
        if any(each.copies > 1 for each in cards.ranks):
            yield at, "two-packs", "Aliases need a pack without copies; this pack has copies."


def _deal(rules: RuleSet) -> Iterator[Contradiction]:
    if not rules.stages:
        yield "/stages", "no-deal", "The deal needs at least one stage."
    for index, stage in enumerate(rules.stages):
        if not stage.packets or min(stage.packets) < 1:
            yield f"/stages/{index}/packets", "out-of-range", "Every packet must have at least one card."
    size = Deck(rules.pack).size
    dealt = sum(sum(stage.packets) for stage in rules.stages) * rules.seats
    if dealt != size:
        reason = f"The packets deal {dealt} cards to {rules.seats} seats, but the pack has {size}."
        yield "/stages", "uneven-deal", reason


def _heights(rules: RuleSet) -> Iterator[Contradiction]:
    total = Deck(rules.pack).total
    if rules.total != total:
        yield "/total", "wrong-total", f"The cards are worth {total} points, not {rules.total}."
    least = rules.stages[0].auction.minimum
    if not least <= rules.honors <= rules.total:
        reason = f"Honors are {rules.honors}, but must be from {least} (the minimum bid) to {rules.total} (the total)."
        yield "/honors", "out-of-range", reason
    if rules.senior is not None and not rules.honors < rules.senior <= rules.total:
        yield (
            "/senior",
            "out-of-range",
            f"Senior is {rules.senior}; it must be above {rules.honors} (honors), up to {rules.total}.",
        )


def _auctions(rules: RuleSet) -> Iterator[Contradiction]:
    for index, stage in enumerate(rules.stages):
        at = f"/stages/{index}/auction"
        if not 1 <= stage.auction.minimum <= rules.total:
            yield f"{at}/minimum", "out-of-range", f"The minimum bid must be from 1 to {rules.total} (the total)."
        if stage.auction.rounds not in ((1, 2) if stage.auction.order == "team-pass" else (1,)):
            yield f"{at}/rounds", "out-of-range", "An auction has 1 round, or with team-pass 1 or 2."


MOST = MAX_INTEGER // 2
"""The largest price and the largest stock: a price may count twice, and a side may hold both stocks, in a number that a
record can hold."""


def _prices(rules: RuleSet) -> Iterator[Contradiction]:
    bands = rules.score.bands
    lowest = min((stage.auction.minimum for stage in rules.stages), default=0)
    if not bands or bands[0].at_least > lowest:
        yield "/score/bands", "no-price", f"The score table has no entry for a bid of {lowest}."
    for index, (band, following) in enumerate(pairwise(bands), 1):
        if following.at_least <= band.at_least:
            yield f"/score/bands/{index}/at_least", "out-of-order", "Bands must be in ascending order of their bids."
    if bands and bands[-1].at_least > rules.total:
        yield (
            f"/score/bands/{len(bands) - 1}/at_least",
            "out-of-range",
            f"No bid is higher than the total, {rules.total}.",
        )
    if rules.score.total_named and all(band.at_least != rules.total for band in bands):
        yield (
            "/score/total_named",
            "no-price",
            f"A bid of the total needs its own score, but no band begins at {rules.total}.",
        )
    for index, band in enumerate(bands):
        if band.made < 1 or band.failed > -1:
            yield f"/score/bands/{index}", "out-of-range", "“made” must be 1 or more, “failed” -1 or less."
        yield from _holdable(f"/score/bands/{index}/made", band.made)
        yield from _holdable(f"/score/bands/{index}/failed", band.failed)
    for name, price in (("thani", rules.score.thani), ("jodi", rules.score.jodi)):
        if price.failed == "flag" and rules.match.method != "kooli-return":
            yield f"/score/{name}/failed", "no-flags", f"The match method {rules.match.method} has no flags."
        if price.made < 1 or (isinstance(price.failed, int) and price.failed > -1):
            yield f"/score/{name}", "out-of-range", "“made” must be 1 or more, “failed” -1 or less."
        yield from _holdable(f"/score/{name}/made", price.made)
        yield from _holdable(f"/score/{name}/failed", 0 if price.failed == "flag" else price.failed)


def _holdable(at: str, points: int) -> Iterator[Contradiction]:
    if abs(points) >= MOST:
        reason = f"{points} points may count twice, which would exceed {MAX_INTEGER}, the largest number in a record."
        yield at, "out-of-range", reason


def _other(rules: RuleSet) -> Iterator[Contradiction]:
    hand_size = Deck(rules.pack).size // rules.seats
    if rules.match.stock < 1 or rules.match.flag_at < 1:
        yield "/match", "out-of-range", "“stock” and “flag_at” must be 1 or more."
    if rules.match.stock > MOST:
        reason = f"A side that holds both stocks of {rules.match.stock} would exceed {MAX_INTEGER}, the largest number."
        yield "/match/stock", "out-of-range", reason
    if not 0 <= rules.jodi.min_cards <= hand_size:
        yield "/jodi/min_cards", "out-of-range", f"This must be from 0 to {hand_size}, the cards of a hand."
    if rules.jodi.last_trick is not None and not 1 <= rules.jodi.last_trick <= hand_size:
        yield "/jodi/last_trick", "out-of-range", f"This must be from 1 to {hand_size}, the tricks of a hand."
    if rules.score.no_points is not None and rules.score.no_points < 1:
        yield "/score/no_points", "out-of-range", "This must be 1 or more."
    if rules.score.no_points is not None:
        yield from _holdable("/score/no_points", rules.score.no_points)
    if rules.score.senior == "as-honors" and rules.senior is None:
        yield "/score/senior", "without-effect", "This rule set has no senior bids."
    yield from _jacks(rules)


def _jacks(rules: RuleSet) -> Iterator[Contradiction]:
    if rules.redeal.four_jacks and not any(each.rank == "J" for each in rules.pack.ranks):
        yield "/redeal/four_jacks", "without-effect", "This pack has no jacks."
    if rules.redeal.four_jacks_in_eight and (not rules.redeal.four_jacks or len(rules.stages) == 1):
        reason = "This needs “four_jacks” and a second stage of the deal."
        yield "/redeal/four_jacks_in_eight", "without-effect", reason
