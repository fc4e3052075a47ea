"""The server seed of one hand, which is secret until the hand is over.

    >>> seed = ServerSeed(bytes(32))
    >>> seed
    ServerSeed(commitment='66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925')

The caller draws the 32 bytes from the random source of its operating system and stores them: nothing here draws,
stores or prints them. Source: PROTOCOL.md, "Roles and order".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn, SupportsIndex

from dealproof.replay.live.errors import Misused
from dealproof.verifier.commitment import SEED_BYTES, commit

NEVER_COPIED: Final = "A server seed is not copied, pickled or serialised. Store the 32 bytes where secrets are kept."


class ServerSeed:
    """32 bytes that no `repr`, text, error, copy or pickle of this object contains. An object serves one hand.

    The bytes are in a closure rather than in an attribute, so that tools that print the attributes of objects (crash
    reports, debuggers) print a function. This keeps a secret out of texts, not from code in the same process.
    """

    __slots__ = ("_commitment", "_revealed", "_taken")

    def __init__(self, secret: bytes) -> None:
        self._commitment, self._taken = "", False
        if type(secret) is not bytes or len(secret) != SEED_BYTES:
            del secret  # crash reports print the variables of every frame
            raise Misused("bad-seed", f"A server seed is {SEED_BYTES} bytes (the type bytes), drawn at random.")
        self._revealed: Callable[[], bytes] = lambda: secret
        self._commitment = commit(secret)

    @property
    def commitment(self) -> str:
        """The `server_commitment` of the header: 64 hex digits."""
        return self._commitment

    def take(self) -> None:
        """Marks the seed as that of a hand. Raises `Misused`, code `seed-used`, at the second call."""
        if self._taken:
            raise Misused("seed-used", "This server seed is that of another hand. Draw 32 new bytes for every hand.")
        self._taken = True

    def reveal(self) -> bytes:
        """The 32 bytes. For `replay.live` only: anyone who has them knows every card of the hand."""
        return self._revealed()

    def __repr__(self) -> str:
        return f"ServerSeed(commitment={self._commitment!r})"

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(NEVER_COPIED)
