"""Hands dealt to order: a deal that gives every seat the cards wanted, then honest play on it.

A hand is written as its cards in the order in which they come, and as "-s" for a suit of which it gets no more than
is named: `"Js 9s Ah -d"`. What no seat names fills up where it may. Nothing is ever put into a state: a position is
reached by the calls and cards that lead there, each legal, from an order of the deck that deals just these hands.

    >>> table = Table("28-standard", {0: "7c Kc", 1: "Js", 3: "Jc"}, dealer=0)
    >>> table.goes_on("1 bid 14", "2 pass", "3 pass").fault("2 pass")
    'call-out-of-turn'

A trick is written as its leader and the cards in the order in which they fall: `"2 Js ?8d Ks !9s"`, where `?` has the
trump turned up before the card and `!` is the declarer's own turning up.
"""

from copy import copy
from typing import NamedTuple

from dealproof.replay import rulesets
from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import play_out
from dealproof.replay.core.events import NOBODY
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.situations import CALLING, CHOOSING
from dealproof.replay.record.events import ACTIONS, read_events

ASIDES = {"?": "ask_trump", "!": "reveal_trump"}


class Taken(NamedTuple):
    """Who took a trick, and its card points."""

    seat: int
    points: int


class Order(NamedTuple):
    """A draw whose order of the deck is known beforehand."""

    places: tuple[int, ...]

    def order(self, n):
        assert n == len(self.places)
        return list(self.places)


def event(text):
    """`"2 play Js"`, `"1 ask_trump"`, `"0 bid thani"`, `"redeal four-jacks"` as the JSON of an event."""
    words = text.split()
    found = {"seat": int(words.pop(0))} if words[0].isdigit() else {}
    found["do"] = words.pop(0)
    if words:
        found[ACTIONS[found["do"]].field] = int(words[0]) if words[0].isdigit() else words[0]
    return found


def hands_of(*tricks):
    """The hands from which these tricks are played, in a game of as many seats as the tricks have cards."""
    hands = {}
    for trick in tricks:
        leader, *cards = trick.split()
        for offset, card in enumerate(cards):
            seat = (int(leader) + offset) % len(cards)
            hands[seat] = f"{hands.get(seat, '')} {card.strip('?!')}"
    return hands


def state_of(hand):
    """Everything that a hand knows, as plain values: two hands at the same point have equal ones."""
    known = fields(hand)
    del known["table"]
    parts = {name: fields(known.pop(name)) for name in ("auction", "deal", "promise", "trick", "trump")}
    return known | {f"{name}.{field}": value for name, part in parts.items() for field, value in part.items()}


def fields(thing):
    """The values that an object holds, by name, with copies of those that change."""
    held = {name: getattr(thing, name) for name in dir(thing) if not name.startswith("_")}
    return {
        name: copy(value) if isinstance(value, (list, set, dict)) else value
        for name, value in held.items()
        if not callable(value)
    }


def order_of(rules, hands, dealer, first=""):
    """The places of the canonical deck in the order that deals `hands`; cards in `first` come before the others."""
    pack = [TEXTS[kind] for kind in Gulan(rules).tables.deck.kind_at]
    coming = _fill(pack, rules.seats, hands)
    for cards in coming:
        cards.sort(key=lambda card: card not in first.split())
    dealt = []
    for packet in (packet for stage in rules.stages for packet in stage.packets):
        for seat in range(dealer + 1, dealer + 1 + rules.seats):
            dealt += [coming[seat % rules.seats].pop(0) for _ in range(packet)]
    places = []
    for card in dealt:
        places.append(next(place for place, each in enumerate(pack) if each == card and place not in places))
    return tuple(places)


def _fill(pack, seats, hands):
    """Full hands: those cards that are named, then the rest, each where it may be."""
    words = [hands.get(seat, "").split() for seat in range(seats)]
    coming = [[word for word in each if not word.startswith("-")] for each in words]
    refused = [{word[1] for word in each if word.startswith("-")} for each in words]
    rest = list(pack)
    for card in (card for cards in coming for card in cards):
        assert card in rest, f"{card} is wanted more often than the deck holds it"
        rest.remove(card)
    takers = {suit: [seat for seat in range(seats) if suit not in refused[seat]] for suit in "shdc"}
    size = len(pack) // seats
    for card in sorted(rest, key=lambda card: len(takers[card[1]])):
        seat = min(takers[card[1]], key=lambda seat: len(coming[seat]))
        assert len(coming[seat]) < size, f"nobody may hold {card} any more"
        coming[seat].append(card)
    return coming


class Table:
    """A hand under a rule set (its ID, or a `RuleSet`), dealt to order and played by events in short."""

    def __init__(self, rules, hands=None, dealer=0, first="", again=None):
        self.game = rulesets.builtin(rules) if isinstance(rules, str) else Gulan(rules)
        self.rules, self.dealer = self.game.rules, dealer
        self.orders = [Order(order_of(self.rules, each or {}, dealer, first)) for each in (hands, again)]
        self.labels, self.events = [], []
        self.hand = self.start()

    def start(self):
        """The same hand from its beginning."""
        return self.game.start([f"P{seat + 1}" for seat in range(self.rules.seats)], self.dealer, self._draw)

    def _draw(self, label):
        self.labels.append(label)
        return self.orders[label != "deal/0"]

    def read(self, *texts):
        return read_events([event(text) for text in texts], self.game.actions, self.rules.seats)

    def fault(self, text):
        """The rule that the event breaks, or None."""
        return self.game.fault(self.hand, self.read(text)[0])

    def goes_on(self, *texts):
        """Plays events, each of which must be legal."""
        for text in texts:
            rule = self.fault(text)
            assert rule is None, f"{text}: {rule}"
            assert play_out(self.game, self.hand, self.read(text)) is None
            self.events.append(text)
        return self

    def legal(self, *words):
        """Every legal event, or those of these words, as JSON."""
        return [each for each in self.game.legal(self.hand) if not words or each["do"] in words]

    def dos(self):
        """The words of the legal events."""
        return {each["do"] for each in self.game.legal(self.hand)}

    def bids(self, seat):
        """What the seat may bid: (from, to) and "thani"."""
        found = [each for each in self.legal("bid") if each["seat"] == seat]
        return [(each["from"], each["to"]) if "from" in each else each["value"] for each in found]

    def plays(self):
        """The cards that may be played."""
        return {each["card"] for each in self.legal("play")}

    def held(self, seat):
        """The cards in a seat's hand, the concealed one aside."""
        return set(self.game.view(self.hand, seat)["hand"])

    @property
    def to_act(self):
        return self.game.to_act(self.hand)

    @property
    def taker(self):
        """Who took the last trick: after a whole trick, who leads to the next one or would."""
        return self.hand.trick.leader

    def outcome(self, standing=None):
        return self.game.outcome(self.hand, standing)

    # Longer ways

    def contract(self, declarer, bid, trump=None):
        """Calls until the last auction is over and `declarer` has it at `bid`, and lays the trump card `trump`.

        The others pass; but eldest bids what it must, and the other side raises where a partner's bid is in the way.
        """
        while self.hand.situation in (CALLING, CHOOSING):
            if self.hand.situation == CHOOSING:
                self._choose(declarer, trump)
            else:
                seat = self.hand.auction.turn
                wanted = [f"{seat} {call}" for call in self._calls(seat, declarer, bid)]
                self.goes_on(next(text for text in wanted if self.fault(text) is None))
        assert self.hand.declarer == declarer
        return self

    def _calls(self, seat, declarer, bid):
        auction = self.hand.auction
        if seat == declarer:
            return (f"bid {bid}", "pass", f"bid {auction.floor}")
        in_the_way = auction.holder not in (NOBODY, declarer) and (auction.holder - declarer) % 2 == 0
        if in_the_way and (seat - declarer) % 2 and bid != "thani" and bid < auction.honors:
            return (f"bid {auction.standing + 1}", "pass")
        return ("pass", f"bid {auction.floor}")

    def _choose(self, declarer, trump):
        seat = self.hand.declarer
        word = "conceal" if self.rules.trump.choice == "concealed" else "show_trump"
        card = trump if seat == declarer and trump else self.legal(word)[0]["card"]
        self.goes_on(f"{seat} {word} {card}")

    def trick(self, text):
        """Plays a trick, or what is written of it. The leader must be the seat whose turn it is."""
        leader, *cards = text.split()
        before = sum(self.hand.card_points)
        for offset, card in enumerate(cards):
            seat = (int(leader) + offset) % self.rules.seats
            if card[0] in ASIDES:
                self.goes_on(f"{seat} {ASIDES[card[0]]}")
            self.goes_on(f"{seat} play {card.strip('?!')}")
        return Taken(self.taker, sum(self.hand.card_points) - before)

    def tricks(self, *texts):
        """Plays tricks; returns who took each."""
        return [self.trick(text).seat for text in texts]

    def lead(self, text):
        """Leads a card (`"0 Js"`, `"0 !7c"`); all others play their first legal card in deck order, unasked."""
        played = sum(self.hand.tricks)
        self.trick(text)
        return self.plays_on(until=played + 1).taker

    def plays_on(self, until=None):
        """Goes on to the end, or until so many tricks are played: everybody plays its first legal card in deck order,
        and nobody turns the trump up who need not."""
        while sum(self.hand.tricks) != until and (quiet := self.legal("play", "reveal_trump")):
            card = next((each for each in quiet if each["do"] == "play"), quiet[0])
            self.goes_on(
                "{seat} play {card}".format(**card) if "card" in card else "{seat} reveal_trump".format(**card)
            )
        return self
