"""Whether a house's own rule set makes sense: what a table of values may not say (rummy/RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from dealproof.replay.core.cards import RANKS, SUITS
from dealproof.replay.core.ruleset import MAX_CARDS, Contradiction
from dealproof.replay.games.rummy.ruleset import HAND, Prices, RuleSet
from dealproof.verifier.encoding import MAX_INTEGER

PACK = len(SUITS) * len(RANKS)
SEATS = (2, 12)
MAX_PACKS = 3
"""More packs would put more copies of a card into a hand than `best_arrangement` knows of."""
MAX_COUNTED = 10 * HAND
"""The most points that a counted hand can have: an ace, a face card or a ten counts 10."""


def contradictions(rules: RuleSet) -> Iterator[Contradiction]:
    """Every contradiction."""
    yield from _tables(rules)
    if rules.min_naturals not in (0, 1):
        reason = f"This is {rules.min_naturals}; it must be 0 or 1."
        yield "/min_naturals", "out-of-range", reason
    if rules.missed_turns < 1:
        yield "/missed_turns", "out-of-range", "This must be 1 or more."
    if rules.turn_ms is not None and rules.turn_ms < 1:
        yield "/turn_ms", "out-of-range", "A turn must last at least 1 ms, or be null for no time limit."
    for price in fields(Prices):
        if getattr(rules.prices, price.name) < 0:
            yield f"/prices/{price.name}", "out-of-range", "This must be 0 or more."
    if rules.rate < 0:
        yield "/rate", "out-of-range", "This must be 0 or more."
    if not 0 <= rules.commission_permille <= 1000:
        yield "/commission_permille", "out-of-range", "This must be from 0 to 1000."
    yield from _tokens(rules)


def _tokens(rules: RuleSet) -> Iterator[Contradiction]:
    """What the winner may get from the others must be a number that a record can hold."""
    losers = max((table.seats for table in rules.tables), default=1) - 1
    if MAX_COUNTED * rules.rate * losers > MAX_INTEGER:
        reason = (
            f"{rules.rate} tokens a point, from {losers} seats with up to {MAX_COUNTED} points each, would exceed "
            f"{MAX_INTEGER}, the largest number in a record."
        )
        yield "/rate", "out-of-range", reason
    for price in fields(Prices):
        points = getattr(rules.prices, price.name)
        if points * rules.rate * losers > MAX_INTEGER:
            reason = (
                f"{points} points at {rules.rate} tokens a point, from {losers} seats, would exceed {MAX_INTEGER}, "
                "the largest number in a record."
            )
            yield f"/prices/{price.name}", "out-of-range", reason


def _tables(rules: RuleSet) -> Iterator[Contradiction]:
    if not rules.tables:
        yield "/tables", "out-of-range", "There must be at least one table."
    least, most = SEATS
    for index, table in enumerate(rules.tables):
        at = f"/tables/{index}"
        if not least <= table.seats <= most:
            yield f"{at}/seats", "out-of-range", f"This is {table.seats}; it must be from {least} to {most}."
        if table.seats in [earlier.seats for earlier in rules.tables[:index]]:
            yield f"{at}/seats", "equal-seats", f"There is already a table for {table.seats} seats."
        if not 1 <= table.packs <= MAX_PACKS:
            yield f"{at}/packs", "out-of-range", f"This is {table.packs}; it must be from 1 to {MAX_PACKS}."
        if table.jokers < 0:
            yield f"{at}/jokers", "out-of-range", "This must be 0 or more."
        most = MAX_CARDS - table.packs * PACK
        if table.jokers > most:
            reason = (
                f"This is {table.jokers}; beside {table.packs * PACK} other cards it may be at most {most}, "
                f"because a pack has at most {MAX_CARDS} cards."
            )
            yield f"{at}/jokers", "too-many-cards", reason
        # Beside the hands there is the turned card, and what a first draw needs: the opened card or one of the stock.
        cards, dealt = table.packs * PACK + table.jokers, table.seats * HAND
        if cards < dealt + 3:
            reason = f"{cards} cards are too few for {table.seats} hands of {HAND} and three more cards."
            yield at, "too-few-cards", reason
