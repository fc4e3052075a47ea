"""A hand as anybody may see it. Nothing here is derived from a table or a record's class: a field that is not written
down below cannot get out.

While the server seed of a hand is hidden, its events, its claim and its log head are left out: the log holds the
concealed trump card, and a hash over a log of which all but one card is known gives that card away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dealproof.replay.core.narrative import Narrative
from dealproof.replay.core.rulings import Ruling
from dealproof.replay.doctor.explanation import Explanation

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """One event that would have been legal where the log breaks a rule, and what it would have meant for the trick:
    the seat that would be `winning` it (None where no card lies there), and whether the trick would be `over`."""

    event: Values
    winning: int | None
    over: bool


@dataclass(frozen=True, slots=True)
class Retrial:
    """A hand under other `rules`: the index of the first event that breaks one of them, and the ID of that rule, or
    None and None; the result where the events go through to the end, else None."""

    rules: str
    event: int | None
    rule: str | None
    result: Values | None


@dataclass(frozen=True, slots=True)
class PublicHand:
    """A hand as anybody may see it. Hashes and seeds are hex; seats are player names in turn order, written
    so that no two look the same (`web.presentation.visible_text.distinct_names`).

    `family` is the family of the rule set, `provisional` says whether a source calls a part of the rules unconfirmed.
    `server_seed`, `log_head` and `narrative` are None, and `events` and `choices` are empty, while the hand is hidden.
    `rulings` are those that took part in it, `choices` what would have been legal at the first illegal event,
    `other_rules` the IDs of the rule sets for the same cards and seats. `void` is the reason for which a void hand was
    given up, None of any other; a player seed that was never opened is None. `origin` is where an imported hand came
    from, None of any other: it has neither seeds nor hashes. `explanations` are known mistakes that would explain
    hashes that do not match. `views` has what each seat saw at the deal and after every legal event (`replay.views`),
    nothing while the hand is hidden.
    """

    hand: str
    table: str
    number: int
    rules: str
    family: str
    rules_digest: str | None
    provisional: bool
    seats: tuple[str, ...]
    dealer: int | None
    match: Values | None
    server_commitment: str | None
    player_commitments: tuple[str | None, ...]
    seat_keys: tuple[str | None, ...]
    player_seeds: tuple[str | None, ...]
    server_seed: str | None
    log_head: str | None
    events: tuple[Values, ...]
    narrative: Narrative | None
    verdict: Values
    rulings: tuple[Ruling, ...]
    choices: tuple[Choice, ...]
    other_rules: tuple[str, ...]
    void: str | None = None
    origin: str | None = None
    explanations: tuple[Explanation, ...] = ()
    views: tuple[tuple[Values, ...], ...] = ()

    @property
    def hidden(self) -> bool:
        """Whether the server seed is still to be opened."""
        return self.server_seed is None and self.origin is None
