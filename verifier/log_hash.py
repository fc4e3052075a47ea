"""The event log hash: one hash over the log of a hand, up to and with any event.

    log_hash(i) = SHA-256(salt || canonical JSON of [event_0, …, event_(i−1)])      each event without its "sig"
    log_head    = hex(log_hash(n))

    >>> log_head(bytes(32), [])
    '11066a7cd1cd81d890388c29c923c2e87817c887beff571550a653c9a574afb3'
    >>> log_head(bytes(32), [{"seat": 1, "do": "bid", "value": 14, "sig": "left out"}])
    '84c5e4198b980a62f7dbc3c6974b86e0bdb564c7044a8755e14ec3688eb8ff2c'

Source: PROTOCOL.md, "Event log hash".
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from dealproof.verifier.commitment import same
from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import LogHeadRefuted


def log_hash(salt: bytes, events: Sequence[Mapping[str, Json]]) -> bytes:
    """Returns the 32 bytes of the hash over salt and events, which the seat of the last event signs."""
    return log_hash_of(salt, canonical([_unsigned(event) if "sig" in event else event for event in events]))


def log_hash_of(salt: bytes, events: bytes) -> bytes:
    """Returns the log hash for the canonical JSON of events without their "sig"."""
    return sha256(salt + events).digest()


def log_head(salt: bytes, events: Sequence[Mapping[str, Json]]) -> str:
    """Returns the log hash of all events of a hand as 64 hex digits."""
    return log_hash(salt, events).hex()


def check_log_head(salt: bytes, events: Sequence[Mapping[str, Json]], head: str) -> None:
    """Raises LogHeadRefuted unless `head` is the log head of salt and events."""
    _check(log_hash(salt, events), head)


def check_log_head_of(salt: bytes, events: bytes, head: str) -> None:
    """Does the same for the canonical JSON of events without their "sig"."""
    _check(log_hash_of(salt, events), head)


def _check(computed: bytes, head: str) -> None:
    if not same(computed.hex(), head):
        raise LogHeadRefuted


class LogHash:
    """The log hash of a hand in play, event by event: a running SHA-256, a copy of which is finished for each digest."""

    __slots__ = ("_before", "_running")

    def __init__(self, salt: bytes) -> None:
        self._running = sha256(salt)
        self._before = b"["

    def append(self, event: Mapping[str, Json]) -> None:
        """Adds an event, without its "sig"."""
        self.extend(canonical(_unsigned(event)))

    def extend(self, event: bytes) -> None:
        """Adds an event as the canonical JSON of it without its "sig"."""
        self._running.update(self._before + event)
        self._before = b","

    def extended(self, event: bytes) -> bytes:
        """Returns the log hash that `extend` would lead to, 32 bytes, and adds nothing."""
        longer = self._running.copy()
        longer.update(self._before + event + b"]")
        return longer.digest()

    def digest(self) -> bytes:
        """Returns the log hash of the events so far, 32 bytes."""
        closed = self._running.copy()
        closed.update(b"[]" if self._before == b"[" else b"]")
        return closed.digest()


def _unsigned(event: Mapping[str, Json]) -> Mapping[str, Json]:
    return {key: value for key, value in event.items() if key != "sig"}
