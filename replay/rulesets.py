"""Rule sets by ID: the built-in ones, and those included in a record (RECORD.md).

A rule set is prepared for play once; its JSON is what `dealproof rules ID --json` prints and what its digest
covers. Released rule sets never change: a change is a new ID.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from dealproof.replay.core.engine import Game
from dealproof.replay.core.grounds import Ground
from dealproof.replay.core.rulings import Ruling
from dealproof.replay.games import FAMILIES
from dealproof.replay.json_schema.value_schema import Text, wrong_type
from dealproof.verifier.encoding import canonical, parse_json
from dealproof.verifier.errors import Malformed

MOST_KEPT: Final = 64
"""How many rule sets of records are kept prepared, those used last, and as many built-in ones with what they share."""

LARGEST_KEPT: Final = 32 << 10
"""Bytes of the canonical JSON of the largest rule set that is kept."""


def games() -> dict[str, Game]:
    """The built-in rule sets by ID."""
    return {id: game for family in FAMILIES.values() for id, game in family.games.items()}


def presets() -> dict[str, Game]:
    """Rule sets by this project that are not built in, by ID. A record that uses one includes it under `rules`."""
    return {id: game for family in FAMILIES.values() for id, game in family.presets.items()}


def rulings() -> dict[str, Ruling]:
    """Every ruling of the built-in rule sets by its ID."""
    return {each.id: each for game in games().values() for each in game.rulings}


def builtin(id: str) -> Game | None:
    """The built-in rule set of this ID, or None."""
    for family in FAMILIES.values():
        if id in family.games:
            return family.games[id]
    return None


def preset(id: str) -> Game | None:
    """The preset of this ID, or None."""
    return presets().get(id)


def ids() -> tuple[str, ...]:
    """The IDs of all built-in rule sets."""
    return tuple(games())


@lru_cache(MOST_KEPT)
def alike(game: Game) -> tuple[Game, ...]:
    """The other built-in rule sets with the same cards and numbers of seats. An order of cards and a log of one of them
    can also be judged under the others."""
    siblings = FAMILIES[game.family].games.values()
    return tuple(each for each in siblings if each.id != game.id and _played_with(each) == _played_with(game))


def grounds(game: Game) -> tuple[Ground, ...]:
    """What each rule of a rule set rests on, in the order in which a reader meets them."""
    return tuple(FAMILIES[game.family].grounds(game))


def fits(game: Game, other: Game, seats: int) -> bool:
    """Whether an order of cards and a log of a hand of `game` with so many seats can also be judged under `other`: the
    same family, and the same cards for these seats."""
    return other.family == game.family and seats in other.seats and other.deck(seats) == game.deck(seats)


@lru_cache(MOST_KEPT)
def _played_with(game: Game) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The numbers of seats, each with the printed cards in canonical order."""
    return tuple((seats, game.deck(seats)) for seats in game.seats)


def read(value: Any, id: str, pointer: str) -> Game:
    """Reads the rule set at `pointer` in a record whose header names it `id`.

    Raises `Malformed` if it is not a rule set, contradicts itself, or has another ID.
    """
    if type(value) is not dict:
        raise wrong_type(pointer, value, "a rule set")
    if "family" not in value:
        raise Malformed(f"{pointer}/family", "missing-key", "The key 'family' is missing.")
    Text(tuple(FAMILIES)).check(value["family"], f"{pointer}/family")
    try:
        text = canonical(value)
        if len(text) <= LARGEST_KEPT:
            return _kept(text, id, pointer)
    except (Malformed, TypeError, ValueError):
        pass  # read in its own order of keys below, it names the fault that comes first
    return FAMILIES[value["family"]].read(value, id, pointer)


@lru_cache(MOST_KEPT)
def _kept(text: bytes, id: str, pointer: str) -> Game:
    """The rule set of a canonical JSON text, cached: the hands of one house have the same one."""
    value: Any = parse_json(text)
    return FAMILIES[value["family"]].read(value, id, pointer)
