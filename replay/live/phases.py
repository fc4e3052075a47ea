"""The phases of a hand, and in which of them each call is possible.

    opened      the header is fixed; its commit leaf has to be published
    published   the seats open their seeds
    cutting     dealt; a seat may cut the pack, so no card may be seen yet
    playing     the hand is played, to its end and beyond: it stays in this phase until it is closed
    closed      the record is made, the server seed is open
    void        the hand was given up, the server seed is open

A phase is never gone back to, but that a redeal leads from `playing` to `cutting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dealproof.replay.live.errors import Misused

OPENED: Final = "opened"
PUBLISHED: Final = "published"
CUTTING: Final = "cutting"
PLAYING: Final = "playing"
CLOSED: Final = "closed"
VOID: Final = "void"

PHASES: Final = (OPENED, PUBLISHED, CUTTING, PLAYING, CLOSED, VOID)
DEALT: Final = (CUTTING, PLAYING)
ENDED: Final = (CLOSED, VOID)

POSSIBLE: Final[Mapping[str, tuple[str, ...]]] = {
    "commit_leaf": (OPENED,),
    "published": (OPENED,),
    "seed": (PUBLISHED,),
    "deal": (PUBLISHED,),
    "deal_leaf": DEALT,
    "skip_cut": (CUTTING,),
    "event": DEALT,
    "hash_of": DEALT,
    "close": (PLAYING,),
    "void": (OPENED, PUBLISHED, *DEALT),
    "close_leaf": ENDED,
    "record": ENDED,
}
"""The phases in which each call is possible. A leaf that was made is returned again in every later phase."""

BEFORE: Final[Mapping[str, tuple[str, str]]] = {
    OPENED: ("not-published", "Publish the commit leaf of this hand first, and pass its proof to published()."),
    PUBLISHED: ("not-dealt", "The hand is not dealt: call deal() when every seat has opened its seed."),
    CUTTING: ("not-ended", "The hand is in play: close() or void() it first."),
    PLAYING: ("not-ended", "The hand is in play: close() or void() it first."),
}
"""What is missing, where a call comes too early for this phase."""

AFTER: Final[Mapping[str, tuple[str, str]]] = {
    PUBLISHED: ("already-published", "The commit leaf of this hand was published before."),
    CUTTING: ("already-dealt", "The cards are dealt already."),
    PLAYING: ("already-dealt", "The cards are dealt already."),
    CLOSED: ("closed", "The hand is closed: its record is made and its server seed is open."),
    VOID: ("void", "The hand is void: it was given up and its server seed is open."),
}
"""What has happened already, where a call comes too late for this phase."""

CUT_OPEN: Final = ("cut-open", "A seat may still cut the pack: play its cut, or call skip_cut() if it declines.")
APART: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("skip_cut", PLAYING): ("no-cut", "No seat may cut the pack now."),
    ("close", CUTTING): CUT_OPEN,
}
"""What is wrong where neither of the two says it."""


def require(call: str, phase: str) -> None:
    """Raises `Misused` unless the call is possible in this phase."""
    possible = POSSIBLE[call]
    if phase in possible:
        return
    late = PHASES.index(phase) > PHASES.index(possible[-1])
    raise Misused(*APART.get((call, phase), (AFTER if late else BEFORE)[phase]))
