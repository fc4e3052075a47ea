"""What `replay.live` refuses.

    DealproofError
    ├── Misused(code, reason)                 the call is not possible now, or its argument contradicts the hand
    ├── IllegalMove(event, rule, legal)       the event breaks a rule of the game
    ├── Malformed, MalformedLog               an argument cannot be read (`verifier.errors`)
    └── Refuted                               a seed, signature or proof that does not match (`verifier.errors`)

A refused call changes nothing: the hand goes on as if it had not been made.
"""

from __future__ import annotations

from collections.abc import Sequence

from dealproof.verifier.encoding import Json
from dealproof.verifier.errors import DealproofError


class Misused(DealproofError):
    """The call is not possible now, or its argument contradicts the hand. `code` names the misuse in kebab-case,
    `reason` is a sentence: what was wrong, and what to do."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class IllegalMove(DealproofError):
    """The event that would be at index `event` breaks `rule`, an ID. `legal` are the events that are legal for the seat
    that it names, as JSON (bids and cuts as ranges): nothing that this seat may not know."""

    def __init__(self, event: int, rule: str, legal: Sequence[dict[str, Json]]) -> None:
        super().__init__(event, rule, tuple(legal))
        self.event = event
        self.rule = rule
        self.legal = tuple(legal)

    def __str__(self) -> str:
        return f"Event {self.event} breaks the rule {self.rule}."
