"""The best arrangement of a hand of rummy: fewest points, then the tie-break of rummy/RULES.md, exactly.

>>> best = best_arrangement("7h 8h 9h 2c 3c 4c Kd Ks Jk 5s 5h 6d Qc".split(), "J")
>>> best.points, best.melds, best.loose
(26, (('Ks', 'Kd', 'Jk'), ('7h', '8h', '9h'), ('2c', '3c', '4c')), ('5s', '5h', '6d', 'Qc'))
>>> declarations("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 2s".split(), "Jk")
('2s',)

A hand counts its loose cards where its groups hold two sequences, one of them pure; every card outside its one run
where it has a pure sequence and no second one; every card where it has none. Points first, then the fewest cards
outside the groups that count, then the fewest groups, then what comes first in deck order. (rummy/RULES.md)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dealproof.replay.games.rummy.groups import BIT, DECK, INDEX, PACK, SHORTEST, spelled
from dealproof.replay.games.rummy.packing import CARD, POINT, Cards, Packing, loose_cost, packings
from dealproof.replay.games.rummy.sharing import WILD_ONLY, Group, OpenGroup, PendingGroups, first_groups

MOST: Final = 14
"""How many cards a hand has at most: 13, and one just drawn."""

WILDS: Final = (*"A23456789TJQK", "Jk")
"""What can be wild in a hand: a rank, or printed jokers alone."""

UNLIMITED: Final = 1 << 30
"""A cost beyond that of any hand."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand arranged: its points, the groups that count and the cards outside them, all in deck order, and whether
    the hand may be declared: every card in a group, two sequences among them and one of these pure."""

    points: int
    melds: tuple[tuple[str, ...], ...]
    loose: tuple[str, ...]
    arranged: bool


def best_arrangement(cards: Sequence[str], wild: str, naturals: int = 1) -> Arrangement:
    """The best arrangement of up to 14 cards (texts such as "Td"), in any order.

    `wild` is the wild rank, or "Jk" if only printed jokers are wild; `naturals` (0 or 1) is the least number of cards
    in their own place in a group. Raises `ValueError` for a text that is not a card, an unknown wild rank, more than 14
    cards or a card more than three times.
    """
    hand = sort_out(cards, wild)
    cost, found = packings(hand, UNLIMITED, naturals)
    if not found:
        return Arrangement(loose_cost(hand.tame) // POINT, (), _outside(cards, ()), arranged=False)
    groups = groups_of(found, naturals)
    loose = _outside(cards, groups)
    return Arrangement(cost // POINT, tuple(map(_texts, groups)), loose, not loose and len(cards) >= 2 * SHORTEST)


def declarations(cards: Sequence[str], wild: str, naturals: int = 1) -> tuple[str, ...]:
    """The cards, in deck order, any one of which may be laid down to declare the others.

    Raises `ValueError` as `best_arrangement` does.
    """
    kinds = [card for card in DECK if card in cards]
    return tuple(card for card in kinds if is_arranged(_without(cards, card), wild, naturals))


def best_discards(cards: Sequence[str], wild: str, naturals: int = 1) -> tuple[str, ...]:
    """The cards, in deck order, any one of which may be thrown to leave the fewest points in the others.

    Raises `ValueError` as `best_arrangement` does.
    """
    kinds = [card for card in DECK if card in cards]
    points = {card: best_arrangement(_without(cards, card), wild, naturals).points for card in kinds}
    fewest = min(points.values(), default=0)
    return tuple(card for card in kinds if points[card] == fewest)


def is_arranged(cards: Sequence[str], wild: str, naturals: int = 1) -> bool:
    """Whether the cards may be declared: quicker than the whole best arrangement."""
    return bool(packings(sort_out(cards, wild), CARD - 1, naturals)[1]) and len(cards) >= 2 * SHORTEST


def sort_out(cards: Sequence[str], wild: str) -> Cards:
    """Sorts the cards of a hand into those that are wild and those that are not."""
    if wild not in WILDS:
        raise ValueError(f'{wild!r} is not a wild rank. Use one of {" ".join(WILDS[:-1])}, or "Jk" for printed jokers.')
    if len(cards) > MOST:
        raise ValueError(f"There are {len(cards)} cards; a hand has at most {MOST}.")
    ranked, tame, copies, third = 0, 0, 0, 0
    wilds = []
    for card in cards:
        bit = BIT.get(card, 0)
        if not bit or card[0] == wild:
            wilds.append(_order(card))
            ranked |= bit
        elif not tame & bit:
            tame |= bit
        elif not copies & bit:
            copies |= bit
        elif not third & bit:
            third |= bit
        else:
            raise ValueError(f"{card} occurs more than three times.")
    return Cards(tame | copies << PACK | third << 2 * PACK, ranked, tuple(sorted(wilds)), len(cards))


def _order(card: str) -> int:
    order = INDEX.get(card)
    if order is None:
        raise ValueError(f'{card!r} is not a card. A card is a rank (A 2 to 9 T J Q K) and a suit (s h d c), or "Jk".')
    return order


def groups_of(found: Sequence[Packing], naturals: int) -> list[Group]:
    """The groups, sorted, that come first among packings of one cost."""
    alone = [spelled(packing.pure) for packing in found if packing.alone]
    if alone:
        return [min(alone)]
    forced = [_forced(packing) for packing in found]
    if all(forced):
        return min(sorted(groups) for groups in forced)
    return first_groups([_way(packing) for packing in found], naturals)


def _forced(packing: Packing) -> list[Group]:
    """The groups of a packing whose wild cards can go one way only; none where they have a choice."""
    parts, wilds = packing.parts, packing.wilds
    if not wilds:
        return [spelled(packing.pure), *(spelled(part.mask) for part in parts)]
    if packing.spare or packing.wild_only:
        return []
    hungry = [part for part in parts if part.needs]
    if len(parts) > 1 and (len(hungry) != 1 or hungry[0].needs < len(wilds)):
        return []
    taker = hungry[0] if hungry else parts[0]
    filled = tuple(sorted(spelled(taker.mask) + wilds))
    return [spelled(packing.pure), filled, *(spelled(part.mask) for part in parts if part is not taker)]


def _way(packing: Packing) -> PendingGroups:
    open_groups = [OpenGroup(spelled(part.mask), part.needs, part.takes) for part in packing.parts]
    pure = OpenGroup(spelled(packing.pure), 0, 0)
    return PendingGroups(
        tuple(sorted([pure, *open_groups, *[WILD_ONLY] * packing.wild_only])), packing.wilds, packing.spare
    )


def _texts(group: Sequence[int]) -> tuple[str, ...]:
    return tuple([DECK[order] for order in group])


def _without(cards: Sequence[str], card: str) -> list[str]:
    others = list(cards)
    others.remove(card)
    return others


def _outside(cards: Sequence[str], groups: Sequence[Group]) -> tuple[str, ...]:
    left = sorted([INDEX[card] for card in cards])
    for group in groups:
        for order in group:
            left.remove(order)
    return _texts(left)
