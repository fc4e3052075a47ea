"""Work that an independent implementation has not seen yet: rule sets, rules that need an option, and games.

Whoever adds them cannot make what counts because somebody else made it: the records of `fixtures/records`, the hands of
`fixtures/golden`, the rule IDs of `fixtures/rule_ids.json`. The names go in here until those arrive, and the tests that
demand them make an exception.
"""

from collections.abc import Mapping
from typing import Final

UNDER_WORK: Final[frozenset[str]] = frozenset()
"""IDs of built-in rule sets. Empty in a release."""

RULES_UNDER_WORK: Final[Mapping[str, frozenset[str]]] = {}
"""New rule IDs by family: rules that need an option which no built-in set has, or all rules of a new family. Empty in a
release."""
