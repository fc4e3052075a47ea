"""The tree of errors.

    DealproofError
    ├── Malformed(pointer, code, reason)   cannot be read
    ├── Refuted                            read, and false
    │   ├── CommitmentRefuted
    │   ├── PlayerSeedRefuted(seat)
    │   ├── RulesDigestRefuted
    │   ├── LogHeadRefuted
    │   └── SignatureRefuted(event)
    └── StreamExhausted                    more was drawn than one HKDF stream holds

A bug of our own is none of these: it is an assertion, a TypeError or a ValueError.
"""


class DealproofError(Exception):
    """What can be wrong with somebody's input."""


class Malformed(DealproofError):
    """The input cannot be read.

    `pointer` is the JSON pointer of the place (`""` for the whole text), `code` the kebab-case kind of fault,
    `reason` a sentence: what, where, what would be right.
    """

    def __init__(self, pointer: str, code: str, reason: str) -> None:
        super().__init__(pointer, code, reason)
        self.pointer = pointer
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.pointer or 'the whole text'}: {self.reason}"


class Refuted(DealproofError):
    """A hash or a signature does not match what it should bind."""


class CommitmentRefuted(Refuted):
    """The opened server seed is not the one that was committed to."""

    def __init__(self) -> None:
        super().__init__("The SHA-256 of server_seed is not the header's server_commitment.")


class PlayerSeedRefuted(Refuted):
    """The opened seed of `seat` (an index) is not the one that was committed to."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"The SHA-256 of seat {seat}'s seed is not the header's player commitment for that seat.")
        self.seat = seat


class RulesDigestRefuted(Refuted):
    """The rule set is not the one that the header binds."""

    def __init__(self) -> None:
        super().__init__("The SHA-256 of the rule set is not the header's rules_digest.")


class LogHeadRefuted(Refuted):
    """The events are not those that the log head binds."""

    def __init__(self) -> None:
        super().__init__("The hash over salt and events is not the record's log_head.")


class SignatureRefuted(Refuted):
    """The event at index `event` does not carry its seat's signature over the log up to and with it."""

    def __init__(self, event: int) -> None:
        super().__init__(f"Event {event} is not signed with its seat's key over the log up to and with it.")
        self.event = event


class StreamExhausted(DealproofError):
    """More bytes were drawn than one HKDF stream holds; a stream is never padded."""
