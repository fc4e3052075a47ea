"""Where the recorded result of a hand is wrong, in words: what the operator recorded and what the moves give.

The verdict names each wrong value by a JSON pointer into the claim; here every one of them, of every family, is said
in the terms of the players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dealproof.web.presentation.game import GamePresentation, Leaf, Reading
from dealproof.web.presentation.translations import Sentences


@dataclass(frozen=True, slots=True)
class Difference:
    """One wrong value: what it is of, and both values in words."""

    what: str
    recorded: str
    computed: str
    sentences: Sentences

    @property
    def sentence(self) -> str:
        """“Points for Asha & Chandran: the operator recorded 2; the moves give −1.”"""
        values = {"what": self.what, "recorded": self.recorded, "computed": self.computed}
        return self.sentences.say("page", "difference", **values)


def differences(
    game: GamePresentation, verdict: Mapping[str, Any], seats: Sequence[str], sentences: Sentences
) -> list[Difference]:
    """All wrong values of a verdict, in the order of the result."""
    reading = Reading(verdict["result"] or {}, seats, sentences)
    return [difference(game, each, reading) for each in game.gather(verdict["differences"], reading.result)]


def difference(game: GamePresentation, leaf: Leaf, reading: Reading) -> Difference:
    """One wrong value."""
    code, indexes = path(leaf["field"], game.whole)
    return Difference(
        name(game, code, indexes, reading),
        game.read(code, leaf["claimed"], reading),
        game.read(code, leaf["computed"], reading),
        reading.sentences,
    )


def path(pointer: str, whole: frozenset[str] = frozenset()) -> tuple[str, list[int]]:
    """What a pointer is about and the indexes in it; `whole` are the codes with a sentence for one of their places.

    >>> path("/match/totals/1"), path("/places/0/2", frozenset({"places"}))
    (('match-totals', [1]), ('places-one', [0, 2]))
    """
    parts = pointer.split("/")[1:]
    indexes = [int(part) for part in parts if part.isdecimal()]
    code = "-".join(part for part in parts if not part.isdecimal())
    return f"{code}-one" if code in whole and indexes else code, indexes


def name(game: GamePresentation, code: str, indexes: Sequence[int], reading: Reading) -> str:
    """What a wrong value is of: by its sentence, else by its key and places."""
    first = indexes[0] if indexes else None
    if not reading.sentences.has("difference", code):
        return " ".join([code, *(str(index + 1) for index in indexes)])
    who = game.value(code).owner(first, reading)
    return reading.sentences.say("difference", code, who=who, place="" if first is None else first + 1)
