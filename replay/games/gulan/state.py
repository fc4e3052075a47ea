"""The state of a hand of the Gulan family, and what each event does to it (gulan/RULES.md).

`Hand` is driven by `apply`, which takes legal events only: what is legal is said in `replay.games.gulan.rules` and
`replay.games.gulan.promises` and nowhere else. A hand moves through *situations*; for each,
`replay.games.gulan.rulebook` lists the rules of every word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Final

from dealproof.replay.core.engine import Broken, Draw, first_broken
from dealproof.replay.core.events import NOBODY, THANI, Event
from dealproof.replay.core.tricks import NO_SUIT, Trick
from dealproof.replay.games.gulan import legal_events, redeal, scoring, seat_view
from dealproof.replay.games.gulan import rulings as ruling
from dealproof.replay.games.gulan.auction import Auction
from dealproof.replay.games.gulan.situations import (
    ASKED,
    CALLING,
    CHOOSING,
    GUARDED,
    OVER,
    PLAYING,
    QUESTIONED,
    REDEAL_OWED,
    REVEALED,
)
from dealproof.verifier.encoding import Json

if TYPE_CHECKING:
    from dealproof.replay.games.gulan.tables import Tables

NO_CARD: Final = -1
SUIT_SIZE: Final = 13
NO_TRICK: Final = Trick(NOBODY)
"""Before play begins; nothing is played to it."""


class Hand:
    """One hand in play.

    Cards are bits of masks over the places of the deck. `hands` has one mask per seat. The concealed card is not in
    them but in `concealed` (0 if there is none). `trump` is a suit index (`NO_SUIT` where there is none), `open` says
    whether everybody knows it, `shown` is the kind of card that was turned up. `turn` is the seat to play, `NOBODY`
    while no card is to be played; `guarded` the declarer while its trump is concealed. `follow` is a mask of the suit
    led, 0 before the lead, `force` how strong each kind of card is in the trick, negative if it cannot
    win; `led_suits` a mask of the suits led so far. `book`, `copies` and `points` are the table's. `owed` are the
    reasons that demand a redeal now. `promise` is "jodi" or "marujodi" once claimed; `question` what `asked` has been
    asked. `ended` says how the hand ended ("" while it has not), `may_stop` that it may stop right here as decided.
    `touched` are the IDs of the rulings that took part.
    """

    __slots__ = (
        "asked",
        "auction",
        "bid",
        "book",
        "card_points",
        "concealed",
        "copies",
        "cut_open",
        "dealer",
        "deals",
        "declarer",
        "draw",
        "eldest",
        "ended",
        "follow",
        "following",
        "force",
        "guarded",
        "hands",
        "led_suits",
        "may_stop",
        "open",
        "order",
        "owed",
        "points",
        "promise",
        "question",
        "settled",
        "shown",
        "situation",
        "stage",
        "table",
        "touched",
        "trick",
        "tricks",
        "trump",
        "turn",
    )

    def __init__(self, table: Tables, dealer: int, draw: Draw) -> None:
        self.table, self.dealer, self.draw = table, dealer, draw
        self.eldest = (dealer + 1) % table.seats
        self.book, self.copies, self.points = table.book, table.deck.copies, table.deck.points
        self.force = self.points
        self.touched: set[str] = set(ruling.ALWAYS)
        self.deals = 0
        self._deal_anew()

    def copy(self) -> Hand:
        """A hand at the same point that goes its own way; the table and the draws are shared."""
        twin = copy(self)
        twin.hands, twin.touched = [*self.hands], {*self.touched}
        twin.tricks, twin.card_points = [*self.tricks], [*self.card_points]
        twin.auction, twin.trick = copy(self.auction), copy(self.trick)
        twin.trick.cards = [*self.trick.cards]
        return twin

    def fault(self, event: Event) -> str | None:
        """The ID of the first rule that `event` breaks, or None where it is legal."""
        rules = self.book[self.situation][event.do]
        if rules is self.table.every_card and event.seat == self.turn:
            # Its turn has come, and the card is of the suit led, or of the whole hand where that holds none: a look at
            # two masks says what those three rules would, and they are most of what is asked.
            held = self.hands[event.seat]
            if self.copies[event.arg] & (held & self.follow or held):
                return None
        return first_broken(rules, self, event)

    def apply(self, event: Event) -> None:
        """Does what the legal `event` says."""
        ACTIONS[event.do](self, event)

    def legal(self, t: int = NOBODY) -> list[dict[str, Json]]:
        """Every event that is legal now, as JSON."""
        return legal_events.legal(self)

    def to_act(self) -> tuple[int, ...]:
        """The seats that may act next, apart from a cut; none if a redeal must come or the hand is over."""
        if self.situation == CALLING:
            return (self.auction.turn,)
        if self.situation == CHOOSING:
            return (self.declarer,)
        if self.situation == QUESTIONED:
            return (self.asked,)
        return () if self.situation in (REDEAL_OWED, OVER) else (self.turn,)

    def outcome(self, standing: Mapping[str, Json] | None) -> dict[str, Json] | None:
        """The result (RECORD.md, "Result"), or None while the hand is not over."""
        if self.ended or self.may_stop:
            return scoring.result(self, standing)
        return None

    def view(self, seat: int) -> dict[str, Json]:
        """What `seat` may see: its own cards, and what is open to all."""
        return seat_view.view(self, seat)

    def rulings(
        self,
        broken: Broken | None = None,
        result: Mapping[str, Json] | None = None,
        standing: Mapping[str, Json] | None = None,
    ) -> tuple[str, ...]:
        """The IDs of the rulings that took part, those behind a broken rule and behind the result among them."""
        touched = set(self.touched)
        if broken is not None:
            touched.update(ruling.behind(self, broken))
        if result is not None:
            touched.update(ruling.of_result(self, result, standing))
        return tuple([each.id for each in self.table.rulings if each.id in touched])

    def remarks(self) -> tuple[tuple[int | None, str], ...]:
        """Nothing of the family's is worth saying: signals are no rules, and times are not judged."""
        return ()

    def all_cards(self) -> list[int]:
        """The masks of all cards a seat has, the concealed one counted with its owner's."""
        cards = list(self.hands)
        if self.concealed:
            cards[self.declarer] |= self.concealed
        return cards

    # The deal

    def _deal_anew(self) -> None:
        self.order = self.draw(f"deal/{self.deals}").order(self.table.deck.size)
        self.deals += 1
        self.cut_open = True
        self._start()

    def _start(self) -> None:
        seats = self.table.seats
        self.following = self.table.following
        self.hands = [0] * seats
        self.stage = NOBODY
        self.bid = 0
        self.declarer = self.turn = self.asked = NOBODY
        self.concealed = 0
        self.trump, self.open, self.shown = NO_SUIT, False, NO_CARD
        self.tricks, self.card_points = [0, 0], [0, 0]
        self.led_suits = self.follow = 0
        self.guarded = NOBODY
        self.promise = self.question = self.ended = ""
        self.settled = self.may_stop = False
        self.trick = NO_TRICK
        self._next_stage(NOBODY)

    def _next_stage(self, standing: int) -> None:
        self.stage += 1
        hands, order, seats = self.hands, self.order, self.table.seats
        for offset, positions in enumerate(self.table.plans[self.stage], self.eldest):
            cards = 0
            for position in positions:
                cards |= 1 << order[position]
            hands[offset % seats] |= cards
        if self.stage:
            self.touched.update(ruling.SECOND_PHASE)
        self.auction = Auction(self.table.rules, self.stage, self.eldest, standing, self.declarer)
        self.owed = tuple([each for each in self.table.owing[self.stage] if redeal.REASONS[each](self)])
        if self.owed:
            self.situation = REDEAL_OWED
        elif self.auction.turn == NOBODY:
            self._contract_stands()
        else:
            self.situation = CALLING

    def _cut(self, event: Event) -> None:
        self.order = self.order[event.arg :] + self.order[: event.arg]
        self._start()
        self.cut_open = False
        self.touched.add("cutter-at-dealers-left")

    def _redeal(self, event: Event) -> None:
        self.touched.add("same-dealer-deals-again")
        if self.situation == CHOOSING:
            self.touched.add("redeal-before-trump")
        self._deal_anew()

    # The auction and the trump

    def _bid(self, event: Event) -> None:
        self.cut_open = False
        ruling.bid(self, event)
        self.auction.bid(event.arg)
        self._called()

    def _pass(self, event: Event) -> None:
        self.cut_open = False
        self.auction.pass_()
        self._called()

    def _called(self) -> None:
        if self.auction.round == 2:
            self.touched.update(ruling.SECOND_ROUND)
        if self.auction.turn == NOBODY:
            self._auction_over()

    def _auction_over(self) -> None:
        ruling.auction_over(self)
        auction = self.auction
        if not auction.bids:
            self._contract_stands()
            return
        self._take_back_trump()
        self.declarer, self.bid = auction.holder, auction.standing
        if self.bid == THANI:
            self._start_play()
        else:
            self.situation = CHOOSING

    def _take_back_trump(self) -> None:
        """The old trump card goes back to its owner's hand."""
        self.hands[self.declarer] |= self.concealed
        self.concealed = 0
        self.trump, self.open = NO_SUIT, False

    def _conceal(self, event: Event) -> None:
        hand = self.hands[event.seat]
        card = hand & self.table.deck.copies[event.arg]
        self.concealed = card & -card
        self.hands[event.seat] = hand ^ self.concealed
        self.trump = event.arg // SUIT_SIZE
        if self.stage == 0:
            self.touched.add("trump-before-second-packets")
        self._contract_stands()

    def _show_trump(self, event: Event) -> None:
        self.trump, self.open = event.arg // SUIT_SIZE, True
        self._contract_stands()

    def _contract_stands(self) -> None:
        if self.stage + 1 < len(self.table.plans):
            self._next_stage(self.bid)
        elif self.table.rules.redeal.no_trump_against and redeal.no_trump_against(self):
            self.owed, self.situation = ("no-trump-against",), REDEAL_OWED
        else:
            self._start_play()

    # The play

    def _start_play(self) -> None:
        leader = self.eldest
        if self.bid != THANI:
            self.touched.add("eldest-leads")
        else:
            leader = self.declarer
            if self.table.rules.thani.partners == "sit-out":
                self.following = self.table.alone[leader]
        self.guarded = self.declarer if self.concealed else NOBODY
        self.trick = Trick(leader)
        self._pass_turn(leader)

    def _pass_turn(self, seat: int) -> None:
        self.turn = seat
        self.situation = GUARDED if seat == self.guarded else PLAYING

    def _ask_trump(self, event: Event) -> None:
        self._turn_up()
        self.situation = ASKED

    def _reveal_trump(self, event: Event) -> None:
        self._turn_up()
        self.situation = REVEALED

    def _turn_up(self) -> None:
        self.may_stop = False
        self.shown = next(self.table.deck.kinds(self.concealed))
        ruling.turned_up(self)
        self.hands[self.declarer] |= self.concealed
        self.concealed, self.open, self.guarded = 0, True, NOBODY
        if self.follow:
            self.force = self.table.forces[self.trick.led][self.trump]

    def _play(self, event: Event) -> None:
        seat, kind = event.seat, event.arg
        hand = self.hands[seat]
        card = hand & self.copies[kind]
        self.hands[seat] = hand ^ (card & -card)
        if not self.follow:
            self._lead(seat, kind // SUIT_SIZE)
        strength, trick = self.force[kind], self.trick
        trick.cards.append(kind)
        trick.stake += self.points[kind]
        if strength > trick.best:
            trick.best, trick.winner = strength, seat
        elif strength < 0 and self.concealed:
            ruling.discard(self, seat, kind // SUIT_SIZE)
        self.may_stop = False
        following = self.following[seat]
        if following == trick.leader:
            self._close_trick()
        else:
            self.turn = following
            self.situation = GUARDED if following == self.guarded else PLAYING

    def _lead(self, seat: int, suit: int) -> None:
        self.trick.led = suit
        self.follow = self.table.deck.suits[suit]
        self.led_suits |= 1 << suit
        if self.bid == THANI and self.trump == NO_SUIT and self.table.rules.thani.trump == "first-led":
            self.trump, self.open = suit, True
        self.force = self.table.forces[suit][self.trump if self.open else NO_SUIT]
        if suit == self.trump:
            ruling.trump_lead(self, seat)

    def _close_trick(self) -> None:
        winner = self.trick.winner
        team = winner % 2
        self.tricks[team] += 1
        self.card_points[team] += self.trick.stake
        self.trick, self.follow = Trick(winner), 0
        self._pass_turn(winner)
        scoring.close(self, winner)
        if self.ended:
            self.situation, self.turn = OVER, NOBODY

    # Promises

    def _claim(self, event: Event) -> None:
        ruling.promise(self, event)
        self.promise = event.do.removeprefix("claim_")
        self.may_stop, self.asked = False, NOBODY
        self._pass_turn(self.turn)

    def _question(self, event: Event) -> None:
        ruling.promise(self, event)
        self.question = event.do.removeprefix("ask_")
        self.asked = self.who_is_asked(event)
        self.situation, self.may_stop = QUESTIONED, False

    def _decline(self, event: Event) -> None:
        self.ended = event.do.removeprefix("decline_") + "-declined"
        self.situation, self.turn = OVER, NOBODY

    def who_is_asked(self, event: Event) -> int:
        """The seat that answers a question by `event.seat`, or `NOBODY`. If a question may be asked whoever is winning
        the trick (C), the declarer answers for all tricks; for none (marujodi), which the other side promises, no seat
        answers in its place."""
        trick = self.trick
        if self.follow and trick.winner % 2 != event.seat % 2:
            return trick.winner
        declarer_answers = self.table.rules.jodi.question == "own-turn" and event.do == "ask_jodi"
        return self.declarer if declarer_answers else NOBODY


ACTIONS: Final[dict[str, Callable[[Hand, Event], None]]] = {
    "cut": Hand._cut,
    "bid": Hand._bid,
    "pass": Hand._pass,
    "redeal": Hand._redeal,
    "conceal": Hand._conceal,
    "show_trump": Hand._show_trump,
    "ask_trump": Hand._ask_trump,
    "reveal_trump": Hand._reveal_trump,
    "play": Hand._play,
    "claim_jodi": Hand._claim,
    "claim_marujodi": Hand._claim,
    "ask_jodi": Hand._question,
    "ask_marujodi": Hand._question,
    "decline_jodi": Hand._decline,
    "decline_marujodi": Hand._decline,
}
"""What each word does, in the order of RECORD.md, "Events"."""
