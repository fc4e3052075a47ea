"""One hand of rummy, event by event: rummy/RULES.md, "Deal" to "Declare, drop, leave, time"."""

from .arrangement import DECK, best_arrangement, is_wild

OPTIONS = {
    "packs": None,
    "jokers": None,
    "open_discard": True,
    "wild_from_discards": True,
    "return_taken_card": True,
    "missed_turns": 3,
    "turn_ms": None,
    "first_drop": 20,
    "middle_drop": 40,
    "leave": 40,
    "timed_out": 40,
    "wrong_declare": 80,
    "rate": 1,
    "commission_permille": 0,
}


def pack(seats, packs=None, jokers=None):
    """The deck before the shuffle: pack by pack, printed jokers last; None for as many as the table has."""
    usual = 3 if seats == 8 else 2
    return DECK[:-1] * (packs or usual) + ["Jk"] * (usual if jokers is None else jokers)


class Game:
    """A hand dealt with `order(label, n)`, the order of n cards in a draw, and `uniform(label, n)`, a number below n.

    Lists of cards have their top at the end. `away` holds all that is out of play.
    """

    def __init__(self, seats, order, uniform, options=None):
        self.options = OPTIONS | (options or {})
        self.seats, self.order = seats, order
        deck = pack(seats, self.options["packs"], self.options["jokers"])
        cards = [deck[index] for index in order("deal/0", len(deck))]
        self.first = uniform("first-seat", seats)
        self.hands = [[] for _ in range(seats)]
        for count in range(13 * seats):
            self.hands[(self.first + count) % seats].append(cards.pop(0))
        self.turned = cards.pop(0)
        self.wild = "Jk" if self.turned == "Jk" else self.turned[0]
        self.discards = [cards.pop(0)] if self.options["open_discard"] else []
        self.stock = cards[::-1]
        self.away = [self.turned]
        self.turn, self.drew, self.took = self.first, None, None
        self.ever_drew, self.running = set(), [0] * seats
        self.out = {}
        self.remade = 0
        self.over = self.winner = None
        self.turn_began, self.count, self.remarks = 0, 0, []

    # What may be done

    def faults(self, event):
        """Every rule that an event breaks, the one to print first."""
        if self.over:
            return ["play-after-end"]
        seat, do = event["seat"], event["do"]
        broken = []
        if do == "leave":
            return ["not-in-hand"] if seat in self.out else []
        names = {"drop": "drop-out-of-turn", "timeout": "timeout-out-of-turn"}
        if seat != self.turn:
            broken.append(names.get(do, "play-out-of-turn"))
            if do in names and seat in self.out:
                broken.append("not-in-hand")
            return broken
        if do == "draw":
            if self.drew:
                broken.append("already-drawn")
            if event["from"] == "discards":
                if not self.discards:
                    broken.append("discards-empty")
                elif not self.options["wild_from_discards"] and self.is_wild(self.discards[-1]):
                    broken.append("wild-not-from-discards")
            elif not self.can_draw():
                broken.append("stock-empty")
        elif do in ("discard", "declare"):
            if event["card"] not in self.hands[seat]:
                broken.append("card-not-in-hand")
            if not self.drew:
                broken.append("must-draw-first")
            elif do == "discard" and self.may_not_return(seat, event["card"]):
                broken.append("taken-card-returned")
        elif do == "drop" and self.drew:
            broken.append("drop-after-draw")
        elif do == "timeout":
            if not self.drew and not self.drops_now(seat) and not self.can_draw():
                broken.append("stock-empty")
            if self.elapsed(event) is not None and self.elapsed(event) < self.options["turn_ms"]:
                broken.append("timeout-too-early")
        return broken

    def legal(self):
        """Every event that may come next, times aside."""
        if self.over:
            return []
        seat, events = self.turn, []
        if self.drew:
            for do in ("discard", "declare"):
                events += [{"seat": seat, "do": do, "card": card} for card in sorted(set(self.hands[seat]))]
            if self.took and self.may_not_return(seat, self.took):
                events.remove({"seat": seat, "do": "discard", "card": self.took})
        else:
            if self.can_draw():
                events.append({"seat": seat, "do": "draw", "from": "stock"})
            if self.discards and (self.options["wild_from_discards"] or not self.is_wild(self.discards[-1])):
                events.append({"seat": seat, "do": "draw", "from": "discards"})
            events.append({"seat": seat, "do": "drop"})
        if self.drew or self.drops_now(seat) or self.can_draw():
            events.append({"seat": seat, "do": "timeout"})
        return events + [{"seat": each, "do": "leave"} for each in range(self.seats) if each not in self.out]

    def is_wild(self, card):
        return is_wild(card, self.wild)

    def may_not_return(self, seat, card):
        return not self.options["return_taken_card"] and card == self.took and self.hands[seat].count(card) == 1

    def can_draw(self):
        return bool(self.stock) or len(self.discards) >= 2

    def drops_now(self, seat):
        return self.running[seat] + 1 >= self.options["missed_turns"]

    def elapsed(self, event):
        """Milliseconds of this turn, or None where they are not judged or not known."""
        if self.options["turn_ms"] is None or self.turn_began is None or "t" not in event:
            return None
        return event["t"] - self.turn_began

    # What it does

    def apply(self, event):
        seat, do, in_turn = event["seat"], event["do"], self.turn
        if do == "draw":
            self.draw(seat, event["from"])
        elif do == "discard":
            self.running[seat] = 0
            self.throw(seat, event["card"])
        elif do == "declare":
            rest = list(self.hands[seat])
            rest.remove(event["card"])
            if best_arrangement(rest, self.wild)[2]:
                self.hands[seat] = rest
                self.away.append(event["card"])
                self.over, self.winner = "declared", seat
            else:
                self.leave(seat, "wrong-declare")
        elif do == "drop":
            self.leave(seat, "middle-drop" if seat in self.ever_drew else "first-drop")
        elif do == "leave":
            self.leave(seat, "left")
        else:
            self.time_out(seat, event)
        if self.turn != in_turn:
            self.turn_began = event.get("t")
        self.count += 1

    def draw(self, seat, pile):
        if pile == "discards":
            self.drew = self.took = self.discards.pop()
        else:
            if not self.stock:
                under = self.discards[:-1]
                order = self.order(f"reshuffle/{self.remade}", len(under))
                self.stock = [under[index] for index in order][::-1]
                self.discards = self.discards[-1:]
                self.remade += 1
            self.drew = self.stock.pop()
        self.hands[seat].append(self.drew)
        self.ever_drew.add(seat)

    def throw(self, seat, card):
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.next_turn()

    def next_turn(self):
        self.turn = (self.turn + 1) % self.seats
        while self.turn in self.out:
            self.turn = (self.turn + 1) % self.seats
        self.drew = self.took = None

    def time_out(self, seat, event):
        if self.options["turn_ms"] is not None and self.elapsed(event) is None:
            self.remarks.append({"event": self.count, "remark": "time-out-unclocked"})
        if self.drops_now(seat):
            self.leave(seat, "timed-out")
            return
        self.running[seat] += 1
        if not self.drew:
            self.draw(seat, "stock")
        self.throw(seat, self.drew)

    def leave(self, seat, how):
        prices = {"left": "leave"}
        self.out[seat] = (how, self.options[prices.get(how, how.replace("-", "_"))])
        self.away += self.hands[seat]
        self.hands[seat] = []
        left = [each for each in range(self.seats) if each not in self.out]
        if len(left) == 1:
            self.over, self.winner = "last-seat", left[0]
        elif seat == self.turn:
            self.next_turn()

    # What comes of it

    def result(self):
        points, how, melds = [0] * self.seats, [""] * self.seats, [None] * self.seats
        for seat in range(self.seats):
            if seat in self.out:
                how[seat], points[seat] = self.out[seat]
            elif self.over == "last-seat":
                how[seat] = "last"
            else:
                how[seat] = "declared" if seat == self.winner else "counted"
                points[seat], melds[seat], _ = best_arrangement(self.hands[seat], self.wild)
        tokens = [-each * self.options["rate"] for each in points]
        tokens[self.winner] = -sum(tokens)
        return {
            "rules": "rummy-13",
            "ended": self.over,
            "winner": self.winner,
            "wild": self.wild,
            "points": points,
            "how": how,
            "melds": melds,
            "tokens": tokens,
            "commission": tokens[self.winner] * self.options["commission_permille"] // 1000,
        }

    def all_cards(self):
        """Every card there is, wherever it lies."""
        held = [card for hand in self.hands for card in hand]
        return sorted(held + self.stock + self.discards + self.away)
