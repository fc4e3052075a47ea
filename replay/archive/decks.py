"""The orders of cards that a hand was dealt from, by the label of their draw (PROTOCOL.md, "The random stream").

The place of a card in the canonical deck distinguishes two copies of a card, so an order is a permutation of `range(n)`
even where cards look alike. Statistics are on these permutations: their null is the uniform one, whatever the game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from dealproof.replay.core.engine import Draw, Game
from dealproof.replay.hashes import Hashed, hand_salt
from dealproof.replay.record.imported import ImportedRecord
from dealproof.verifier.shuffle import Draws

FIRST_SEAT: Final = "first-seat"
REDEAL: Final = "redeal"
COPIES: Final = "copies"
"""The label of the draw that distinguishes copies of a card in imported hands."""


@lru_cache
def deck_of(game: Game, seats: int) -> tuple[str, ...]:
    """The canonical deck of a game."""
    return game.deck(seats)


class Deck(NamedTuple):
    """One deal: the label of its draw, and the places in the canonical deck from the top."""

    label: str
    order: list[int]


class Drawn(NamedTuple):
    """Everything that a hand drew: its deals in order, and its first seat, or None in a game that draws none."""

    decks: tuple[Deck, ...]
    first_seat: int | None


def drawn(record: Hashed, redeals: int) -> Drawn | None:
    """What a hand drew that was dealt again `redeals` times. None where its seeds are not all open."""
    if record.server_seed is None or None in record.player_seeds:
        return None
    game, seats = record.game, len(record.seats)
    draws = Draws(record.server_seed, hand_salt(record))
    size = len(deck_of(game, seats))
    labels = [game.draw_of(deal) for deal in range(redeals + 1)]
    first = draws(FIRST_SEAT).uniform(seats) if game.draws_first_seat else None
    return Drawn(tuple(Deck(label, draws(label).order(size)) for label in labels), first)


def given(record: ImportedRecord) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The deals of an imported hand as permutations of its canonical deck, by the label of their draw; what was
    shuffled again during the hand is left out. Copies of a card look the same: which is which is drawn from the hand
    ID, so that a uniform order of cards gives a uniform permutation.
    """
    deck = deck_of(record.game, len(record.seats))
    whole = [cards for cards in record.deals if len(cards) == len(deck)]
    return tuple(
        (record.game.draw_of(deal), tuple(distinguished(cards, deck, f"{record.hand}/{deal}")))
        for deal, cards in enumerate(whole)
    )


def distinguished(cards: Sequence[str], deck: Sequence[str], name: str) -> list[int]:
    """The place in the `deck` of each of the `cards`, copies in the order of a draw that depends on `name` alone."""
    places: dict[str, list[int]] = defaultdict(list)
    draws = Draws(b"", name.encode())
    for place in draws(COPIES).order(len(deck)):
        places[deck[place]].append(place)
    return [places[card].pop() for card in cards]


def redeals(record: Hashed, legal: int) -> int:
    """How often a hand was dealt again by the first `legal` of its events."""
    return sum(event.do == REDEAL for event in record.events[:legal])


def dealt(record: Hashed | ImportedRecord, order: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """The cards that each seat is dealt at first from a deck in this order, all stages together, before any cut."""
    game, seats = record.game, len(record.seats)
    cards = deck_of(game, seats)
    stages = game.stages(seats, record.dealer, [cards[place] for place in order], draws_of(record))
    return tuple(tuple(card for stage in stages for card in stage[seat]) for seat in range(seats))


def draws_of(record: Hashed | ImportedRecord) -> Draw:
    """What gives the draws of a hand whose seeds are all open, or of an imported one."""
    if isinstance(record, ImportedRecord):
        return record.draws()
    assert record.server_seed is not None
    return Draws(record.server_seed, hand_salt(record))
