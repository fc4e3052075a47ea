"""One hand, event by event: what is legal, and how each event changes the facts."""

from . import auction, faults, legal, score
from .facts import Facts


class Game(Facts):
    """A hand of one rule set: `Game(rules_id, seats, dealer, order, options)`.

    `order(label, n)` gives the shuffled order of range(n) for a draw (`"deal/0"`, ...), top first;
    `options` are those of tables.py.
    """

    # The questions that are asked of a game

    def faults(self, event):
        """Every rule that this event breaks now, the one to print first first; [] where it is legal."""
        return faults.faults(self, event)

    def legal(self, universe=None):
        """Every event that is legal now, or those of `universe` that are."""
        events = legal.legal(self)
        return events if universe is None else [event for event in universe if event in events]

    def result(self, before=None):
        """The result as in RECORD.md; `before` is the match's standing before the hand, or None."""
        return score.result(self, before)

    # What the events do

    def apply(self, event):
        """Goes on by one legal event."""
        self.just_settled = False
        if event["do"] != "cut":
            self.untouched = False
        getattr(self, "do_" + event["do"])(event)

    def do_cut(self, event):
        self.untouched = False
        self.deal_cards(self.shuffled[event["at"] :] + self.shuffled[: event["at"]])

    def do_redeal(self, event):
        self.deal_anew()

    def do_bid(self, event):
        self.calls.append({"seat": self.caller, "value": event["value"]})
        self.after_call()

    def do_pass(self, event):
        self.calls.append({"seat": self.caller, "value": None})
        self.after_call()

    def after_call(self):
        if self.caller is not None:
            return
        new_bid = any(call["value"] is not None for call in self.calls)
        if new_bid and self.concealed is not None:
            self.hands[self.earlier_bid[0]].append(self.concealed)
            self.concealed = self.trump = None
        if not new_bid:
            self.start_play()
        elif self.bid == "thani":
            self.doing = "trump"
            self.start_play()
        else:
            self.doing = "trump"

    def do_conceal(self, event):
        self.hands[self.declarer].remove(event["card"])
        self.concealed, self.trump = event["card"], event["card"][1]
        if auction.last_phase(self.rules, self.phase):
            self.start_play()
        else:
            self.next_phase()

    def do_show_trump(self, event):
        self.trump, self.trump_open = event["card"][1], True
        self.start_play()

    def next_phase(self):
        self.earlier_bid, self.calls = self.standing, []
        self.phase, self.doing = 1, "auction"
        self.deal_stage(1)

    def start_play(self):
        self.doing = "play"
        self.leader = self.declarer if self.thani else self.eldest

    def turn_up(self):
        """The trump card is shown and goes back to the declarer's hand."""
        self.hands[self.declarer].append(self.concealed)
        self.shown, self.concealed, self.trump_open = self.concealed, None, True

    def do_ask_trump(self, event):
        self.turn_up()
        self.owing = "asker"

    def do_reveal_trump(self, event):
        self.turn_up()
        self.owing = "revealer"

    def do_play(self, event):
        seat, card = event["seat"], event["card"]
        if not self.trick:
            self.suits_led.append(card[1])
        if self.thani and self.rules["thani_trump"] == "first-led" and self.trump is None:
            self.trump, self.trump_open = card[1], True
        self.owing = None
        self.hands[seat].remove(card)
        self.trick.append({"seat": seat, "card": card, "power": self.trump_open and card[1] == self.trump})
        if len(self.trick) == len(self.players):
            self.end_trick()

    def end_trick(self):
        settled_before = self.settled
        winner = self.trick_winner(self.trick)
        self.tricks.append({"winner": winner, "cards": [play["card"] for play in self.trick]})
        self.trick, self.leader = [], winner
        self.end_hand(settled_before)

    def end_hand(self, settled_before):
        """Whether the hand ends with the trick just won, or may end there."""
        winner, last = self.tricks[-1]["winner"], not any(self.cards_of(seat) for seat in self.players)
        ours = winner % 2 == self.declarer % 2
        decided = self.settled and not settled_before and self.claim is None
        if self.thani and winner != self.declarer:
            self.end("thani-lost")
        elif self.claim == "jodi" and not ours:
            self.end("jodi-lost")
        elif self.claim == "marujodi" and ours:
            self.end("marujodi-lost")
        elif last:
            self.end(self.claim or "played")
        elif decided and self.rules["decided"] == "must-at-honors" and self.at_honors:
            self.end("decided")
        elif decided and self.rules["decided"] == "may":
            self.just_settled = True

    def end(self, how):
        self.doing, self.ended = "over", how

    def do_claim_jodi(self, event):
        self.claim, self.question = "jodi", None

    def do_claim_marujodi(self, event):
        self.claim, self.question = "marujodi", None

    def do_ask_jodi(self, event):
        self.question = {"kind": "jodi", "asked": self.who_answers("jodi")}

    def do_ask_marujodi(self, event):
        self.question = {"kind": "marujodi", "asked": self.who_answers("marujodi")}

    def do_decline_jodi(self, event):
        self.end("jodi-declined")

    def do_decline_marujodi(self, event):
        self.end("marujodi-declined")
