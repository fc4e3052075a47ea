"""A toy game: five cards each, every seat plays one of them in turn, and the highest card wins."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from dealproof.replay.core.cards import KINDS, TEXTS
from dealproof.replay.core.engine import Draw, first_broken
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.family import Family, SchemaParts, by_id
from dealproof.replay.core.narrative import Deal, Narrative, ScoreLine
from dealproof.replay.core.policy import AnyDeal
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.core.ruleset import Matchless, read
from dealproof.replay.core.rulings import UNIFORM_SHUFFLE
from dealproof.replay.json_schema.value_schema import Integer, Object, Text, ValueSchema
from dealproof.replay.record import events
from dealproof.replay.record.schema.pieces import by_length
from dealproof.verifier.encoding import Json
from dealproof.web.presentation.game import GamePresentation, ResultValue, read_seat

SEATS = range(2, 6)
Cards = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The one option is how many cards each seat gets."""

    id: str
    cards: int = 5
    family: Literal["toy"] = "toy"


class Hand:
    """The cards of every seat, and the cards played, a seat each."""

    def __init__(self, dealt: Cards) -> None:
        self.dealt, self.hands, self.played = dealt, [[*cards] for cards in dealt], list[int]()

    def apply(self, event: Event) -> None:
        self.hands[event.seat].remove(TEXTS[event.arg])
        self.played.append(event.arg)

    def copy(self) -> "Hand":
        return deepcopy(self)


def play_after_end(hand: Hand, event: Event) -> bool:
    return len(hand.played) == len(hand.hands)


def play_out_of_turn(hand: Hand, event: Event) -> bool:
    return event.seat != len(hand.played)


def not_my_card(hand: Hand, event: Event) -> bool:
    return TEXTS[event.arg] not in hand.hands[event.seat]


class Toy(Matchless[RuleSet]):
    family, has_dealer, seats, rulings = "toy", False, SEATS, (UNIFORM_SHUFFLE,)
    actions = events.actions("play")

    def deck(self, seats: int) -> tuple[str, ...]:
        return TEXTS[:52]

    def stages(self, seats: int, dealer: int | None, cards: Sequence[str], draw: Draw) -> tuple[Cards, ...]:
        return (tuple(tuple(cards[seat : self.rules.cards * seats : seats]) for seat in range(seats)),)

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> Hand:
        cards = [TEXTS[place] for place in draw(self.draw_of(0)).order(52)]
        return Hand(self.stages(len(names), dealer, cards, draw)[0])

    def fault(self, hand: Hand, event: Event) -> str | None:
        return first_broken((play_after_end, play_out_of_turn, not_my_card), hand, event)

    def legal(self, hand: Hand, t: int = NOBODY) -> list[dict[str, Json]]:
        return [{"seat": seat, "do": "play", "card": card} for seat in self.to_act(hand) for card in hand.hands[seat]]

    def to_act(self, hand: Hand) -> tuple[int, ...]:
        return (len(hand.played),) if len(hand.played) < len(hand.hands) else ()

    def outcome(self, hand: Hand, standing: Mapping[str, Json] | None) -> dict[str, Json] | None:
        best = max(range(len(hand.played)), key=lambda seat: (hand.played[seat] % 13, seat), default=0)
        return None if self.to_act(hand) else {"rules": self.id, "ended": "played", "winner": best}

    def rulings_of(self, *about: object) -> tuple[str, ...]:
        return (UNIFORM_SHUFFLE.id,)

    def remarks(self, hand: Hand) -> tuple[tuple[int | None, str], ...]:
        return ()

    def view(self, hand: Hand, seat: int) -> dict[str, Json]:
        return {"hand": hand.hands[seat]}

    def result_schema(self, seats: int) -> ValueSchema:
        return Object({"rules": Text(), "ended": Text(), "winner": Integer()})

    def narrator(self, hand: Hand) -> "Narrator":
        return Narrator(self, hand)


class Narrator:
    def __init__(self, game: Toy, hand: Hand) -> None:
        self.game, self.hand = game, hand

    def follow(self, index: int, event: Event) -> None:
        self.hand.apply(event)

    def trick_with(self, index: int, event: Event) -> None:
        return None

    def narrative(self, standing: Mapping[str, Json] | None) -> Narrative:
        result = self.game.outcome(self.hand, standing)
        score = (ScoreLine("takes-it-all", {"seat": result["winner"]}),) if result else ()
        deals = (Deal("deal/0", None, (self.hand.dealt,), None),)
        held = tuple(map(tuple, self.hand.hands))
        return Narrative(deals=deals, hands=held, to_act=self.game.to_act(self.hand), score=score)


class Policy(AnyDeal):
    goals: Mapping[str, int] = {"any": 1}

    def proposals(self, hand: Hand, goal: str, random: RandomSource) -> Iterator[Event]:
        if (seat := len(hand.played)) < len(hand.hands):
            yield Event("play", seat, KINDS[random.pick(hand.hands[seat])])

    def pace(self, do: str, spent: int, random: RandomSource) -> int | None:
        return 1000


def parts() -> SchemaParts:
    return SchemaParts("A toy", "the toy", sys.modules[__name__], "toy-rules", SEATS, by_length(SEATS))


def read_rules(value: Json, id: str, pointer: str) -> Toy:
    return Toy(read(RuleSet, lambda rules: (), value, id, pointer))


HIGHEST: Any = Toy(RuleSet("highest-of-five"))
FAMILY = Family("toy", by_id([HIGHEST]), read_rules, parts, policy=lambda game: Policy())
PRESENTATION = GamePresentation("toy", values={"winner": ResultValue(read_seat)})
