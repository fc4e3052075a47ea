"""Hands at random: every event one could try at a moment, and a legal hand played to its end."""

import random

ALONE = (
    "pass ask_trump reveal_trump claim_jodi claim_marujodi ask_jodi ask_marujodi decline_jodi decline_marujodi"
).split()
REASONS = ("eldest-no-points", "four-jacks", "no-trump-against", "no-points-in-hand", "bored")
# How often a kind of event is chosen where it is legal; all others 1.
WEIGHTS = {"cut": 0.3, "pass": 2, "play": 6, "ask_trump": 2, "reveal_trump": 2}
WEIGHTS |= dict.fromkeys(("claim_jodi", "claim_marujodi", "ask_jodi", "ask_marujodi"), 0.4)


def order_of(seed):
    """An `order` for `Game` that shuffles with `seed` and the draw's label alone."""

    def order(label, n):
        deck = list(range(n))
        random.Random(f"{seed} {label}").shuffle(deck)
        return deck

    return order


def universe(game):
    """Every event of the family that a record could hold here: all cards, bids, seats, reasons."""
    cards = [*sorted(set(game.pack)), "2s", "Jk"]
    seats = range(game.seats)
    bids = [*range(-1, game.rules["total"] + 2), "thani"]
    events = [{"do": "redeal", "reason": reason} for reason in REASONS]
    events += [{"seat": seat, "do": "cut", "at": at} for seat in seats for at in range(len(game.pack) + 1)]
    events += [{"seat": seat, "do": "bid", "value": value} for seat in seats for value in bids]
    events += [{"seat": seat, "do": do} for seat in seats for do in ALONE]
    dos = ("play", "conceal", "show_trump")
    return events + [{"seat": seat, "do": do, "card": card} for seat in seats for do in dos for card in cards]


def choose(game, rng):
    """One legal event, kinds by weight, low bids mostly."""
    kinds = {}
    for event in game.legal():
        kinds.setdefault(event["do"], []).append(event)
    do = rng.choices(list(kinds), [WEIGHTS.get(do, 1) for do in kinds])[0]
    if do == "bid" and rng.random() < 0.85:
        return rng.choice(kinds[do][:3])
    return rng.choice(kinds[do])


def walk(game, rng):
    """Plays the hand to its end; yields each event before it is applied."""
    while not game.over:
        event = choose(game, rng)
        yield event
        game.apply(event)
