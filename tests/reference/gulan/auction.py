"""Whose call it is and what it must reach: gulan/RULES.md, "Auction".

Everything is worked out anew from the calls of one phase. A call is `{"seat", "value"}`: the seat that
it counts for (after an adoption the seat that is bound) and a number, `"thani"` or None for a pass.
`standing` is the best bid so far as (seat, value), the bid of phase 1 at the start of phase 2.
"""


def last_phase(rules, phase):
    return phase == len(rules["auctions"]) - 1


def standing_bid(calls, before):
    """The bid that stands: each bid beats the one before, so the last one."""
    bids = [call for call in calls if call["value"] is not None]
    return (bids[-1]["seat"], bids[-1]["value"]) if bids else before


def nothing_higher(rules, phase, standing):
    """Whether no higher bid exists."""
    highest = "thani" if last_phase(rules, phase) else rules["total"]
    return standing is not None and standing[1] == highest


def to_call(rules, phase, seats, eldest, calls, before):
    """The seat whose call it is, or None: the auction is over."""
    if nothing_higher(rules, phase, standing_bid(calls, before)):
        return None
    order = {"rotation": rotation, "one-chance": one_chance, "team-pass": team_pass}[rules["auctions"][phase][0]]
    return order(rules, seats, eldest, calls)


def rotation(rules, seats, eldest, calls):
    """Seat by seat; over when all others have passed in a row after a bid, or everyone without one."""
    passes = 0
    for call in calls:
        passes = passes + 1 if call["value"] is None else 0
    any_bid = any(call["value"] is not None for call in calls)
    if passes == (seats - 1 if any_bid else seats):
        return None
    return (calls[-1]["seat"] + 1) % seats if calls else eldest


def one_chance(rules, seats, eldest, calls):
    """One call a seat, from eldest."""
    return None if len(calls) == seats else (eldest + len(calls)) % seats


def team_pass(rules, seats, eldest, calls):
    """A pass stays in the team; round 2, where there is one, is of those who bid in round 1."""
    if not calls:
        return eldest
    if len(calls) < seats:
        return first_round(seats, calls)
    if rules["rounds"] == 1:
        return None
    return second_round(seats, eldest, calls)


def first_round(seats, calls):
    """After a bid the nearest seat of the other team that has not called, after a pass of the same team."""
    called = {call["seat"] for call in calls}
    last = calls[-1]
    to_right = [(last["seat"] + step) % seats for step in range(1, seats)]
    waiting = [seat for seat in to_right if seat not in called]
    same = [seat for seat in waiting if seat % 2 == last["seat"] % 2]
    other = [seat for seat in waiting if seat % 2 != last["seat"] % 2]
    first, then = (same, other) if last["value"] is None else (other, same)
    return (first or then)[0]


def second_round(seats, eldest, calls):
    """The bidders of round 1 in rotation from eldest, one call each; whose own bid stands is skipped."""
    rotation_from_eldest = [(eldest + step) % seats for step in range(seats)]
    round_1, round_2 = calls[:seats], list(calls[seats:])
    bidders = {call["seat"] for call in round_1 if call["value"] is not None}
    standing = standing_bid(round_1, None)
    for seat in rotation_from_eldest:
        if seat not in bidders or seat == standing[0]:
            continue
        if not round_2:
            return seat
        standing = standing_bid([round_2.pop(0)], standing)
    return None


def least(rules, phase, seats, calls):
    """The least number that may be bid now: the phase's minimum, honors in a second round."""
    order, minimum = rules["auctions"][phase]
    if order == "team-pass" and len(calls) >= seats:
        return rules["honors"]
    return minimum
