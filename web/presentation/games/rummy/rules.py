"""The rules of thirteen-card rummy in words: cards and play."""

from __future__ import annotations

from collections.abc import Iterator

from dealproof.replay.games.rummy.deck import SUIT_SIZE
from dealproof.replay.games.rummy.game import Rummy
from dealproof.replay.games.rummy.groups import DECK
from dealproof.replay.games.rummy.packing import VALUE
from dealproof.replay.games.rummy.ruleset import HAND
from dealproof.web.presentation.cards import JOKER
from dealproof.web.presentation.game import RankRow
from dealproof.web.presentation.translations import Sentences


def cards(game: Rummy, sentences: Sentences) -> Iterator[str]:
    """The packs of every number of seats, and what a card counts."""
    for table in game.rules.tables:
        values = {"seats": table.seats, "packs": table.packs, "jokers": table.jokers}
        yield sentences.say("rules-page", "table-rummy", cards=len(game.decks[table.seats]), **values)
    yield sentences.say("rules-page", "counts-rummy")


def ranks(game: Rummy) -> Iterator[RankRow]:
    """The ranks in a row with what a card of each counts, and the joker, which counts nothing."""
    for card in DECK[:SUIT_SIZE]:
        yield RankRow(card, VALUE[card[0]])
    yield RankRow(JOKER, 0)


def deal(game: Rummy, sentences: Sentences) -> Iterator[str]:
    """The deal, a turn, what may be declared, and the count."""
    return (sentences.say("rules-page", f"rummy-{part}", hand=HAND) for part in ("deal", "turn", "groups", "count"))
