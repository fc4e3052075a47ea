"""The protocol that every family implements, and the replay itself.

A hand is plain data that knows what an event changes. The game, which holds the rule book, computes everything else:
which rule an event breaks, which events are legal, whose turn it is, the result, what a seat sees. `fault` is the one
source of legality, and `legal` lists what it accepts. The engine gets the orders of cards through `draw`,
a function of a label (PROTOCOL.md, "The random stream"), and uses neither a clock nor random numbers: the same draw and
the same events give the same hand, from any prefix on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.narrative import Narrative, Trick
from dealproof.replay.core.rulings import Ruling
from dealproof.replay.json_schema.value_schema import ValueSchema
from dealproof.replay.record.events import Action
from dealproof.verifier.encoding import Json


class Source(Protocol):
    """One labelled draw: a permutation of `range(n)`, index 0 the top, or a whole number below m.

    A pile that is not the canonical deck is given to `permuted`, which returns its cards from the top: what a pile of
    an imported hand became is known by its cards alone.
    """

    def order(self, n: int) -> list[int]: ...

    def permuted(self, pile: Sequence[int]) -> list[int]: ...

    def uniform(self, m: int) -> int: ...


Draw = Callable[[str], Source]


class BrokenRule(NamedTuple):
    """An illegal event and the ID of the rule that it breaks."""

    rule: str
    event: Event


class Hand(Protocol):
    """One hand in play. `apply` takes legal events only; `copy` returns a hand at the same point that changes
    independently."""

    def apply(self, event: Event) -> None: ...

    def copy(self) -> Self: ...


H = TypeVar("H", bound=Hand)


class Narrator(Protocol):
    """Follows a hand event by event and describes it for people.

    `follow` plays the legal `event` at `index`. `narrative` describes the hand so far. `trick_with` is the trick as it
    would be after one more legal event, None in games without tricks; it changes nothing.
    """

    def follow(self, index: int, event: Event) -> None: ...

    def narrative(self, standing: Mapping[str, Json] | None) -> Narrative: ...

    def trick_with(self, index: int, event: Event) -> Trick | None: ...


class GameOf(Protocol[H]):
    """A rule set prepared for play, with hands of the type `H`: what a family provides for each of its rule sets.

    Facts of the rule set:

    - `seats`: the numbers of players it allows; `has_dealer`: whether the header names a dealer; `draws_first_seat`:
      whether the draw `first-seat` says who gets the first card.
    - `actions`: the values of `do` that its events may have.
    - `rulings`: every ruling that applies to it.
    - `deck(seats)`: the canonical deck, as card texts.
    - `draw_of(deal)`: the label of the draw of a deal, the first being 0.
    - `stages(…)`: the cards of every seat at each stage of the deal, from a deck with its top card first.
    - `standing_schema(seats)`, `first_standing(seats)`: the schema of a match's standing and the one before the first
      hand; None if the game has no matches. `result_schema(seats)`: the schema of a result.

    `start` deals a hand for the players `names`. The methods below return facts about a hand and do not change it:

    - `fault`: the ID of the rule that an event breaks, or None if it is legal.
    - `legal`: every event that `fault` accepts `t` ms after the deal (−1: at any time), as JSON in the order of
      RECORD.md, bids and cuts as ranges.
    - `to_act`: the seats that may act next.
    - `outcome`: the result, or None while the hand is not over; `standing` is the match's standing before the hand.
    - `rulings_of`: the IDs of the rulings that took part, with those behind a `broken` rule and behind a `result`.
    - `remarks`: codes of what is notable but no fault, each with the index of its event, or None.
    - `view`: what a seat may see.
    - `narrator`: a narrator of a hand just dealt; it applies the events that it follows.
    """

    @property
    def id(self) -> str: ...

    @property
    def family(self) -> str: ...

    @property
    def digest(self) -> str: ...

    @property
    def seats(self) -> Sequence[int]: ...

    @property
    def actions(self) -> Mapping[str, Action]: ...

    @property
    def has_dealer(self) -> bool: ...

    @property
    def draws_first_seat(self) -> bool: ...

    @property
    def rulings(self) -> tuple[Ruling, ...]: ...

    def __hash__(self) -> int: ...

    def to_json(self) -> dict[str, Json]: ...

    def options(self) -> dict[str, Json]: ...

    def from_options(self, options: dict[str, Json]) -> dict[str, Json]: ...

    def standing_schema(self, seats: int) -> ValueSchema | None: ...

    def first_standing(self, seats: int) -> Mapping[str, Json] | None: ...

    def result_schema(self, seats: int) -> ValueSchema: ...

    def deck(self, seats: int) -> tuple[str, ...]: ...

    def draw_of(self, deal: int) -> str: ...

    def stages(
        self, seats: int, dealer: int | None, cards: Sequence[str], draw: Draw
    ) -> tuple[tuple[tuple[str, ...], ...], ...]: ...

    def start(self, names: Sequence[str], dealer: int | None, draw: Draw) -> H: ...

    def fault(self, hand: H, event: Event) -> str | None: ...

    def legal(self, hand: H, t: int = NOBODY) -> list[dict[str, Json]]: ...

    def to_act(self, hand: H) -> tuple[int, ...]: ...

    def outcome(self, hand: H, standing: Mapping[str, Json] | None) -> dict[str, Json] | None: ...

    def rulings_of(
        self,
        hand: H,
        broken: BrokenRule | None = None,
        result: Mapping[str, Json] | None = None,
        standing: Mapping[str, Json] | None = None,
    ) -> tuple[str, ...]: ...

    def remarks(self, hand: H) -> Sequence[tuple[int | None, str]]: ...

    def view(self, hand: H, seat: int) -> dict[str, Json]: ...

    def narrator(self, hand: H) -> Narrator: ...


Game: TypeAlias = GameOf[Any]
"""A rule set of any family. Only hands from its own `start` may be passed to its methods."""


Played = TypeVar("Played")


def first_broken(rules: Iterable[Callable[[Played, Event], bool]], hand: Played, event: Event) -> str | None:
    """The ID of the first of the `rules` that `event` breaks, or None. The ID is the function's name with `-` for
    `_`."""
    for rule in rules:
        if rule(hand, event):
            return rule.__name__.replace("_", "-")
    return None


class StoppedAt(NamedTuple):
    """Where a replay stopped at an illegal event: its index and the ID of the rule it broke."""

    event: int
    rule: str


def play_out(game: GameOf[H], hand: H, events: Iterable[Event]) -> StoppedAt | None:
    """Plays `events` on a `hand` of the game up to the first illegal one, and leaves it as it was before that event."""
    fault, apply = game.fault, hand.apply
    for index, event in enumerate(events):
        rule = fault(hand, event)
        if rule is not None:
            return StoppedAt(index, rule)
        apply(event)
    return None


def followed(game: GameOf[H], hand: H, events: Iterable[Event]) -> Narrator:
    """A narrator of a hand just dealt that has followed its `events` as far as they are legal."""
    narrator = game.narrator(hand)
    for index, event in enumerate(events):
        if game.fault(hand, event) is not None:
            break
        narrator.follow(index, event)
    return narrator
