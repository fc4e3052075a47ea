"""The built-in rule set of Kazhutha, each value with its source.

T = the text says so, (R) = ruled in kazhutha/RULES.md. Released rule sets never change: a change is a new ID.
"""

from __future__ import annotations

from typing import Final

from dealproof.replay.games.kazhutha.ruleset import RuleSet

KAZHUTHA: Final = RuleSet(
    id="kazhutha",
    least_seats=2,  # T
    most_seats=8,  # T
    ace_led_up_to=5,  # T: with 2 to 5 seats A♠ is led; with 6 to 8 its holder leads what it likes.
    turn_ms=45_000,  # T: 45 seconds.
    turn_grace_ms=1_000,  # (R)
)

VARIANTS: Final = (KAZHUTHA,)
