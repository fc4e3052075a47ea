"""Drawing partners by aces: seating/RULES.md, "Seating by aces"."""

from .tables import SEATING, canonical_deck


class Seating:
    """A seating record; `order(label, n)` as for `Game`. It is complete as it stands, with a cut or without."""

    may_stop = True

    def __init__(self, rules_id, seats, dealer, order):
        self.rules_id, self.seats, self.dealer = rules_id, seats, dealer
        self.cutter = (dealer + 1) % seats
        pack = canonical_deck(SEATING[rules_id])
        self.deck = [pack[i] for i in order("seating", len(pack))]
        self.was_cut = False

    @property
    def over(self):
        return self.was_cut

    @property
    def to_act(self):
        return [] if self.was_cut else [self.cutter]

    def faults(self, event):
        if self.was_cut:
            return ["cut-after-deal"]
        found = []
        if event["seat"] != self.cutter:
            found.append("cut-wrong-seat")
        if not 1 <= event["at"] < len(self.deck):
            found.append("cut-out-of-range")
        return found

    def legal(self, universe=None):
        events = (
            [] if self.was_cut else [{"seat": self.cutter, "do": "cut", "at": at} for at in range(1, len(self.deck))]
        )
        return events if universe is None else [event for event in universe if event in events]

    def apply(self, event):
        self.deck = self.deck[event["at"] :] + self.deck[: event["at"]]
        self.was_cut = True

    def aces(self):
        """The seats that got an ace, in that order: face up, one by one, the dealer first."""
        found, deck, seat = [], list(self.deck), self.dealer
        while len(found) < self.seats // 2:
            if seat not in found and deck.pop(0)[0] == "A":
                found.append(seat)
            seat = (seat + 1) % self.seats
        return found

    def result(self, names):
        """The result; `names` are the players in the old order."""
        aces = self.aces()
        from_eldest = [(aces[0] + step) % self.seats for step in range(self.seats)]
        with_ace = [seat for seat in from_eldest if seat in aces]
        without = [seat for seat in from_eldest if seat not in aces]
        order = [seat for pair in zip(with_ace, without, strict=True) for seat in pair]
        return {
            "rules": self.rules_id,
            "ended": "seated",
            "aces": aces,
            "seats": [names[seat] for seat in order],
            "dealer": self.seats - 1,
        }
