"""The tree of errors.

    DealproofError
    ├── Malformed(pointer, code, reason)   cannot be read
    ├── MalformedLog(code, reason)         a text of the transparency log that cannot be read
    ├── Refuted                            read, and false
    │   ├── CommitmentRefuted
    │   ├── PlayerSeedRefuted(seat)
    │   ├── RulesDigestRefuted
    │   ├── LogHeadRefuted
    │   ├── SignatureRefuted(event)
    │   └── LogRefuted(code, reason)       a proof, signature or receipt of the transparency log
    └── StreamExhausted                    a draw needed more bytes than one HKDF stream has

A bug in dealproof raises none of these: it raises AssertionError, TypeError or ValueError.
"""


class DealproofError(Exception):
    """Base class: something is wrong with the input."""


class Malformed(DealproofError):
    """The input cannot be read.

    `pointer` is the JSON pointer of the faulty value (`""` for the whole text), `code` the kind of fault in
    kebab-case, `reason` a sentence: what is wrong and what would be right.
    """

    def __init__(self, pointer: str, code: str, reason: str) -> None:
        super().__init__(pointer, code, reason)
        self.pointer = pointer
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.pointer or 'the whole text'}: {self.reason}"


class MalformedLog(DealproofError):
    """A text, number, leaf or path of the transparency log cannot be read.

    `code` says what it was to be: `bad-note`, `bad-key`, `bad-checkpoint`, `bad-proof`, `bad-policy`, `bad-tile`,
    `bad-leaf` or `bad-receipt`. `reason` is a sentence: what is wrong and what would be right.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class Refuted(DealproofError):
    """A hash or a signature does not match the data it covers."""


class CommitmentRefuted(Refuted):
    """The revealed server seed does not match its commitment."""

    def __init__(self) -> None:
        super().__init__("The SHA-256 of server_seed does not match server_commitment in the header.")


class PlayerSeedRefuted(Refuted):
    """The revealed seed of `seat` (an index) does not match its commitment."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"The SHA-256 of the seed of seat {seat} does not match its commitment in the header.")
        self.seat = seat


class RulesDigestRefuted(Refuted):
    """The rule set does not match the digest in the header."""

    def __init__(self) -> None:
        super().__init__("The SHA-256 of the rule set does not match rules_digest in the header.")


class LogHeadRefuted(Refuted):
    """The events do not match the log head."""

    def __init__(self) -> None:
        super().__init__("The hash over salt and events does not match log_head in the record.")


class SignatureRefuted(Refuted):
    """The event at index `event` has no valid signature of its seat over the log up to and including this event."""

    def __init__(self, event: int) -> None:
        super().__init__(f"Event {event} has no valid signature of its seat over the log up to this event.")
        self.event = event


class LogRefuted(Refuted):
    """A proof, a signature or a receipt of the transparency log does not hold.

    `code` is one of LOG.md, "Checking a receipt", without `bad-receipt`; `reason` is a sentence.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class StreamExhausted(DealproofError):
    """A draw needed more bytes than one HKDF stream has. Streams are never padded."""
