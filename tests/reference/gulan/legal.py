"""What may be done, listed straight from the texts; it asks nothing of `faults.py`."""

from . import auction

ORDER = (
    "cut bid pass redeal conceal show_trump ask_trump reveal_trump play "
    "claim_jodi claim_marujodi ask_jodi ask_marujodi decline_jodi decline_marujodi"
).split()


def legal(game):
    """Every legal event: by RECORD.md's table of events, then by seat, then by card in deck order."""
    if game.over:
        return []
    return sorted(may_be_done(game), key=lambda event: place(game, event))


def place(game, event):
    card = game.pack.index(event["card"]) if "card" in event else 0
    value = event.get("at", event.get("value", 0))
    return ORDER.index(event["do"]), event.get("seat", 0), card, 999 if value == "thani" else value


def may_be_done(game):
    if game.question:
        seat, kind = game.question["asked"], game.question["kind"]
        return [{"seat": seat, "do": do + kind} for do in ("claim_", "decline_")] + redeals(game)
    events = cuts(game) + redeals(game)
    if game.redeal_owed:
        return events
    return events + {"auction": calls, "trump": choices, "play": moves}[game.doing](game)


def cuts(game):
    if not game.untouched:
        return []
    return [{"seat": game.cutter, "do": "cut", "at": at} for at in range(1, len(game.pack))]


def redeals(game):
    return [{"do": "redeal", "reason": reason} for reason, _ in game.redeal_reasons()]


def calls(game):
    """The caller's pass and bids; in G's sets its partners may bid in its name."""
    caller, rules = game.caller, game.rules
    opening = game.phase == 0 and not game.calls
    events = [] if opening else [{"seat": caller, "do": "pass"}]
    lowest = auction.least(rules, game.phase, game.seats, game.calls)
    if game.standing:
        holder, value = game.standing
        lowest = max(lowest, value + 1)
        if holder != caller and holder % 2 == caller % 2:
            lowest = max(lowest, rules["honors"])
    values = list(range(lowest, rules["total"] + 1))
    if game.phase == len(rules["auctions"]) - 1:
        values.append("thani")
    team = range(caller % 2, game.seats, 2) if rules["adoption"] else [caller]
    return events + [{"seat": seat, "do": "bid", "value": value} for seat in team for value in values]


def choices(game):
    seat = game.declarer
    return [{"seat": seat, "do": game.rules["trump"], "card": card} for card in set(game.hands[seat])]


def moves(game):
    """What the seat on turn may do: a card, the trump turned up, a promise, a question."""
    seat = game.turn
    events = [{"seat": seat, "do": "play", "card": card} for card in set(cards(game, seat))]
    if game.owing:
        return events
    if may_open(game, seat):
        events.append({"seat": seat, "do": "reveal_trump" if seat == game.declarer else "ask_trump"})
    return events + [{"seat": seat, "do": do} for do in promises(game, seat)]


def suit(cards_held, letter):
    return [card for card in cards_held if card[1] == letter]


def without(cards_held, letter):
    return [card for card in cards_held if card[1] != letter]


def cards(game, seat):
    """The cards that the seat on turn may play."""
    hand, trump = game.hands[seat], game.trump
    if game.owing == "revealer":
        return [game.shown] if game.rules["self_reveal"] == "concealed-card" else suit(hand, trump)
    if game.owing == "asker":
        return suit(hand, trump) or keep_jacks(game, hand)
    hides = game.concealed is not None and seat == game.declarer
    if not game.trick:
        return leads(game, hand) if hides else hand
    if suit(hand, game.led):
        return suit(hand, game.led)
    if hides and not game.rules["declarer_may_discard_trump"]:
        hand = without(hand, trump)
    return keep_jacks(game, hand)


def leads(game, hand):
    """What a declarer with a concealed card may lead."""
    if game.rules["honors_may_lead_trump"] and game.bid >= game.rules["honors"]:
        return hand
    return without(hand, game.trump) or hand


def keep_jacks(game, hand):
    """The hand of a void seat without the jacks that the option keeps back, while another discard is left."""
    if not game.rules["no_jack_discard"]:
        return hand
    ruffing = suit(hand, game.trump) if game.trump_open else []
    discards = [card for card in hand if card not in ruffing]
    plain = [card for card in discards if card[0] != "J" or card[1] in game.suits_led]
    return ruffing + (plain or discards)


def may_open(game, seat):
    """Whether the seat on turn may have the trump card turned up, or turn it up."""
    if game.concealed is None:
        return False
    if seat == game.declarer and not game.hands[seat]:
        return True
    if not game.trick or suit(game.hands[seat], game.led):
        return False
    return seat != game.declarer or game.led != game.trump


def promises(game, seat):
    """The claims and questions open to the seat on turn."""
    rules, bid = game.rules, game.bid
    if not rules["jodi"] or game.claim or bid == "thani":
        return []
    if rules["jodi_below_honors"] and bid >= rules["honors"]:
        return []
    if rules["jodi_tricks"] and len(game.tricks) >= rules["jodi_tricks"]:
        return []
    ours = seat % 2 == game.declarer % 2
    winners = {trick["winner"] % 2 == game.declarer % 2 for trick in game.tricks}
    found = []
    if winners <= {True}:
        found += claim_or_question(game, seat, ours, "jodi")
    if winners <= {False} and rules["marujodi"]:
        found += claim_or_question(game, seat, not ours, "marujodi")
    return found


def claim_or_question(game, seat, promising, kind):
    """A claim by the side that promises, a question by the other where somebody can be asked."""
    if promising:
        return ["claim_" + kind] if many_cards(game, seat) else []
    winning = game.winning
    if winning is None or winning % 2 == seat % 2:
        winning = game.declarer if game.rules["jodi_asked_of_declarer"] and kind == "jodi" else None
    return ["ask_" + kind] if winning is not None and many_cards(game, winning) else []


def many_cards(game, seat):
    hidden = 1 if game.concealed is not None and seat == game.declarer else 0
    return len(game.hands[seat]) + hidden >= game.rules["jodi_min_cards"]
