"""Legal hands at random, steered so that what is rare comes up: stacked decks, and a temper a hand.

The walk chooses among the events that the slow reference lists; it knows the family, not what is tested.
"""

import random

from tests.reference.gulan.game import Game
from tests.reference.gulan.tables import POINTS, canonical_deck, table

# How often a kind of event is chosen where it is legal; all others 1. A temper lays its own weights over them.
WEIGHTS = {"cut": 0.3, "pass": 2, "play": 6, "ask_trump": 2, "reveal_trump": 2}
WEIGHTS |= dict.fromkeys(("claim_jodi", "claim_marujodi", "ask_jodi", "ask_marujodi"), 0.05)
PROMISES = dict.fromkeys(("claim_jodi", "claim_marujodi", "ask_jodi", "ask_marujodi"), 3)
TEMPERS = {
    "plain": {},
    "promising": PROMISES | {"pass": 4},
    "questioning": {"ask_jodi": 20, "ask_marujodi": 20, "pass": 4, "decline_jodi": 0.3, "decline_marujodi": 0.3},
    "hiding": {"ask_trump": 0, "reveal_trump": 0.05},
    "outbidding": {"pass": 0.1, "bid": 8},
    "thani": {"pass": 0.2, "bid": 8},
    "passing": {"pass": 20},
    "throwing in": {"redeal": 20, "cut": 3},
}


def positions(rules, seats, eldest):
    """The seat that gets each card of the deck, from the top."""
    return [
        (eldest + step) % seats
        for stage in rules["stages"]
        for packet in stage
        for step in range(seats)
        for _ in range(packet)
    ]


def pointless(rng, rules, seats, eldest):
    """Eldest gets cards without points."""
    return [eldest], lambda card: POINTS[card[0]] == 0


def jacks_together(rng, rules, seats, eldest):
    """A seat gets the jacks."""
    return [rng.randrange(seats)], lambda card: card[0] == "J"


def suit_together(rng, rules, seats, eldest):
    """A team gets a suit."""
    suit, team = rng.choice("shdc"), rng.randrange(2)
    return range(team, seats, 2), lambda card: card[1] == suit


def strong_seat(rng, rules, seats, eldest):
    """A seat gets the strongest cards."""
    return [rng.randrange(seats)], lambda card: card[0] in rules["ranks"][:3]


def strong_team(rng, rules, seats, eldest):
    """A team gets the strongest cards."""
    return range(rng.randrange(2), seats, 2), lambda card: card[0] in rules["ranks"][:4]


STACKS = (pointless, jacks_together, suit_together, strong_seat, strong_team)


def stacked(rng, rules, seats, eldest):
    """An order of the deck in which some seats get the cards that a stack wants for them, the earlier the better."""
    favoured, wanted = rng.choice(STACKS)(rng, rules, seats, eldest)
    pack = canonical_deck(rules)
    places = list(range(len(pack)))
    rng.shuffle(places)
    first = [place for place in places if wanted(pack[place])]
    rest = [place for place in places if not wanted(pack[place])]
    order = []
    for seat in positions(rules, seats, eldest):
        from_first = first if seat in favoured else rest
        order.append((from_first or first or rest).pop(0))
    return order


def orders(seed, rules, seats, eldest):
    """The draws of a hand: two in five decks are stacked."""

    def order(label, n):
        rng = random.Random(f"{seed} {label}")
        if rng.random() < 0.4:
            return stacked(rng, rules, seats, eldest)
        return rng.sample(range(n), n)

    return order


def choose(game, rng, temper):
    """One legal event: kinds by weight, low bids mostly."""
    kinds = {}
    for event in game.legal():
        kinds.setdefault(event["do"], []).append(event)
    weights = WEIGHTS | TEMPERS[temper]
    do = rng.choices(list(kinds), [max(weights.get(do, 1), 1e-9) for do in kinds])[0]
    if do != "bid":
        return rng.choice(kinds[do])
    if temper == "thani" and kinds[do][-1]["value"] == "thani" and rng.random() < 0.5:
        return kinds[do][-1]
    return rng.choice(kinds[do][:3] if rng.random() < 0.85 else kinds[do])


def hand(rules_id, options, seed):
    """A game at its start, and what chooses each next event of it."""
    rng = random.Random(f"{rules_id} {options} {seed}")
    rules = table(rules_id, options)
    seats = rules["seats"]
    dealer = rng.randrange(seats)
    draw = orders(rng.random(), rules, seats, (dealer + 1) % seats)
    temper = rng.choice(list(TEMPERS))
    return Game(rules_id, seats, dealer, draw, options), lambda game: choose(game, rng, temper)
