"""Hands at random, steered so that what is rare comes up, with times or without."""

from .game import GRACE, PACK, TURN

TEMPERS = {"quick": 0.02, "slow": 0.25, "asleep": 0.7}
"""How often a seat's time runs out."""


def order_of(rng):
    """An `order` for `Game`."""
    return lambda label, n: rng.sample(range(n), n)


def dealt_by_suit(rng):
    """An order that gives neighbours in the pack to one seat often: strikes come early."""
    start = rng.randrange(52)
    swaps = [(rng.randrange(52), rng.randrange(52)) for _ in range(12)]

    def order(label, n):
        deck = [(start + 13 * place + place // 4) % n for place in range(n)]
        for i, j in swaps:
            deck[i], deck[j] = deck[j], deck[i]
        return deck

    return order


def choose(game, rng, temper):
    """One legal event: a time-out as often as the temper says, of the cards any, or the greatest or least."""
    *cards, timeout = game.legal()
    if not cards or rng.random() < TEMPERS[temper]:
        return timeout
    return rng.choice([cards[0], cards[-1], rng.choice(cards)])


def timed(game, event, rng, clock):
    """The event with its time: in time, or at the edge of it. `clock` is "all", "none" or "some"."""
    if clock == "none" or (clock == "some" and rng.random() < 0.4):
        return event
    times = [each["t"] for each in game.events if "t" in each]
    since = times[-1] if times else 0
    in_time = (TURN, TURN + 1, 2 * TURN) if event["do"] == "timeout" else (0, 1, TURN, TURN + GRACE)
    after = {**event, "t": since + rng.choice(in_time)}
    if "card-too-late" in game.faults(after) or "timeout-too-early" in game.faults(after):
        return {**event, "t": since + TURN}
    return after


def walk(game, rng, temper="quick", clock="none"):
    """Plays the hand on for at most 1500 events; yields each event before it is applied."""
    while not game.over and len(game.events) < 1500:
        event = timed(game, choose(game, rng, temper), rng, clock)
        yield event
        game.apply(event)


def universe(game, rng):
    """Every event at one time near the turn's end, or without a time."""
    times = [each["t"] for each in game.events if "t" in each] or [0]
    t = rng.choice([None, *(times[-1] + late for late in (0, TURN - 1, TURN, TURN + GRACE, TURN + GRACE + 1))])
    events = [{"seat": seat, "do": "timeout"} for seat in range(game.seats)]
    events += [{"seat": seat, "do": "play", "card": card} for seat in range(game.seats) for card in [*PACK, "Jk"]]
    return [event if t is None else {**event, "t": t} for event in events]
