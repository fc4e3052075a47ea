"""What would have been legal, grouped for reading: cards by suit, bids as ranges, a line for each thing to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dealproof.web.presentation.cards import Suited, by_suit, face
from dealproof.web.presentation.names import who
from dealproof.web.presentation.translations import Sentences

Choices = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a seat might do: `label` in words, `cards` it may do it with, `values` that it may name."""

    seat: int | None
    do: str
    label: str
    cards: tuple[Suited, ...]
    values: tuple[str, ...]

    def in_words(self) -> str:
        """“play 7♥ 9♥ · J♠”"""
        cards = " · ".join(" ".join(map(face, group.cards)) for group in self.cards)
        return " ".join(filter(None, [self.label, cards, " or ".join(self.values)]))


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """Everything that one seat might do; `seat` is None for what no seat does."""

    seat: int | None
    options: tuple[Option, ...]

    def subject(self, seats: tuple[str, ...]) -> str:
        """“Biju (seat 2) may”"""
        subject = "the hand" if self.seat is None else who(seats, self.seat)
        return f"{subject[:1].upper()}{subject[1:]} may"

    def sentence(self, seats: tuple[str, ...]) -> str:
        """“Biju (seat 2) may pass, or bid 15 to 28.”"""
        return f"{self.subject(seats)} {', or '.join(option.in_words() for option in self.options)}."


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
    return Option(seat, do, sentences.say("may", do), tuple(cards), tuple(filter(None, named)))


def named_value(event: Choices, sentences: Sentences) -> str:
    """The number, range or word that an event names, "" where it names none."""
    if isinstance(event.get("from"), str):
        return sentences.say("piles", event["from"])
    if "from" in event:
        return str(event["from"]) if event["from"] == event["to"] else f"{event['from']} to {event['to']}"
    if "reason" in event:
        return "because " + sentences.say("redeals", event["reason"])
    return str(event.get("value", event.get("at", "")))
