"""What the rules of Kazhutha rest on: sentences of the text, counted from its beginning, and rulings."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.grounds import Ground, rule_ids
from dealproof.replay.games.kazhutha.game import Kazhutha
from dealproof.replay.games.kazhutha.rulings import OF_RULE

TEXT: Final = "rules-of-kazhutha"
"""The code of the source text."""

ROWS: Final = (
    ("play-out-of-turn", "play", (14, 15, 30, 44)),
    ("card-not-in-hand", "play", ()),
    ("must-lead-ace-of-spades", "play", (16, 17, 18)),
    ("must-follow-suit", "play", (22, 23)),
    ("card-too-late", "time", (43, 44)),
    ("timeout-out-of-turn", "time", (43, 44)),
    ("timeout-too-early", "time", (43, 44)),
    ("play-after-end", "end", ()),
)
"""Every rule in the order of a hand: its ID, the part of the hand, and sentences."""


def grounds(game: Kazhutha) -> tuple[Ground, ...]:
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
