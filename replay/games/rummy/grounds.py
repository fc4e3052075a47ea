"""What the rules of rummy rest on: sentences of the text, counted from its beginning, and rulings."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.grounds import Ground, rule_ids
from dealproof.replay.games.rummy.game import Rummy
from dealproof.replay.games.rummy.rulings import OF_RULE

TEXT: Final = "rules-of-rummy"
"""The code of the source text."""

ROWS: Final = (
    ("play-out-of-turn", "turn", (4, 36)),
    ("must-draw-first", "turn", (4, 12)),
    ("already-drawn", "turn", (4, 12)),
    ("discards-empty", "turn", (12,)),
    ("stock-empty", "turn", ()),
    ("wild-not-from-discards", "turn", ()),
    ("card-not-in-hand", "turn", (12, 14)),
    ("taken-card-returned", "turn", ()),
    ("drop-out-of-turn", "leaving", ()),
    ("drop-after-draw", "leaving", ()),
    ("not-in-hand", "leaving", (34, 35)),
    ("timeout-out-of-turn", "time", (7, 36)),
    ("timeout-too-early", "time", (7,)),
    ("play-after-end", "end", ()),
)
"""Every rule in the order of a hand: its ID, the part of the hand, and sentences."""


def grounds(game: Rummy) -> tuple[Ground, ...]:
    """What each rule of a rule set rests on."""
    known = rule_ids(game.book)
    return tuple(
        Ground(
            rule,
            part,
            {TEXT: numbers} if numbers else {},
            tuple(each for each in game.rulings if each.id == OF_RULE.get(rule)),
        )
        for rule, part, numbers in ROWS
        if rule in known
    )
