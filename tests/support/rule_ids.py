"""Which rule IDs there are, and which rule sets print them."""

import json
from typing import Any

from dealproof.replay import rulesets
from tests.support.paths import ROOT
from tests.support.under_work import RULES_UNDER_WORK

RECEIVED: dict[str, dict[str, Any]] = json.loads((ROOT / "fixtures" / "rule_ids.json").read_bytes())
"""As the independent implementation found them: family, rule ID, then `sets` and `event`."""

RULE_IDS: dict[str, frozenset[str]] = {
    family: frozenset(RECEIVED.get(family, {})) | RULES_UNDER_WORK.get(family, frozenset())
    for family in (*RECEIVED, *(each for each in RULES_UNDER_WORK if each not in RECEIVED))
}
"""Every rule ID of each family, with those under work."""

OPTIONAL = frozenset(
    {rule for known in RECEIVED.values() for rule, entry in known.items() if not entry["sets"]}
    | {rule for family in RECEIVED for rule in RULES_UNDER_WORK.get(family, ())}
)
"""The rules that no built-in rule set prints."""


def reached(rules_id: str) -> frozenset[str]:
    """The rules that a built-in set prints, as received."""
    known = RECEIVED[rulesets.games()[rules_id].family]
    return frozenset(rule for rule, entry in known.items() if rules_id in entry["sets"])


def in_book(rules_id: str) -> frozenset[str]:
    """The rules in the book of a built-in set. It may never print some of them: others always come first."""
    return frozenset(_names(rulesets.games()[rules_id].book))  # type: ignore[attr-defined]


def _names(book: Any) -> set[str]:
    pages = book.values() if isinstance(book, dict) else book
    return {book.__name__.replace("_", "-")} if callable(book) else set().union(*map(_names, pages))
