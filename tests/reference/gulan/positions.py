"""Hands put into a position, and short texts for events."""

from .game import Game
from .tables import canonical_deck, table
from .walk import order_of


def position(rules_id, hands, declarer=0, bid=None, concealed=None, trump=None, leader=0, options=None):
    """A hand in play: `hands` as texts of cards by seat, the trump concealed, open (`trump`) or neither (thani)."""
    rules = table(rules_id, options)
    game = Game(rules_id, rules["seats"], rules["seats"] - 1, order_of(1), options)
    game.hands = [hands.get(seat, "").split() for seat in range(game.seats)]
    game.phase, game.stages_dealt = len(rules["auctions"]) - 1, len(rules["stages"])
    game.calls = [{"seat": declarer, "value": bid or rules["min"]}]
    game.concealed, game.trump = concealed, trump or (concealed and concealed[1])
    game.trump_open = trump is not None
    game.doing, game.leader, game.untouched = "play", leader, False
    return game


def event(text):
    """`"2 play Js"`, `"1 ask_trump"`, `"0 bid 16"` as an event."""
    seat, do, *rest = text.split()
    fields = {"bid": "value", "cut": "at"}
    value = [int(item) if item.isdigit() else item for item in rest]
    return {"seat": int(seat), "do": do} | ({fields.get(do, "card"): value[0]} if rest else {})


def goes_on(game, *texts):
    """Applies the events, each of which must be legal."""
    for text in texts:
        assert game.faults(event(text)) == [], text
        game.apply(event(text))
    return game


def playable(game):
    return {found["card"] for found in game.legal() if found["do"] == "play"}


def other_dos(game):
    return {found["do"] for found in game.legal() if found["do"] not in ("play", "redeal", "cut")}


def tricks_to(team, number, cards="Ks Qs 8s 7s"):
    return [{"winner": team, "cards": cards.split()} for _ in range(number)]


def dealt(rules_id, wanted, options=None):
    """A game whose deal/0 gives the seats in `wanted` those cards first; dealer is the last seat."""
    rules = table(rules_id, options)
    pack, seats = canonical_deck(rules), rules["seats"]
    queues = {seat: [pack.index(card) for card in cards.split()] for seat, cards in wanted.items()}
    taken = {index for queue in queues.values() for index in queue}
    rest = [index for index in range(len(pack)) if index not in taken]
    rest.sort(key=lambda index: pack[index][0] not in "9AT")
    deck = []
    for stage in rules["stages"]:
        for packet in stage:
            for seat in range(seats):
                for _ in range(packet):
                    deck.append((queues.get(seat) or rest).pop(0))
    anew = order_of(5)
    return Game(rules_id, seats, seats - 1, lambda label, n: deck if label == "deal/0" else anew(label, n), options)
