"""Hands at random: every event one could try at a moment, and which legal one comes next."""

import random

from .arrangement import DECK

WEIGHTS = {"draw": 30, "discard": 60, "declare": 0.4, "drop": 1, "leave": 0.4, "timeout": 3}


def source_of(seed):
    """`order` and `uniform` for `Game` that draw with `seed` and the draw's label alone."""

    def order(label, n):
        deck = list(range(n))
        random.Random(f"{seed} {label}").shuffle(deck)
        return deck

    def uniform(label, n):
        return random.Random(f"{seed} {label}").randrange(n)

    return order, uniform


def universe(seats):
    """Every event of the family that a record could hold: all seats, cards and piles."""
    everybody = range(seats)
    events = [{"seat": seat, "do": "draw", "from": pile} for seat in everybody for pile in ("stock", "discards")]
    events += [
        {"seat": seat, "do": do, "card": card} for seat in everybody for do in ("discard", "declare") for card in DECK
    ]
    return events + [{"seat": seat, "do": do} for seat in everybody for do in ("drop", "leave", "timeout")]


def choose(game, rng, weights=WEIGHTS):
    """One legal event, kinds by weight."""
    kinds = {}
    for event in game.legal():
        kinds.setdefault(event["do"], []).append(event)
    do = rng.choices(list(kinds), [weights.get(do, 1) for do in kinds])[0]
    return rng.choice(kinds[do])
