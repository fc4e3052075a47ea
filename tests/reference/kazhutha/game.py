"""One hand, from the deal to the donkey."""

RANKS = "AKQJT98765432"
PACK = [rank + suit for suit in "shdc" for rank in RANKS]
TURN, GRACE = 45_000, 1_000


class Round:
    """The seats that play in it, in turn, and what each has done so far: its card, or None for a time-out."""

    def __init__(self, order):
        self.order = order
        self.done = []

    @property
    def cards(self):
        """(seat, card) in the order played."""
        return [(seat, card) for seat, card in self.done if card is not None]

    @property
    def suit(self):
        """The active suit, None before a card is led."""
        return self.cards[0][1][1] if self.cards else None

    @property
    def struck(self):
        return any(card[1] != self.suit for _, card in self.cards)

    @property
    def over(self):
        return self.struck or len(self.done) == len(self.order)

    @property
    def timed_out(self):
        return [seat for seat, card in self.done if card is None]

    def from_the_strongest(self):
        """The seats that played in the active suit, the strongest card's first."""
        in_suit = [(RANKS.index(card[0]), seat) for seat, card in self.cards if card[1] == self.suit]
        return [seat for _, seat in sorted(in_suit)]


class Game:
    """A hand of `seats`; `order(label, n)` gives a permutation of range(n), `first` the seat with the first card."""

    def __init__(self, seats, first, order):
        self.seats = seats
        deck = [PACK[place] for place in order("deal/0", len(PACK))]
        self.hands = [[] for _ in range(seats)]
        seat = first
        for card in deck:
            self.hands[seat].append(card)
            seat = (seat + 1) % seats
        self.discards = []
        self.places = []
        self.remarks = []
        self.events = []
        holder = next(seat for seat in range(seats) if "As" in self.hands[seat])
        self.rounds = [Round(self.to_the_right(holder, range(seats)))]

    def to_the_right(self, first, among):
        """Those seats in turn, beginning with `first` or the next to its right that is one of them."""
        return [(first + step) % self.seats for step in range(self.seats) if (first + step) % self.seats in among]

    @property
    def still_in(self):
        gone = [seat for place in self.places for seat in place]
        return [seat for seat in range(self.seats) if seat not in gone]

    @property
    def over(self):
        return len(self.still_in) <= 1

    @property
    def turn(self):
        now = self.rounds[-1]
        return None if self.over else now.order[len(now.done)]

    @property
    def owes_the_ace(self):
        """With up to five seats the very first thing done, if it is a card, is the ace of spades."""
        return self.seats <= 5 and not self.events

    # What is wrong with an event

    def elapsed(self, event):
        """Milliseconds since the turn began, None where that cannot be measured."""
        since = self.events[-1].get("t") if self.events else 0
        return None if since is None or event.get("t") is None else event["t"] - since

    def faults(self, event):
        """Every rule that the event breaks, the one to print first."""
        if self.over:
            return ["play-after-end"]
        return self.timeout_faults(event) if event["do"] == "timeout" else self.card_faults(event)

    def timeout_faults(self, event):
        found = [] if event["seat"] == self.turn else ["timeout-out-of-turn"]
        elapsed = self.elapsed(event)
        if elapsed is not None and elapsed < TURN:
            found.append("timeout-too-early")
        return found

    def card_faults(self, event):
        seat, card, now = event["seat"], event["card"], self.rounds[-1]
        found = [] if seat == self.turn else ["play-out-of-turn"]
        if card not in self.hands[seat]:
            return [*found, "card-not-in-hand"]
        if not found:
            if self.owes_the_ace and card != "As":
                found.append("must-lead-ace-of-spades")
            if now.suit and card[1] != now.suit and any(held[1] == now.suit for held in self.hands[seat]):
                found.append("must-follow-suit")
        elapsed = self.elapsed(event)
        if elapsed is not None and elapsed > TURN + GRACE:
            found.append("card-too-late")
        return found

    # What may be done

    def legal(self, t=None):
        """Every legal event at the time `t` (None: whatever the time), without its time."""
        if self.over:
            return []
        elapsed = self.elapsed({"t": t})
        cards = self.choice() if elapsed is None or elapsed <= TURN + GRACE else []
        events = [{"seat": self.turn, "do": "play", "card": card} for card in PACK if card in cards]
        if elapsed is None or elapsed >= TURN:
            events.append({"seat": self.turn, "do": "timeout"})
        return events

    def choice(self):
        """The cards that the seat whose turn it is may choose from."""
        hand, suit = self.hands[self.turn], self.rounds[-1].suit
        if self.owes_the_ace:
            return ["As"]
        return [card for card in hand if card[1] == suit] or hand

    # What an event does

    def apply(self, event):
        now = self.rounds[-1]
        card = event.get("card")
        if event["do"] == "timeout" and ((self.events and "t" not in self.events[-1]) or "t" not in event):
            self.remarks.append({"event": len(self.events), "remark": "time-out-unclocked"})
        if card is not None:
            self.hands[event["seat"]].remove(card)
        now.done.append((event["seat"], card))
        self.events.append(event)
        if now.over:
            self.end_round(now)

    def end_round(self, now):
        pile = [card for _, card in now.cards]
        if now.struck:
            self.hands[now.from_the_strongest()[0]] += pile
        else:
            self.discards += pile
        out = [seat for seat in range(self.seats) if seat in self.still_in and not self.hands[seat]]
        if out:
            self.places.append(out)
        if not self.over:
            may_play = [seat for seat in self.still_in if seat not in now.timed_out] or self.still_in
            self.rounds.append(Round(self.to_the_right(self.next_leader(now), may_play)))

    def next_leader(self, now):
        """The seat from which the next leader is looked for, to the right."""
        if not now.cards:
            return now.order[0]
        for seat in now.from_the_strongest():
            if self.hands[seat]:
                return seat
        return (now.from_the_strongest()[0] + 1) % self.seats

    def result(self):
        if not self.over:
            return None
        donkey = self.still_in[0] if self.still_in else None
        ended = "all-out" if donkey is None else "donkey"
        return {"rules": "kazhutha", "ended": ended, "places": self.places, "donkey": donkey}
