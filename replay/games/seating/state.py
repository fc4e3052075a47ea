"""A draw for the seats: the pack, the cut, and what falls to whom (seating/RULES.md, "Seating by aces")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Final, NamedTuple

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Broken, Draw, first_broken
from dealproof.replay.core.events import NOBODY, Event
from dealproof.replay.core.rulings import UNIFORM_SHUFFLE, Ruling
from dealproof.replay.games.seating.ruleset import ACE
from dealproof.verifier.encoding import Json

if TYPE_CHECKING:
    from dealproof.replay.games.seating.game import Seating

DRAW: Final = "seating"
"""The label of the draw (PROTOCOL.md, "The random stream")."""

RULINGS: Final = (
    UNIFORM_SHUFFLE,
    Ruling(
        "places-in-old-order",
        "Both teams fill the remaining places in their old order, counted from eldest to the right.",
        "ruled",
    ),
)
"""The rulings of the family; both take part in every draw."""


class Drawn(NamedTuple):
    """What was dealt face up: the seats that got an ace, in that order, and the cards of each seat as text."""

    aces: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]


def deal(pack: Sequence[str], dealer: int, seats: int) -> Drawn:
    """The pack dealt one by one beginning with the dealer, to seats without an ace, until half have one."""
    cards: list[list[str]] = [[] for _ in range(seats)]
    aces: list[int] = []
    from_top = iter(pack)
    for step in cycle(range(seats)):
        seat = (dealer + step) % seats
        if seat in aces:
            continue
        card = next(from_top)
        cards[seat].append(card)
        if card[0] == ACE:
            aces.append(seat)
        if len(aces) == seats // 2:
            break
    return Drawn(tuple(aces), tuple(map(tuple, cards)))


class Hand:
    """One draw. `names` are the players in their old order; `order` is the pack from the top, as places in the
    canonical deck; `was_cut` says whether the cut was made. The draw is always complete: a cut is optional."""

    __slots__ = ("cutter", "dealer", "game", "names", "order", "was_cut")

    def __init__(self, game: Seating, names: Sequence[str], dealer: int, draw: Draw) -> None:
        self.game, self.names, self.dealer = game, names, dealer
        self.cutter = (dealer + 1) % len(names)
        self.order = draw(DRAW).order(game.pack.size)
        self.was_cut = False

    def fault(self, event: Event) -> str | None:
        """The ID of the first rule that `event` breaks, or None where it is legal."""
        return first_broken(self.game.book[event.do], self, event)

    def apply(self, event: Event) -> None:
        """Cuts."""
        self.order = self.order[event.arg :] + self.order[: event.arg]
        self.was_cut = True

    def legal(self, t: int = NOBODY) -> list[dict[str, Json]]:
        """The cut, as a range, while there may be one."""
        if self.was_cut:
            return []
        return [{"seat": self.cutter, "do": "cut", "from": 1, "to": self.game.pack.size - 1}]

    def to_act(self) -> tuple[int, ...]:
        """None: the draw does not wait for a move; a cut is optional."""
        return ()

    def drawn(self) -> Drawn:
        """The cards of every seat from the pack in its present order."""
        cards = [TEXTS[self.game.pack.kind_at[place]] for place in self.order]
        return deal(cards, self.dealer, len(self.names))

    def outcome(self, standing: Mapping[str, Json] | None) -> dict[str, Json]:
        """The result (RECORD.md, "Result"): teams sit alternately from eldest, the last one deals first."""
        aces = self.drawn().aces
        seats = len(self.names)
        from_eldest = [(aces[0] + step) % seats for step in range(seats)]
        with_ace = [self.names[seat] for seat in from_eldest if seat in aces]
        without = [self.names[seat] for seat in from_eldest if seat not in aces]
        seated = [name for pair in zip(with_ace, without, strict=True) for name in pair]
        return {"rules": self.game.id, "ended": "seated", "aces": [*aces], "seats": [*seated], "dealer": seats - 1}

    def rulings(
        self,
        broken: Broken | None = None,
        result: Mapping[str, Json] | None = None,
        standing: Mapping[str, Json] | None = None,
    ) -> tuple[str, ...]:
        """The IDs of the rulings that took part; no rule rests on one."""
        return tuple(each.id for each in RULINGS)

    def remarks(self) -> tuple[tuple[int | None, str], ...]:
        """Nothing is worth saying."""
        return ()

    def view(self, seat: int) -> dict[str, Json]:
        """What `seat` may see: nothing while a cut is still possible, then all cards."""
        drawn = self.drawn() if self.was_cut else Drawn((), ((),) * len(self.names))
        return {"seat": seat, "cards": [[*cards] for cards in drawn.cards], "aces": [*drawn.aces], "to_act": []}
