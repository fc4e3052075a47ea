"""The pack of 52 as tables. Inside the engine a card is its kind (`replay.core.cards`) and a set of cards a mask over
kinds: within a suit the greater kind is the stronger card, so no table of strengths is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dealproof.replay.core.cards import KINDS, RANKS, SUITS, TEXTS

SUIT_SIZE: Final = len(RANKS)
KIND_AT: Final = tuple(KINDS[rank + suit] for suit in SUITS for rank in reversed(RANKS))
"""The kind at each place of the canonical deck: s h d c, in each suit A K Q … 2 (kazhutha/RULES.md, "Deck")."""
SIZE: Final = len(KIND_AT)
SUIT_MASKS: Final = tuple(((1 << SUIT_SIZE) - 1) << suit * SUIT_SIZE for suit in range(len(SUITS)))
ACE_OF_SPADES: Final = KINDS["As"]
ALL_CARDS: Final = (1 << SIZE) - 1


def kinds(cards: int) -> Iterator[int]:
    """The kinds in a mask, in deck order."""
    return (kind for kind in KIND_AT if cards >> kind & 1)


def texts(cards: int) -> tuple[str, ...]:
    """The cards of a mask as text, in deck order."""
    return tuple(TEXTS[kind] for kind in kinds(cards))
