"""What every seat saw of a hand, event by event: the games' own views (`replay.core.engine.GameOf.view`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dealproof.replay import audit, imported
from dealproof.replay.core.engine import Hand
from dealproof.replay.judge import AnyRecord
from dealproof.replay.record.imported import ImportedRecord

View = dict[str, Any]
"""What one seat may see, under the names of its game."""

MOST: Final = 2000
"""The most events of a hand whose views are listed; the longest hand in the fixtures has 485."""


def views(record: AnyRecord) -> Iterator[tuple[View, ...]]:
    """Yields one view a seat: of the hand as dealt, and after each event as far as they are legal. Nothing where the
    cards are not known, and of a hand with more than `MOST` events. The record has been judged."""
    hand = dealt(record)
    if hand is None or len(record.events) > MOST:
        return
    game, seats = record.game, range(len(record.seats))
    yield tuple(game.view(hand, seat) for seat in seats)
    for event in record.events:
        if game.fault(hand, event) is not None:
            return
        hand.apply(event)
        yield tuple(game.view(hand, seat) for seat in seats)


def dealt(record: AnyRecord) -> Hand | None:
    """The hand before any event; None where the server seed is hidden or a player's seed is missing."""
    if isinstance(record, ImportedRecord):
        return imported.deal_import(record)
    return audit.deal(record) if record.server_seed is not None and None not in record.player_seeds else None
