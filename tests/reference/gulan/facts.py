"""The facts that the rules speak of: the deal, the calls, the trump, the tricks, and what follows from them."""

from . import auction
from .tables import canonical_deck, points, strength, table


class Facts:
    """How a hand stands, and what can be told from it; the arguments are those of `Game`."""

    def __init__(self, rules_id, seats, dealer, order, options=None):
        self.rules = table(rules_id, options)
        self.seats = seats
        self.dealer = dealer
        self.eldest = (dealer + 1) % seats
        self.cutter = (dealer - 1) % seats
        self.order = order
        self.pack = canonical_deck(self.rules)
        self.deals = 0
        self.deal_anew()

    # The deal

    def deal_anew(self):
        """Shuffles for the next deal, packets all anew; the auction starts again."""
        self.shuffled = [self.pack[i] for i in self.order(f"deal/{self.deals}", len(self.pack))]
        self.deals += 1
        self.untouched = True  # nothing has happened since this deal: it may still be cut
        self.phase = 0
        self.earlier_bid = None  # (seat, value) of the phase before
        self.calls = []
        self.concealed = None
        self.trump = None  # the suit
        self.trump_open = False
        self.doing = "auction"  # "auction", "trump" (one is owed), "play", "over"
        self.tricks = []  # {"winner", "cards"} of each trick that is over
        self.trick = []  # {"seat", "card", "power"} of the trick on the table
        self.leader = None
        self.suits_led = []
        self.owing = None  # "asker" or "revealer": the seat on turn owes a card
        self.question = None  # {"kind", "asked"}
        self.claim = None  # "jodi" or "marujodi"
        self.ended = None
        self.just_settled = False  # the trick that settles the bid has just been won
        self.deal_cards(self.shuffled)

    def deal_cards(self, deck):
        self.deck = list(deck)
        self.hands = [[] for _ in range(self.seats)]
        self.deal_stage(0)

    def deal_stage(self, stage):
        """Packets go round from eldest."""
        for packet in self.rules["stages"][stage]:
            for step in range(self.seats):
                hand = self.hands[(self.eldest + step) % self.seats]
                hand += self.deck[:packet]
                del self.deck[:packet]
        self.stages_dealt = stage + 1

    # What everybody can tell from the facts

    @property
    def over(self):
        return self.doing == "over"

    @property
    def may_stop(self):
        """Whether the log may end here."""
        return self.over or self.just_settled

    @property
    def standing(self):
        return auction.standing_bid(self.calls, self.earlier_bid)

    @property
    def caller(self):
        """The seat whose call it is, or None."""
        if self.doing != "auction":
            return None
        return auction.to_call(self.rules, self.phase, self.seats, self.eldest, self.calls, self.earlier_bid)

    @property
    def declarer(self):
        """Who won the last auction that is over, or None."""
        holder = self.earlier_bid if self.doing == "auction" else self.standing
        return holder[0] if holder else None

    @property
    def bid(self):
        return self.standing[1] if self.standing else None

    @property
    def thani(self):
        return self.doing != "auction" and self.bid == "thani"

    @property
    def at_honors(self):
        return self.bid != "thani" and self.bid >= self.rules["honors"]

    def sits_out(self, seat):
        """Partners of a thani declarer, where the option has them play no card."""
        alone = self.thani and self.rules["thani_partners"] == "sit-out"
        return alone and seat != self.declarer and seat % 2 == self.declarer % 2

    @property
    def players(self):
        """The seats that play cards, from the leader to the right."""
        seats = [(self.leader + step) % self.seats for step in range(self.seats)]
        return [seat for seat in seats if not self.sits_out(seat)]

    @property
    def turn(self):
        """The seat that is to play a card, or None."""
        return self.players[len(self.trick)] if self.doing == "play" else None

    @property
    def led(self):
        """The suit led to the trick on the table, or None."""
        return self.trick[0]["card"][1] if self.trick else None

    @property
    def last_card(self):
        """Whether the declarer has nothing but the concealed card."""
        return self.concealed is not None and not self.hands[self.declarer]

    def void(self, seat):
        return all(card[1] != self.led for card in self.hands[seat])

    def cards_of(self, seat):
        """The cards with a seat, its concealed one counted."""
        hidden = [self.concealed] if self.concealed and seat == self.declarer else []
        return self.hands[seat] + hidden

    @property
    def winning(self):
        """The seat whose card is winning the trick so far, or None."""
        return self.trick_winner(self.trick) if self.trick else None

    def trick_winner(self, trick):
        """Trump power first, then the suit led; among equal cards the one played first."""
        led = trick[0]["card"][1]
        by_rank = self.rules["trump_lead_by_rank"] and led == self.trump
        powerful = [] if by_rank else [play for play in trick if play["power"]]
        contenders = powerful or [play for play in trick if play["card"][1] == led]
        best = max(strength(self.rules, play["card"]) for play in contenders)
        return next(play["seat"] for play in contenders if strength(self.rules, play["card"]) == best)

    @property
    def card_points(self):
        return [sum(points(trick["cards"]) for trick in self.tricks if trick["winner"] % 2 == team) for team in (0, 1)]

    @property
    def tricks_won(self):
        return [sum(trick["winner"] % 2 == team for trick in self.tricks) for team in (0, 1)]

    def redeal_reasons(self):
        """The reasons that hold now, as (reason, must)."""
        if self.over:
            return []
        held = [(reason, True) for reason in self.rules["redeal"] if getattr(self, reason.replace("-", "_"))()]
        if self.rules["no_points_in_hand"] and self.no_points_in_hand():
            held.append(("no-points-in-hand", False))
        return held

    def eldest_no_points(self):
        """Looked at after the first stage: nobody has called or concealed yet."""
        return self.first_look and points(self.hands[self.eldest]) == 0

    def four_jacks(self):
        jacks = [sum(card[0] == "J" for card in self.cards_of(seat)) for seat in range(self.seats)]
        second_look = self.rules["four_jacks_in_eight"] and self.second_look
        return (self.first_look or second_look) and 4 in jacks

    def no_trump_against(self):
        """Looked at when the last auction is over and the trump is set; never in thani."""
        set_now = self.doing == "play" and not self.tricks and not self.trick and self.trump is not None
        if not set_now or self.thani:
            return False
        others = [seat for seat in range(self.seats) if seat % 2 != self.declarer % 2]
        return all(card[1] != self.trump for seat in others for card in self.hands[seat])

    def no_points_in_hand(self):
        """After the whole deal and before the first card is played."""
        dealt = self.stages_dealt == len(self.rules["stages"])
        unplayed = not self.tricks and not self.trick
        return dealt and unplayed and any(points(self.cards_of(seat)) == 0 for seat in range(self.seats))

    @property
    def first_look(self):
        """Right after the first stage."""
        return self.phase == 0 and self.doing == "auction" and not self.calls

    @property
    def second_look(self):
        """Right after the second stage."""
        return self.phase == 1 and self.doing == "auction" and not self.calls

    @property
    def redeal_owed(self):
        return any(must for _, must in self.redeal_reasons())

    @property
    def to_act(self):
        """The seats from which the next event must come; none where a redeal is owed or the hand is over."""
        if self.over or self.redeal_owed:
            return []
        if self.question:
            return [self.question["asked"]]
        return [{"auction": self.caller, "trump": self.declarer, "play": self.turn}[self.doing]]

    @property
    def settled(self):
        """Whether the declarer's team has its bid, or the others hold more than total - bid."""
        if self.thani:
            return False
        ours, theirs = (self.card_points[team] for team in (self.declarer % 2, 1 - self.declarer % 2))
        return ours >= self.bid or theirs > self.rules["total"] - self.bid

    def who_answers(self, kind):
        """The seat that the seat on turn asks for jodi or marujodi, or None: there is nobody to ask."""
        if self.winning is not None and self.winning % 2 != self.turn % 2:
            return self.winning
        return self.declarer if self.rules["jodi_asked_of_declarer"] and kind == "jodi" else None
