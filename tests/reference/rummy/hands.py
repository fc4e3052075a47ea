"""Hands of rummy at random, biased to be hard, for the tests of the best arrangement."""

from .arrangement import is_wild

RANKS = "A23456789TJQK"
SUITS = "shdc"


def full_deck(packs):
    return [rank + suit for rank in RANKS for suit in SUITS] * packs + ["Jk"] * packs


def hard_hand(rng, size, wilds):
    """A hand of `size` cards with `wilds` wild ones at least and its wild rank: rows of a suit with doubled cards,
    aces at both ends, cards of one rank, the rest at random."""
    packs = rng.choice((2, 3))
    deck = full_deck(packs)
    rng.shuffle(deck)
    wild = rng.choice([*RANKS, "Jk"])
    hand = [card for card in deck if is_wild(card, wild)][:wilds]

    def take(card):
        if len(hand) < size and hand.count(card) < packs:
            hand.append(card)

    for _ in range(rng.randint(0, 3)):
        suit, length = rng.choice(SUITS), rng.choice((3, 3, 4, 6))
        start = rng.choice((0, 14 - length, rng.randrange(14 - length)))
        row = [rank + suit for rank in [*RANKS, "A"][start : start + length]]
        for card in [*row, *rng.choice(([], [row[1]]))]:
            take(card)
    if rng.random() < 0.4:
        rank = rng.choice(RANKS)
        for suit in "shd":
            take(rank + suit)
    for card in deck:
        take(card)
    rng.shuffle(hand)
    return hand, wild
