"""What a page of a hand hands to the reader's browser, so that it can check the hand without the server's word.

The rules of a built-in set are not in the record; they are handed over as JSON, and the browser holds their digest
against the header's where there is one. A house's own rules stand in the record itself.

>>> rule_set("28-standard")[:36]
'{"adoption":false,"decided":"may-sto'
>>> rule_set("our-house")
''
"""

from __future__ import annotations

from dealproof.replay.rulesets import builtin
from dealproof.verifier.encoding import canonical


def rule_set(id: str) -> str:
    """The canonical JSON of a built-in rule set; "" where no built-in one has this ID."""
    game = builtin(id)
    return canonical(game.to_json()).decode() if game else ""
