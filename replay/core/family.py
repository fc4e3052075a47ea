"""What the program asks of a game as a whole: one `Family` object describes it (`replay.games` registers them)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dealproof.replay.core.engine import Game
from dealproof.replay.core.grounds import Ground, no_grounds
from dealproof.verifier.encoding import Json

if TYPE_CHECKING:
    from dealproof.replay.core.policy import Policy
    from dealproof.replay.json_schema.value_schema import Schema


@dataclass(frozen=True, slots=True)
class SchemaParts:
    """What a family adds to the JSON Schema of the record (`replay.record.schema`).

    `title` and `result` are for people ("The result of a hand of `result`"). `tables` is the module with the
    dataclasses of its rule sets; their definitions have names that begin with `prefix`. `sizes` are the numbers of
    seats that a house's own rules may have, `own` what such rules ask of the rest of the record. `methods` has, for
    each way of counting a match, a rule set that counts so, and `method_of` is the way of one rule set; both are empty
    in games without matches.
    """

    title: str
    result: str
    tables: ModuleType
    prefix: str
    sizes: Sequence[int]
    own: Sequence[Schema]
    methods: Mapping[str, Game] = field(default_factory=dict)
    method_of: Callable[[Any], str | None] = lambda game: None


@dataclass(frozen=True, slots=True)
class Advantage:
    """What makes a hand good for a seat, for the statistics of an archive. `measures` are what a card is worth to
    whoever is dealt it, by name; bets are on the first. `teams` is how many teams the seats take turns to belong to, 0
    where each plays alone. `pure_runs` says whether suits with three ranks in a row count."""

    measures: Mapping[str, Callable[[Any, str], int]]
    teams: int = 0
    pure_runs: bool = False


@dataclass(frozen=True, slots=True)
class Family:
    """One game in all its rule sets.

    `name` is the value of `family` in a rule set. `games` are the built-in rule sets by ID, `presets` those by this
    project that are not built in: a record that uses one includes it under `rules`. `read` reads a rule set from its
    JSON, its ID and the pointer to it, and raises `Malformed`. `schema` makes the parts of the JSON Schema, and
    `policy`, from a rule set, what plays simulated hands, None where they cannot be simulated. Both import what they
    need when they are called, so that a check loads neither. `grounds` gives, for a rule set, what each of its rules
    rests on, in the order in which a reader meets them. `advantage` is None where no seat can win. The last two are for
    mutations of simulated hands: `texts` are what an event's field of free text may hold, `nullable` the values of
    those members of a result or standing that may be null, by key.
    """

    name: str
    games: Mapping[str, Game]
    read: Callable[[Json, str, str], Game]
    schema: Callable[[], SchemaParts]
    presets: Mapping[str, Game] = field(default_factory=dict)
    policy: Callable[[Any], Policy[Any]] | None = None
    grounds: Callable[[Any], Sequence[Ground]] = no_grounds
    advantage: Advantage | None = None
    texts: Sequence[str] = ()
    nullable: Mapping[str, Sequence[Json]] = field(default_factory=dict)


def by_id(games: Iterable[Game]) -> dict[str, Game]:
    """Rule sets by their IDs, in their order."""
    return {game.id: game for game in games}
