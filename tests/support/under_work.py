"""Work that an independent implementation has not seen yet: rule sets, and rules that need an option.

Whoever adds them cannot make what counts because somebody else made it: the records of `fixtures/records`, the hands of
`fixtures/golden`, the rule IDs of `fixtures/rule_ids.json`. The names go in here until those arrive, and the tests that
demand them make an exception.
"""

from collections.abc import Mapping
from typing import Final

UNDER_WORK: Final[frozenset[str]] = frozenset()
"""IDs of built-in rule sets. Empty in a release."""

RULES_UNDER_WORK: Final[Mapping[str, str]] = {}
"""The family of each new rule, by its ID: rules that need an option which no built-in set has. Empty in a release."""
