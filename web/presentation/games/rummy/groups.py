"""Groups of a hand of rummy in words: which kind each is, and why the cards outside them count.

>>> kind(("7h", "8h", "9h"), "J"), kind(("Ks", "Kd", "Jk"), "J"), kind(("5c", "6c", "Jh"), "J")
('pure', 'set', 'sequence')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dealproof.replay.games.rummy.deck import is_wild
from dealproof.web.presentation.pieces import Group
from dealproof.web.presentation.translations import Sentences

ASCENDING: Final = "A23456789TJQKA"
"""Ranks in the order of a sequence, with the ace at both ends."""
KINDS: Final = ("pure", "sequence", "set", "wild")
"""What a group can be, in the order in which groups are shown."""
SEQUENCES: Final = frozenset({"pure", "sequence"})
TWO_IN_A_ROW: Final = 6
"""Cards of one run that are two sequences."""


def groups_in_words(groups: Sequence[Sequence[str]], wild: str, sentences: Sentences) -> tuple[Group, ...]:
    """Groups, the pure sequence first and sets last."""
    sorted_groups = sorted(groups, key=lambda group: KINDS.index(kind(group, wild)))
    return tuple(Group(in_place(group, wild), sentences.say("melds", kind(group, wild))) for group in sorted_groups)


def kind(group: Sequence[str], wild: str) -> str:
    """What a group is: a pure sequence, a sequence, a set, or wild cards alone, which are whatever is needed."""
    if is_pure(group):
        return "pure"
    ranks = [card[0] for card in group if not is_wild(card, wild)]
    if not ranks:
        return "set" if len({*group}) == len(group) and len({card[0] for card in group}) == 1 else "wild"
    return "set" if len(ranks) > 1 and len({*ranks}) == 1 else "sequence"


def is_pure(group: Sequence[str]) -> bool:
    """Whether every card is in its own place in a row of one suit."""
    ranks = {card[0] for card in group}
    in_a_row = any({*ASCENDING[at : at + len(group)]} == ranks for at in range(len(ASCENDING) - len(group) + 1))
    return len({card[1] for card in group}) == 1 and len(ranks) == len(group) and in_a_row


def in_place(group: Sequence[str], wild: str) -> tuple[str, ...]:
    """The cards of a group as they lie: in a sequence each wild card in the first gap that there is, then behind the
    last card as far as the ace, then before the first.

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


def why(groups: Sequence[Sequence[str]], loose: Sequence[str], sentences: Sentences) -> str:
    """Why more than the cards outside groups counts, or "": there is no pure sequence, or no second sequence; six
    cards in a row are two."""
    if loose and not groups:
        return sentences.say("melds-why", "no-pure")
    if loose and len(groups) == 1 and len(groups[0]) < TWO_IN_A_ROW:
        return sentences.say("melds-why", "no-second")
    return ""
