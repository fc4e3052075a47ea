"""Rule sets by ID: the built-in ones, and those included in a record (RECORD.md).

A rule set is prepared for play once; its JSON is what `dealproof rules ID --json` prints and what its digest
covers. Released rule sets never change: a change is a new ID.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from dealproof.replay.core.engine import Game
from dealproof.replay.core.rulings import Ruling
from dealproof.replay.games import gulan, kazhutha, rummy, seating
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.presets import PRESETS as GULAN_PRESETS
from dealproof.replay.shapes.shape import Text, wrong_type
from dealproof.verifier.encoding import Json, canonical, parse_json
from dealproof.verifier.errors import Malformed

FAMILIES: Final[dict[str, Callable[[Json, str, str], Game]]] = {
    "gulan": gulan.read,
    "seating": seating.read,
    "kazhutha": kazhutha.read,
    "rummy": rummy.read,
}
"""What reads a rule set, by its `family`."""

MOST_KEPT: Final = 64
"""How many rule sets of records are kept prepared, those used last, and as many built-in ones with what they share."""

LARGEST_KEPT: Final = 32 << 10
"""Bytes of the canonical JSON of the largest rule set that is kept."""

BUILT_IN: Final[dict[str, Game]] = {
    game.id: game for game in chain[Game](gulan.GAMES, seating.GAMES, kazhutha.GAMES, rummy.GAMES)
}

PRESETS: Final[dict[str, Game]] = {rules.id: Gulan(rules) for rules in GULAN_PRESETS}
"""Rule sets by this project that are not built in, by ID (`replay.games.gulan.presets`). A record that uses one
includes it under `rules`."""

RULINGS: Final[dict[str, Ruling]] = {each.id: each for game in BUILT_IN.values() for each in game.rulings}
"""Every ruling of the built-in rule sets by its ID."""


def builtin(id: str) -> Game | None:
    """The built-in rule set of this ID, or None."""
    return BUILT_IN.get(id)


def preset(id: str) -> Game | None:
    """The preset of this ID, or None."""
    return PRESETS.get(id)


def ids() -> tuple[str, ...]:
    """The IDs of all built-in rule sets."""
    return tuple(BUILT_IN)


@lru_cache(MOST_KEPT)
def alike(game: Game) -> tuple[Game, ...]:
    """The other built-in rule sets for the same cards and number of seats: an order of cards and a log of one of them
    can also be judged under the others."""
    return tuple(
        each
        for each in BUILT_IN.values()
        if each.id != game.id and each.family == game.family and _played_with(each) == _played_with(game)
    )


@lru_cache(MOST_KEPT)
def _played_with(game: Game) -> tuple[Sequence[int], Json]:
    """The numbers of seats and the printed cards: the ranks in the order of the canonical deck, without their
    points."""
    pack = game.to_json().get("pack")
    ranks = pack["ranks"] if isinstance(pack, dict) else pack
    if not isinstance(ranks, list):
        return game.seats, ranks
    return game.seats, [[each["rank"], each["copies"]] for each in ranks if isinstance(each, dict)]


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
    return FAMILIES[value["family"]](value, id, pointer)


@lru_cache(MOST_KEPT)
def _kept(text: bytes, id: str, pointer: str) -> Game:
    """The rule set of a canonical JSON text. The hands of a house have the same one, hand after hand."""
    value: Any = parse_json(text)
    return FAMILIES[value["family"]](value, id, pointer)
