"""The cards of a table in canonical order (PROTOCOL.md, "The random stream"; rummy/RULES.md, "Deal")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dealproof.replay.core.cards import JOKER, KINDS, RANKS, TEXTS
from dealproof.replay.games.rummy.groups import DECK
from dealproof.replay.games.rummy.ruleset import Table

SUIT_SIZE: Final = len(RANKS)

IN_ORDER: Final = tuple(KINDS[text] for text in DECK)
"""Every kind of card once, in deck order: suits s h d c, ranks from the ace to the king, the printed joker."""

PLACE: Final = tuple(IN_ORDER.index(kind) for kind in range(len(TEXTS)))
"""The place of each kind in that order."""


def is_wild(card: str, wild: str) -> bool:
    """Whether a card is wild where `wild` is the wild rank, or "Jk" for printed jokers alone."""
    return card == TEXTS[JOKER] or card[0] == wild


def kinds_at(table: Table) -> tuple[int, ...]:
    """The kind at each place of a table's canonical deck: pack by pack, then the printed jokers."""
    return IN_ORDER[:-1] * table.packs + (JOKER,) * table.jokers


def texts(kinds: Iterable[int]) -> list[str]:
    """Cards as text, in deck order."""
    return [TEXTS[kind] for kind in sorted(kinds, key=PLACE.__getitem__)]
