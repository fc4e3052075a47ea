"""Cards: small integers inside the engines, text only at the edge (RECORD.md, "Cards").

A *kind* is a card as it is printed, 0 to 52: suit × 13 + rank for the four suits s h d c and the ranks
2 3 4 5 6 7 8 9 T J Q K A, and 52 for the printed joker `Jk`. Two copies of a card in a double pack are one kind.

>>> KINDS["Js"], TEXTS[KINDS["Td"]], KINDS["Jk"]
(9, 'Td', 52)
"""

from __future__ import annotations

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
JOKER: Final = 52

TEXTS: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), "Jk")
"""The text of each kind."""

KINDS: Final[dict[str, int]] = {text: kind for kind, text in enumerate(TEXTS)}
"""The kind of each text: all 53 cards of the notation, and no other text."""
