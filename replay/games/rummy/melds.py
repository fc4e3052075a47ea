"""What a group of an arrangement is, how its cards lie in order, and which sequence a hand lacks (rummy/RULES.md,
"Groups").

>>> kind(("7h", "8h", "9h"), "J"), kind(("Ks", "Kd", "Jk"), "J"), kind(("5c", "6c", "Jh"), "J")
('pure', 'set', 'sequence')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dealproof.replay.core.cards import RANKS
from dealproof.replay.games.rummy.deck import is_wild
from dealproof.replay.games.rummy.groups import BIT, SHORTEST, SUIT, pure_runs

ASCENDING: Final = f"A{RANKS}"
"""Ranks in the order of a sequence, with the ace at both ends."""

SEQUENCES: Final = frozenset({"pure", "sequence"})
"""The kinds that are sequences."""


def kind(group: Sequence[str], wild: str) -> str:
    """Returns what a group is: "pure" (a sequence without a stand-in), "sequence", "set" or "wild" (only wild
    cards)."""
    if is_pure(group):
        return "pure"
    ranks = [card[0] for card in group if not is_wild(card, wild)]
    if not ranks:
        return "set" if len({*group}) == len(group) and len({card[0] for card in group}) == 1 else "wild"
    return "set" if len(ranks) > 1 and len({*ranks}) == 1 else "sequence"


def is_pure(group: Sequence[str]) -> bool:
    """Whether every card is in its own place in a row of one suit."""
    mask = 0
    for card in group:
        mask |= BIT.get(card, 0)
    return mask.bit_count() == len(group) and any(mask & suit == mask for suit in SUIT) and mask in pure_runs(mask)


def in_place(group: Sequence[str], wild: str) -> tuple[str, ...]:
    """Returns the cards of a group in order: in a sequence each wild card in the first gap that there is, then behind
    the last card as far as the ace, then before the first.

    >>> in_place(("5c", "7c", "Jk"), "J"), in_place(("Ad", "Qd", "Kd"), "J"), in_place(("Kh", "Ah", "8c"), "8")
    (('5c', 'Jk', '7c'), ('Qd', 'Kd', 'Ad'), ('8c', 'Kh', 'Ah'))
    """
    if kind(group, wild) not in SEQUENCES:
        return (*group,)
    if is_pure(group):
        return tuple(card for _, card in row(group))
    own = [card for card in group if not is_wild(card, wild)]
    spare = [card for card in group if is_wild(card, wild)]
    return tuple(gaps_filled(row(own), spare)) if len({card[1] for card in own}) == 1 else (*group,)


def row(own: Sequence[str]) -> list[tuple[int, str]]:
    """Cards of one suit with their heights, rising; the ace is at the nearer end."""
    low = sorted((ASCENDING.index(card[0]), card) for card in own)
    high = sorted((ASCENDING.rindex(card[0]), card) for card in own)
    return min(low, high, key=lambda cards: cards[-1][0] - cards[0][0])


def gaps_filled(cards: list[tuple[int, str]], spare: list[str]) -> Iterator[str]:
    """The cards with spare ones in their gaps, and of those that are left as many behind as there is room for."""
    lowest, highest = cards[0][0], cards[-1][0]
    inside = highest - lowest + 1 - len(cards)
    behind = min(len(spare) - inside, len(ASCENDING) - 1 - highest)
    gaps, after, before = iter(spare[:inside]), spare[inside : inside + behind], spare[inside + behind :]
    own = dict(cards)
    yield from before
    yield from (own.get(height) or next(gaps) for height in range(lowest, highest + 1))
    yield from after


def lacking(groups: Sequence[Sequence[str]], loose: Sequence[str]) -> str | None:
    """Returns why more than the cards outside groups counts: "no-pure" (there is no pure sequence), "no-second" (no
    second sequence; six cards in a row are two), or None."""
    if loose and not groups:
        return "no-pure"
    return "no-second" if loose and len(groups) == 1 and len(groups[0]) < 2 * SHORTEST else None
