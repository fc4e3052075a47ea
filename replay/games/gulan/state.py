"""What is known of a hand of the Gulan family between two events: plain data (gulan/RULES.md).

`replay.games.gulan.hand` changes it by events; other modules only read it. A hand moves through *situations*
(`replay.games.gulan.situations`), and which of them it is in says what may be done next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealproof.replay.core.engine import Draw
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.tricks import NO_SUIT, Trick
from dealproof.replay.games.gulan.auction import Auction
from dealproof.replay.games.gulan.situations import CALLING, CHOOSING, OVER, QUESTIONED, REDEAL_OWED
from dealproof.replay.games.gulan.tables import Tables

NO_CARD: Final = -1
NO_TRICK: Final = Trick(NOBODY)
"""Before play begins; nothing is played to it."""


class Deal:
    """One deal: its `number` (0 the first), the `order` of the deck, the `stage` dealt last (−1 before the first), and
    whether the pack may still be cut."""

    __slots__ = ("cut_open", "number", "order", "stage")

    def __init__(self, number: int, order: list[int], cut_open: bool) -> None:
        self.number, self.order, self.cut_open = number, order, cut_open
        self.stage = -1

    def __copy__(self) -> Deal:
        twin = Deal(self.number, self.order, self.cut_open)
        twin.stage = self.stage
        return twin


class Trump:
    """The trump: its `suit` (`NO_SUIT` where there is none), whether everybody knows it (`open`), the mask of the
    `concealed` card (0 if there is none) and the kind of card that was turned up (`shown`)."""

    __slots__ = ("concealed", "open", "shown", "suit")

    def __init__(self) -> None:
        self.suit = NO_SUIT
        self.open = False
        self.concealed = 0
        self.shown = NO_CARD

    def __copy__(self) -> Trump:
        twin = Trump()
        twin.suit, twin.open, twin.concealed, twin.shown = self.suit, self.open, self.concealed, self.shown
        return twin


@dataclass(frozen=True, slots=True)
class Promise:
    """The promise `made`, "jodi" or "marujodi" ("" while there is none), and the `question` that the seat `asked` must
    answer."""

    made: str = ""
    question: str = ""
    asked: int = NOBODY


NO_PROMISE: Final = Promise()


FIELDS: Final = (
    "auction",
    "bid",
    "card_points",
    "deal",
    "dealer",
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
    "owed",
    "promise",
    "settled",
    "situation",
    "table",
    "touched",
    "trick",
    "tricks",
    "trump",
    "turn",
)
"""The attributes of a state."""


class State:
    """One hand between two events.

    Cards are bits of masks over the places of the deck. `hands` has one mask per seat, without the concealed card.
    `turn` is the seat to play, `NOBODY` while no card is to be played; `guarded` the declarer while its trump is
    concealed; `following` gives the next seat in turn. `follow` is a mask of the suit led, 0 before the lead, `force`
    how strong each kind of card is in the trick, negative if it cannot win; `led_suits` a mask of the suits led so far.
    `tricks` and `card_points` are one number a team. `owed` are the reasons that demand a redeal now. `settled` says
    that the bid is decided, `may_stop` that the hand may stop right here as decided, `ended` how it ended ("" while it
    has not). `touched` are the IDs of the rulings that took part.
    """

    __slots__ = FIELDS

    def __init__(self, table: Tables, dealer: int, draw: Draw) -> None:
        self.table, self.dealer, self.draw = table, dealer, draw
        self.eldest = (dealer + 1) % table.seats
        self.touched: set[str] = set()
        self.shuffle(0)
        self.clear()

    def shuffle(self, number: int) -> None:
        """Draws the order of the deck for the deal of this number."""
        self.deal = Deal(number, self.draw(f"deal/{number}").order(self.table.deck.size), cut_open=True)

    def clear(self) -> None:
        """Goes back to before the first card of a deal; the deal itself and the rulings stay."""
        table = self.table
        self.situation: int = CALLING
        self.owed: tuple[str, ...] = ()
        self.auction = Auction(table.rules, 0, self.eldest)
        self.declarer, self.bid = NOBODY, 0
        self.trump, self.promise = Trump(), NO_PROMISE
        self.hands = [0] * table.seats
        self.turn = self.guarded = NOBODY
        self.following = table.following
        self.trick, self.force = NO_TRICK, table.points
        self.follow = self.led_suits = 0
        self.tricks, self.card_points = [0, 0], [0, 0]
        self.settled = self.may_stop = False
        self.ended = ""

    def all_cards(self) -> list[int]:
        """The masks of all cards a seat has, the concealed one counted with its owner's."""
        cards = list(self.hands)
        if self.trump.concealed:
            cards[self.declarer] |= self.trump.concealed
        return cards

    def who_is_asked(self, event: Event) -> int:
        """The seat that answers a question by `event.seat`, or `NOBODY`. If a question may be asked whoever is winning
        the trick (C), the declarer answers for all tricks; for none (marujodi), which the other side promises, no seat
        answers in its place."""
        trick = self.trick
        if self.follow and trick.winner % 2 != event.seat % 2:
            return trick.winner
        declarer_answers = self.table.rules.jodi.question == "own-turn" and event.do == "ask_jodi"
        return self.declarer if declarer_answers else NOBODY


def to_act(hand: State) -> tuple[int, ...]:
    """The seats that may act next, apart from a cut; none if a redeal must come or the hand is over."""
    if hand.situation == CALLING:
        return (hand.auction.turn,)
    if hand.situation == CHOOSING:
        return (hand.declarer,)
    if hand.situation == QUESTIONED:
        return (hand.promise.asked,)
    return () if hand.situation in (REDEAL_OWED, OVER) else (hand.turn,)
