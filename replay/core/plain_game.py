"""A plain game: what follows from its deck, its book of rules and its hands, so that a new game need not write it.

It is a card game without matches, in which one deal gives every seat its cards and every event is an action of a seat,
with a card, a pile or nothing. A game that is more than that overrides methods or implements `replay.core.engine.Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Generic, Self, TypeVar

from dealproof.replay.core.cards import KINDS, TEXTS
from dealproof.replay.core.engine import Draw, first_broken
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.narrative import Deal, Narrative, ScoreLine
from dealproof.replay.core.ruleset import Matchless, Rules
from dealproof.replay.core.rulings import UNIFORM_SHUFFLE, Ruling
from dealproof.replay.json_schema.value_schema import Object, Text, ValueSchema
from dealproof.replay.record.events import PILES, Action, actions, event_json
from dealproof.verifier.encoding import Json

Cards = tuple[tuple[str, ...], ...]
"""The cards of every seat, as text."""

Rule = Callable[[Any, Event], bool]
"""Whether an event breaks the rule that the function is named after."""


class PlainHand:
    """The cards of every seat as text: `dealt`, and `hands` that are still held. Subclasses add `apply` and the rest of
    their state."""

    def __init__(self, dealt: Cards) -> None:
        self.dealt = dealt
        self.hands = [list(cards) for cards in dealt]

    def apply(self, event: Event) -> None:
        """Changes the hand by a legal event."""
        raise NotImplementedError

    def copy(self) -> Self:
        """A hand at the same point that changes independently."""
        return deepcopy(self)


H = TypeVar("H", bound=PlainHand)


class PlainGame(Matchless[Rules], Generic[Rules, H]):
    """A rule set of a plain game, prepared for play.

    A subclass sets `family`, `seats` (the numbers of players it allows), `hand_type`, `book` (the rules of each action
    in the order in which they are checked) and `result_members` (the schema of a result, without `rules` and `ended`).
    It implements `stages`, `to_act`, `outcome` and `view`: what a seat may see depends on the game. The methods are
    documented in `replay.core.engine.GameOf`. All `rulings` take part in every hand, and there are no remarks.
    """

    family: ClassVar[str]
    seats: Sequence[int]
    hand_type: type[H]
    book: Mapping[str, Sequence[Rule]]
    result_members: Mapping[str, ValueSchema]
    has_dealer: bool = False
    rulings: tuple[Ruling, ...] = (UNIFORM_SHUFFLE,)

    @property
    def actions(self) -> Mapping[str, Action]:
        """The actions of the book, without clocks."""
        return actions(*self.book)

    def deck(self, seats: int) -> tuple[str, ...]:
        """The 52 cards of a pack."""
        return TEXTS[:52]

    def stages(self, seats: int, dealer: int | None, cards: Sequence[str], draw: Draw) -> tuple[Cards]:
        """The cards of every seat, dealt in one stage."""
        raise NotImplementedError

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> H:
        """A hand of the type `hand_type`, dealt from the shuffled deck."""
        deck = self.deck(len(names))
        cards = [deck[place] for place in draw(self.draw_of(0)).order(len(deck))]
        (dealt,) = self.stages(len(names), dealer, cards, draw)
        return self.hand_type(dealt)

    def fault(self, hand: H, event: Event) -> str | None:
        """The ID of the first rule of the book that the event breaks, or None."""
        return first_broken(self.book[event.do], hand, event)

    def legal(self, hand: H, t: int = NOBODY) -> list[dict[str, Json]]:
        """Every candidate that `fault` accepts."""
        return [event_json(event) for event in self.candidates(hand, t) if self.fault(hand, event) is None]

    def candidates(self, hand: H, t: int = NOBODY) -> Iterator[Event]:
        """Every possible event, by action in the order of the book, then by seat, then by card in deck order.

        Raises NotImplementedError for an action whose field is a number or free text: such values cannot be listed.
        """
        seats = range(len(hand.hands))
        kinds = dict.fromkeys(KINDS[card] for card in self.deck(len(seats)))
        for do, action in self.actions.items():
            if action.kind == "card":
                yield from (Event(do, seat, kind, t=t) for seat in seats for kind in kinds)
            elif action.kind == "pile":
                yield from (Event(do, seat, word=pile, t=t) for seat in seats for pile in PILES)
            elif action.seat and not action.kind:
                yield from (Event(do, seat, t=t) for seat in seats)
            else:
                raise NotImplementedError(f"The events {do!r} of {self.id} cannot be listed: override candidates.")

    def to_act(self, hand: H) -> tuple[int, ...]:
        """The seats that may act next."""
        raise NotImplementedError

    def outcome(self, hand: H, standing: Mapping[str, Json] | None) -> dict[str, Json] | None:
        """The result, or None while the hand is not over."""
        raise NotImplementedError

    def view(self, hand: H, seat: int) -> dict[str, Json]:
        """What a seat may see."""
        raise NotImplementedError

    def score(self, hand: H, result: Mapping[str, Json]) -> tuple[ScoreLine, ...]:
        """The steps of the scoring for the narrative, here none. Only called for a finished hand."""
        return ()

    def narrator(self, hand: H) -> PlainNarrator:
        """A narrator of the deal, the cards still held and the score."""
        return PlainNarrator(self, hand)

    def result_schema(self, seats: int) -> ValueSchema:
        """An object of `rules`, `ended` and the `result_members`."""
        return Object({"rules": Text(), "ended": Text(), **self.result_members})


class PlainNarrator:
    """Follows a plain hand. The moves need no narrative of their own: they are shown as the log has them."""

    def __init__(self, game: PlainGame[Any, Any], hand: PlainHand) -> None:
        self.game, self.hand = game, hand

    def follow(self, index: int, event: Event) -> None:
        """Plays the legal `event`."""
        self.hand.apply(event)

    def trick_with(self, index: int, event: Event) -> None:
        """None: there are no tricks."""

    def narrative(self, standing: Mapping[str, Json] | None) -> Narrative:
        """The deal, the cards still held, the seats to act, and the score of a finished hand."""
        game, hand = self.game, self.hand
        result = game.outcome(hand, standing)
        return Narrative(
            deals=(Deal(game.draw_of(0), None, (hand.dealt,), None),),
            hands=tuple(map(tuple, hand.hands)),
            to_act=game.to_act(hand),
            score=game.score(hand, result) if result else (),
        )
