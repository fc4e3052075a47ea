"""What each rule of a rule set rests on: sentences of a source text, rulings, or the specification alone.

Each family has a table of its rules in the order in which a reader meets them; the rule book of a rule set selects the
rows. The marks T and R in the docstrings of the rules say the same without the numbers.

>>> def must_follow_suit(hand, event): ...
>>> rule_ids([{"play": (must_follow_suit,)}])
frozenset({'must-follow-suit'})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dealproof.replay.core.rulings import Ruling

Sentences = Mapping[str, tuple[int, ...]]
"""Numbers of sentences by the code of the text: the first sentence of a text has the number 1."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What one rule rests on. `rule` is its ID, `part` the code of the part of a hand in which it applies. `sentences`
    are those of the texts that a rule set follows, `rulings` the rulings of that rule set behind the rule. Where both
    are empty, no text says it, and the specification alone requires it."""

    rule: str
    part: str
    sentences: Sentences
    rulings: tuple[Ruling, ...]


def rule_ids(pages: Iterable[Mapping[str, Sequence[Callable[..., bool]]]]) -> frozenset[str]:
    """The IDs of all rules in the pages of a rule book, each with the rules of every action."""
    return frozenset(rule.__name__.replace("_", "-") for page in pages for rules in page.values() for rule in rules)


def no_grounds(game: Any) -> tuple[Ground, ...]:
    """Nothing, for a family that has no table."""
    return ()
