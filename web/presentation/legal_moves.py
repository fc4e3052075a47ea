"""What would have been legal, grouped for reading: cards by suit, bids as ranges, a line for each thing to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from dealproof.web.presentation.cards import Suited, by_suit, face
from dealproof.web.presentation.names import player
from dealproof.web.presentation.translations import Sentences

Choices = Mapping[str, Any]

CARDS: Final = "{cards}"
"""The placeholder in a sentence for the cards."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a seat might do: `before` and `after` in words around the `cards` that it may do it with. Without
    cards it is all `before`."""

    seat: int | None
    do: str
    before: str
    cards: tuple[Suited, ...]
    after: str

    def in_words(self) -> str:
        """“play 7♥ 9♥ · J♠”"""
        cards = " · ".join(" ".join(map(face, group.cards)) for group in self.cards)
        return f"{self.before}{cards}{self.after}"


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """Everything that one seat might do; `seat` is None for what no seat does."""

    seat: int | None
    options: tuple[Option, ...]

    def heading(self, seats: tuple[str, ...], sentences: Sentences) -> str:
        """“Biju (seat 2) may:”"""
        code = "hand-heading" if self.seat is None else "heading"
        return sentences.say("legal", code, who=self.who(seats, sentences))

    def who(self, seats: tuple[str, ...], sentences: Sentences) -> str:
        """“Biju (seat 2)”, "" for what no seat does."""
        name = "" if self.seat is None else player(seats, self.seat, sentences)
        return name[:1].upper() + name[1:]

    def sentence(self, seats: tuple[str, ...], sentences: Sentences) -> str:
        """“Biju (seat 2) may pass, or bid 15 to 28.”"""
        every = either([option.in_words() for option in self.options], sentences, "or-option")
        code = "hand-sentence" if self.seat is None else "sentence"
        return sentences.say("legal", code, who=self.who(seats, sentences), options=every)


def options(legal: Iterable[Choices], sentences: Sentences) -> list[SeatOptions]:
    """The legal events of a verdict's fault, in their order, by seat and by what is done."""
    grouped: dict[tuple[int | None, str], list[Choices]] = {}
    for event in legal:
        grouped.setdefault((event.get("seat"), event["do"]), []).append(event)
    made = [option(seat, do, events, sentences) for (seat, do), events in grouped.items()]
    seats = dict.fromkeys(each.seat for each in made)
    return [SeatOptions(seat, tuple(each for each in made if each.seat == seat)) for seat in seats]


def option(seat: int | None, do: str, events: list[Choices], sentences: Sentences) -> Option:
    """The events that differ only in their card or number."""
    cards = by_suit(dict.fromkeys(event["card"] for event in events if "card" in event))
    named = dict.fromkeys(named_value(event, sentences) for event in events)
    values = {"value": either([*filter(None, named)], sentences), "cards": CARDS}
    before, _, after = sentences.say("choices", do, **values).partition(CARDS)
    return Option(seat, do, before, tuple(cards), after)


def either(several: list[str], sentences: Sentences, code: str = "or") -> str:
    """Several in a row, of which one may be chosen; "" for none."""
    return reduce(lambda first, second: sentences.say("legal", code, first=first, second=second), several or [""])


def named_value(event: Choices, sentences: Sentences) -> str:
    """The number, range or word that an event names, "" where it names none."""
    if isinstance(event.get("from"), str):
        return sentences.say("piles", event["from"])
    if "from" in event:
        low, high = event["from"], event["to"]
        return str(low) if low == high else sentences.say("legal", "range", low=low, high=high)
    if "reason" in event:
        return sentences.say("redeals", event["reason"])
    value = event.get("value", event.get("at", ""))
    return sentences.say("calls", value) if value and isinstance(value, str) else str(value)
