"""What was found among the stored hands for a text in the search box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

HAND_ID: Final = "hand-id"
LINK: Final = "link"
COMMITMENT: Final = "commitment"
SERVER_SEED: Final = "server-seed"
PLAYER_COMMITMENT: Final = "player-commitment"
PLAYER_SEED: Final = "player-seed"
HEADER_HASH: Final = "header-hash"
LOG_HEAD: Final = "log-head"
RECORD_HASH: Final = "record-hash"
TABLE: Final = "table"
MATCH: Final = "match"
TABLE_NUMBER: Final = "table-number"
PLAYER: Final = "player"

BY_HASH: Final = (COMMITMENT, SERVER_SEED, PLAYER_COMMITMENT, PLAYER_SEED, HEADER_HASH, LOG_HEAD, RECORD_HASH)
"""The ways in which a hash leads to a hand: it is one that the hand is bound to, or a seed that hashes to one."""

OF_SEED: Final = {SERVER_SEED: COMMITMENT, PLAYER_SEED: PLAYER_COMMITMENT}
"""What the hash of a seed is."""

TOOK: Final = (HAND_ID, LINK, *BY_HASH, TABLE, MATCH, TABLE_NUMBER, PLAYER)
"""Every way to read a text."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found: how the text was read (`TOOK`), the IDs of the hands, and the hash that matched, 64 hex digits,
    "" if the text has none. A seed is never in it, only its hash.

    `name` is the table, the match or the player that was found, else ""; a table, a match or a player has no `hands`
    here. `event` is the place in the hand that a link names, as in `e17`, else "".
    """

    took: str
    hands: tuple[str, ...]
    commitment: str = ""
    name: str = ""
    event: str = ""


class Bound(NamedTuple):
    """A hash that a hand is bound to: the way in which it leads to the hand (`BY_HASH`), and the 64 hex digits."""

    how: str
    hash: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A hand and a hash that was said to belong to it and does not: the ID, what was typed (hex; of a seed of another
    hand its hash), the hashes that the hand has, and the other hands to which it does belong."""

    hand: str
    typed: str
    bound: tuple[Bound, ...]
    elsewhere: tuple[str, ...] = ()


class Near(NamedTuple):
    """Something stored that is similar to what was typed: "hand", "table", "match" or "player", and its name."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing was found. `tried` are codes for each way in which the text was read, in order. `lookalike` is the code
    of what it is instead of a record (`web.intake.lookalikes`), None if that is unknown. `near` is what is similar."""

    tried: tuple[str, ...]
    lookalike: str | None = None
    near: tuple[Near, ...] = ()
