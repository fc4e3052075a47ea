"""Seating by aces in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dealproof.replay.games.gulan.deck import Deck
from dealproof.replay.games.seating.game import Seating
from dealproof.web.presentation.cards import rank
from dealproof.web.presentation.games.gulan import PriceTold
from dealproof.web.presentation.translations import Sentences

DEAL: Final = "deal-seating"


def cards(game: Seating, sentences: Sentences) -> Iterator[str]:
    """The pack, of which only the aces matter."""
    size = Deck(game.rules.pack).size
    yield sentences.say("rules-page", "pack-seating", seats=game.rules.seats, cards=size)
    yield " ".join(f"{rank(each.rank):>2}" for each in game.rules.pack.ranks)
    twice = [rank(each.rank) for each in game.rules.pack.ranks if each.copies > 1]
    if twice:
        yield sentences.say("rules-page", "twice", ranks=" ".join(twice))


def deal(game: Seating, sentences: Sentences) -> Iterator[str]:
    """How aces are dealt, and who then sits where."""
    yield sentences.say("rules-page", "aces", aces=game.rules.seats // 2)
    yield sentences.say("rules-page", "places")


def prices(game: Seating, sentences: Sentences) -> Iterator[PriceTold]:
    """Nothing is played for."""
    return iter(())
