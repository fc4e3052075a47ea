"""Cards as people see them: the suit's shape instead of its letter, and cards sorted into their suits.

>>> face("Td"), face("Jk")
('10♦', 'Joker')
>>> [group.cards for group in by_suit(["Js", "7h", "9s"])]
[('Js', '9s'), ('7h',)]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

SUITS = "shdc"
SHAPES = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
JOKER = "Jk"


class Suited(NamedTuple):
    """Cards of one suit; `suit` is "" for printed jokers."""

    suit: str
    cards: tuple[str, ...]


def rank(card: str) -> str:
    """The rank as printed on the card: T is written 10."""
    return "Joker" if card == JOKER else card[:1].replace("T", "10")


def suit(card: str) -> str:
    """The suit letter of a card, "" for the printed joker."""
    return "" if card == JOKER else card[1:2]


def shape(card: str) -> str:
    """The sign of the card's suit."""
    return SHAPES.get(suit(card), "")


def face(card: str) -> str:
    """The card as a person writes it."""
    return rank(card) + shape(card)


def by_suit(cards: Iterable[str]) -> list[Suited]:
    """The cards by suit, s h d c and jokers last, in the order given within a suit."""
    given = list(cards)
    groups = (Suited(letter, tuple(card for card in given if suit(card) == letter)) for letter in (*SUITS, ""))
    return [group for group in groups if group.cards]
