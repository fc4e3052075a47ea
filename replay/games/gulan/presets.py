"""Rule sets for other numbers of players that the Gulan Parish article mentions.

The article says that six can play 28, and its table of ranks goes down to the six; that 40 and 56 are usually for six,
and that the family is played by four, six or eight. It does not say how such a table deals or which bids have names.
These rule sets fill that in. They are not built in, so a record that uses one includes it under `rules`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dealproof.replay.games.gulan.ruleset import Stage
from dealproof.replay.games.gulan.variants import GULAN_28, GULAN_56, pack

SIX_28: Final = replace(
    GULAN_28,
    id="house-28-six",
    seats=6,
    pack=pack("J9ATKQ876"),  # 36 cards: the sixes come in, so that the pack deals out evenly
    stages=tuple(Stage((3,), stage.auction) for stage in GULAN_28.stages),  # half of the six cards before each auction
)

FOUR_56: Final = replace(
    GULAN_56,
    id="house-56-four",
    seats=4,
    stages=(Stage((4, 4, 4), GULAN_56.stages[0].auction),),  # twelve cards in fours
)

EIGHT_56: Final = replace(
    GULAN_56,
    id="house-56-eight",
    seats=8,
    stages=(Stage((3, 3), GULAN_56.stages[0].auction),),  # six cards in threes
)

PRESETS: Final = (SIX_28, FOUR_56, EIGHT_56)
