"""Players, sides and events in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealproof.web.presentation.cards import SHAPES, face, suit
from dealproof.web.presentation.translations import Sentences


def player(seats: Sequence[str], seat: int, sentences: Sentences) -> str:
    """Returns a player by name and seat, counted from 1; the seat alone if the name is unknown.

    >>> from dealproof.web.presentation.translations import sentences
    >>> player(["Devi", "Biju"], 1, sentences("en")), player([], 1, sentences("en"))
    ('Biju (seat 2)', 'seat 2')
    """
    if 0 <= seat < len(seats):
        return sentences.say("names", "player", name=seats[seat], seat=seat + 1)
    return sentences.say("names", "seat", seat=seat + 1)


def team(number: int, seats: Sequence[str], sentences: Sentences) -> str:
    """A team by its players: every other seat; by its first seat where no name is known.

    >>> from dealproof.web.presentation.translations import sentences
    >>> team(1, ["Asha", "Biju", "Chandran", "Devi"], sentences("en")), team(1, [], sentences("en"))
    ('Biju & Devi', 'the side of seat 2')
    """
    names = seats[number::2] if number in (0, 1) else ()
    return " & ".join(names) or sentences.say("names", "side", seat=number + 1)


def players(several: Sequence[int], seats: Sequence[str], sentences: Sentences) -> str:
    """Returns several players, joined by “&”."""
    return " & ".join(player(seats, seat, sentences) for seat in several)


def event_in_words(event: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> str:
    """Returns an event of the log in words, with the player and seat: “Biju (seat 2) played J♠”."""
    who = player(seats, event["seat"], sentences) if "seat" in event else ""
    return sentences.say("events", event["do"], **values_of(event, sentences), who=who)


def event_by_name(event: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> str:
    """Returns an event of the log in words, with the player's name alone: “Biju played J♠”."""
    who = seats[event["seat"]] if "seat" in event else ""
    return sentences.say("events", event["do"], **values_of(event, sentences), who=who)


def action_in_words(event: Mapping[str, Any], sentences: Sentences) -> str:
    """Returns what an event did, without the player: “played J♠”."""
    return sentences.say("did", event["do"], **values_of(event, sentences))


def values_of(event: Mapping[str, Any], sentences: Sentences) -> dict[str, object]:
    """Returns the values of an event in words, by the names that sentences have for them."""
    values = {**event, "card": face(event.get("card", ""))}
    values["reason"] = sentences.say("redeals", str(event.get("reason")))
    if "from" in event:
        values["from"] = sentences.say("piles", event["from"])
    if isinstance(value := event.get("value"), str):
        values["value"] = sentences.say("calls", value)
    return values


def suit_in_words(card: str, sentences: Sentences) -> str:
    """The suit of a card by sign and name: “♠ spades”."""
    return f"{SHAPES.get(suit(card), '')} {sentences.say('suits', suit(card))}".strip()
