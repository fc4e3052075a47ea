"""The built-in rule set of thirteen-card rummy, each value with its source.

T = the table's rules in Gujarati, (R) = ruled in rummy/RULES.md. Released rule sets never change: a change is a new
ID, and a digest test holds them.
"""

from __future__ import annotations

from typing import Final

from dealproof.replay.games.rummy.ruleset import Prices, RuleSet, Table

RUMMY_13: Final = RuleSet(
    id="rummy-13",
    tables=(
        Table(seats=4, packs=2, jokers=2),  # T
        Table(seats=6, packs=2, jokers=2),  # T
        Table(seats=8, packs=3, jokers=3),  # T: three packs; (R) a printed joker a pack.
    ),
    open_discard=True,  # (R)
    wild_from_discards=True,  # (R)
    return_taken_card=True,  # (R)
    min_naturals=1,  # (R)
    missed_turns=3,  # (R): the text says "many".
    turn_ms=None,  # T: a clock runs, of no length that is named.
    prices=Prices(
        first_drop=20,  # T
        middle_drop=40,  # T
        leave=40,  # T; (R) also for a seat that never drew.
        timed_out=40,  # (R)
        wrong_declare=80,  # T; (R) a fixed price.
    ),
    rate=1,  # (R)
    commission_permille=0,  # (R): the text names none.
)

VARIANTS: Final = (RUMMY_13,)
