"""What the prepared rule sets of all families have in common: a name, a JSON form, a digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, Generic, Protocol, TypeVar

from dealproof.replay.core.rulings import Ruling
from dealproof.replay.json_schema import dataclass_json
from dealproof.replay.json_schema.value_schema import ValueSchema, shown
from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import Malformed

MAX_CARDS: Final = 1_040
"""Cards of the largest pack that a rule set may ask for. A shuffle of that many reads 1,039 of the 2,040 words of its
stream, which leaves a thousand for words that are rejected (PROTOCOL.md, "The random stream")."""


class HasId(Protocol):
    """A rule set: a frozen dataclass with an ID."""

    @property
    def id(self) -> str:
        """The ID that a header names it by."""


Rules = TypeVar("Rules", bound=HasId)


class PreparedRuleSet(Generic[Rules]):
    """A rule set ready to be played by: its ID, JSON and digest. Each family adds its tables and its hands."""

    draws_first_seat: bool = False

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.id = rules.id

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the canonical JSON of the rule set, as 64 hex digits: `header.rules_digest`."""
        return sha256(canonical(self.to_json())).hexdigest()

    def to_json(self) -> dict[str, Json]:
        """The rule set as a record has it, and as its digest covers it."""
        written: dict[str, Json] = dataclass_json.write(self.rules)
        return written

    def options(self) -> dict[str, Json]:
        """The rule set as JSON, including later options that have their default."""
        written: dict[str, Json] = dataclass_json.write(self.rules, complete=True)
        return written

    def from_options(self, options: dict[str, Json]) -> dict[str, Json]:
        """The JSON of a rule set of this family as a record has it, from all its options."""
        written: dict[str, Json] = dataclass_json.shortened(type(self.rules), options)
        return written

    def draw_of(self, deal: int) -> str:
        """The label of the draw of a deal, 0 the first (PROTOCOL.md, "The random stream")."""
        return f"deal/{deal}"


class HasRulings(Protocol):
    """A rule set with rulings."""

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Every ruling that applies to it."""


class Matchless(PreparedRuleSet[Rules]):
    """A rule set of a game without matches: nothing carries over from hand to hand. A game whose rulings take part only
    in some hands overrides `rulings_of`, and a game with remarks overrides `remarks`."""

    def standing_schema(self, seats: int) -> ValueSchema | None:
        """None: there are no standings."""
        return None

    def first_standing(self, seats: int) -> None:
        """None: there are no standings."""

    def rulings_of(
        self: HasRulings, hand: Any, broken: Any = None, result: Any = None, standing: Any = None
    ) -> tuple[str, ...]:
        """The IDs of all its rulings: each takes part in every hand."""
        return tuple(ruling.id for ruling in self.rulings)

    def remarks(self, hand: Any) -> tuple[tuple[int | None, str], ...]:
        """No remarks."""
        return ()


Contradiction = tuple[str, str, str]
"""A contradiction in a rule set: a pointer below it, a code, a sentence."""


def read(
    expected: type[Rules],
    contradictions: Callable[[Rules], Iterable[Contradiction]],
    value: Json,
    id: str,
    pointer: str,
) -> Rules:
    """A house's own rule set of the type `expected` from its JSON at `pointer`, under the name `id` of the header.

    Raises `Malformed` if it is not a rule set, has another ID, or at the first of its `contradictions`.
    """
    rules: Any = dataclass_json.read(expected, value, pointer)
    if rules.id != id:
        reason = f"The ID is {shown(rules.id)}, but the header names the rules {shown(id)}."
        raise Malformed(f"{pointer}/id", "other-name", reason)
    own: Rules = rules
    for below, code, reason in contradictions(own):
        raise Malformed(f"{pointer}{below}", code, reason)
    return own
