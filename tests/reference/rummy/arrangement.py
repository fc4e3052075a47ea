"""The best arrangement of a hand by trying everything: rummy/RULES.md, "Groups" and "Count"."""

import functools
import itertools

SUITS = "shdc"
RANKS = "A23456789TJQK"
ROW = [*range(13), 0]
"""Places in a row as indexes of RANKS: the ace stands at both ends."""
DECK = [rank + suit for suit in SUITS for rank in RANKS] + ["Jk"]


def is_wild(card, wild):
    return card == "Jk" or card[0] == wild


def points(card, wild):
    if is_wild(card, wild):
        return 0
    return 10 if card[0] in "AKQJT" else int(card[0])


def has_twin(group):
    bare = [card for card in group if card != "Jk"]
    return len(bare) != len(set(bare))


def fills(group, places, wild):
    """Whether the cards fill the places: each card that is not wild in its own, at least one card in its own."""
    if any(card not in places and not is_wild(card, wild) for card in group):
        return False
    return any(card in places for card in group)


def rows(length):
    """The places of every sequence of a length."""
    for suit in SUITS:
        for start in range(14 - length + 1):
            row = {RANKS[index] + suit for index in ROW[start : start + length]}
            if len(row) == length:
                yield row


ROWS = {length: list(rows(length)) for length in range(3, 14)}
SETS = [{rank + suit for suit in SUITS} for rank in RANKS]


def is_sequence(group, wild):
    return 3 <= len(group) <= 13 and not has_twin(group) and any(fills(group, row, wild) for row in ROWS[len(group)])


def is_pure(group):
    return 3 <= len(group) <= 13 and set(group) in ROWS[len(group)] and not has_twin(group)


def is_set(group, wild):
    if not 3 <= len(group) <= 4 or has_twin(group):
        return False
    return any(fills(group, places, wild) for places in SETS)


@functools.lru_cache(100_000)
def group_of(group, wild):
    """(sequences in it, pure) of cards that form a group, else None."""
    tame = [card for card in group if not is_wild(card, wild)]
    if len({card[0] for card in tame}) > 1 and len({card[1] for card in tame}) > 1:
        return None
    if is_sequence(group, wild):
        return 1, is_pure(group)
    return (0, False) if is_set(group, wild) else None


def groups_from(hand, wild):
    """Every group of a hand, by the index of its first card: (mask of indexes, orders, sequences in it, pure)."""
    found = {first: [] for first in range(len(hand))}
    for size in range(3, 14):
        for chosen in itertools.combinations(range(len(hand)), size):
            group = tuple(hand[index] for index in chosen)
            kind = group_of(group, wild)
            if kind:
                found[chosen[0]].append((sum(1 << index for index in chosen), order(group), *kind))
    return found


def order(cards):
    return tuple(DECK.index(card) for card in cards)


def best_arrangement(cards, wild):
    """(points, melds, arranged) as a record's result and rummy_hands.jsonl have them."""
    hand = tuple(sorted(cards, key=DECK.index))
    values = [points(card, wild) for card in hand]
    groups = groups_from(hand, wild)

    @functools.cache
    def best(rest, sequences, pure):
        """The least (points, cards, groups, list of groups) over all ways to arrange the cards whose indexes are in
        `rest`, where so many sequences (2 for more) and a pure one (or none) are there already; None where two
        sequences, one of them pure, cannot be had."""
        if not rest:
            return (0, 0, 0, ()) if sequences == 2 and pure else None
        first = (rest & -rest).bit_length() - 1
        found = []
        without = best(rest ^ 1 << first, sequences, pure)
        if without is not None:
            loose, count, size, melds = without
            found.append((loose + values[first], count + 1, size, melds))
        for mask, group, adds, clean in groups[first]:
            if mask & rest == mask:
                more = best(rest ^ mask, min(sequences + adds, 2), pure or clean)
                if more is not None:
                    loose, count, size, melds = more
                    found.append((loose, count, size + 1, tuple(sorted([group, *melds]))))
        return min(found, default=None)

    two_sequences = best((1 << len(hand)) - 1, 0, pure=False)
    ways = [] if two_sequences is None else [two_sequences]
    for runs in groups.values():
        for mask, run, _, clean in runs:
            if clean:
                inside = sum(value for index, value in enumerate(values) if mask >> index & 1)
                ways.append((sum(values) - inside, len(hand) - len(run), 1, (run,)))
    if not ways:
        return sum(values), [], False
    loose, _, _, melds = min(ways)
    arranged = two_sequences is not None and two_sequences[:2] == (0, 0)
    return loose, [[DECK[index] for index in group] for group in melds], arranged
