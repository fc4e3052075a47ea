"""A toy game: five cards each, every seat plays one of them in turn, and the highest card wins."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Draw
from dealproof.replay.core.events import Event
from dealproof.replay.core.family import Family, SchemaParts, by_id
from dealproof.replay.core.narrative import ScoreLine
from dealproof.replay.core.plain_game import Cards, PlainGame, PlainHand
from dealproof.replay.core.plain_policy import AnyLegal
from dealproof.replay.core.ruleset import read
from dealproof.replay.json_schema.value_schema import Integer
from dealproof.verifier.encoding import Json
from dealproof.web.presentation.game import GamePresentation, ResultValue, read_seat

SEATS = range(2, 6)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The one option is how many cards each seat gets."""

    id: str
    cards: int = 5
    family: Literal["toy"] = "toy"


class Hand(PlainHand):
    """The cards of every seat, and the cards played, a seat each."""

    def __init__(self, dealt: Cards) -> None:
        super().__init__(dealt)
        self.played = list[int]()

    def apply(self, event: Event) -> None:
        self.hands[event.seat].remove(TEXTS[event.arg])
        self.played.append(event.arg)


def play_after_end(hand: Hand, event: Event) -> bool:
    return len(hand.played) == len(hand.hands)


def play_out_of_turn(hand: Hand, event: Event) -> bool:
    return event.seat != len(hand.played)


def not_my_card(hand: Hand, event: Event) -> bool:
    return TEXTS[event.arg] not in hand.hands[event.seat]


BOOK = {"play": (play_after_end, play_out_of_turn, not_my_card)}
RESULT = {"winner": Integer()}


class Toy(PlainGame[RuleSet, Hand]):
    family, seats, hand_type, book, result_members = "toy", SEATS, Hand, BOOK, RESULT

    def stages(self, seats: int, dealer: int | None, cards: Sequence[str], draw: Draw) -> tuple[Cards]:
        return (tuple(tuple(cards[seat : self.rules.cards * seats : seats]) for seat in range(seats)),)

    def to_act(self, hand: Hand) -> tuple[int, ...]:
        return (len(hand.played),) if len(hand.played) < len(hand.hands) else ()

    def outcome(self, hand: Hand, standing: Mapping[str, Json] | None) -> dict[str, Json] | None:
        best = max(range(len(hand.played)), key=lambda seat: (hand.played[seat] % 13, seat), default=0)
        return None if self.to_act(hand) else {"rules": self.id, "ended": "played", "winner": best}

    def score(self, hand: Hand, result: Mapping[str, Json]) -> tuple[ScoreLine, ...]:
        return (ScoreLine("takes-it-all", {"seat": result["winner"]}),)

    def view(self, hand: Hand, seat: int) -> dict[str, Json]:
        return {"hand": list(hand.hands[seat])}


def parts() -> SchemaParts:
    # Here and not above: the schema imports the registry of games, and that imports every game.
    from dealproof.replay.record.schema.pieces import by_length

    return SchemaParts("A toy", "the toy", sys.modules[__name__], "toy-rules", SEATS, by_length(SEATS))


def read_rules(value: Json, id: str, pointer: str) -> Toy:
    return Toy(read(RuleSet, lambda rules: (), value, id, pointer))


HIGHEST = Toy(RuleSet("highest-of-five"))
FAMILY = Family("toy", by_id([HIGHEST]), read_rules, parts, policy=AnyLegal)
PRESENTATION = GamePresentation("toy", values={"winner": ResultValue(read_seat)})
