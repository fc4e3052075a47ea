"""What the rules of a seating rest on: sentences of the Gulan Parish article, counted from its beginning."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.grounds import Ground, rule_ids
from dealproof.replay.games.seating.game import Seating

TEXT: Final = "gulan-parish"
"""The code of the source text."""

ROWS: Final = (("cut-after-deal", (47, 48)), ("cut-wrong-seat", (49,)), ("cut-out-of-range", ()))
"""Every rule in the order in which it is checked: its ID and sentences."""


def grounds(game: Seating) -> tuple[Ground, ...]:
    """What each rule rests on."""
    known = rule_ids([game.book])
    return tuple(Ground(rule, "cut", {TEXT: numbers} if numbers else {}, ()) for rule, numbers in ROWS if rule in known)
