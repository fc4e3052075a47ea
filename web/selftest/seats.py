"""Players at a table that is tried out. Each has a seed and a key, checks what is published before it opens its seed,
and plays any legal event."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dealproof.replay.live.commit_proof import check_published
from dealproof.verifier.commitment import commit_player_seed
from dealproof.verifier.encoding import format_base64
from dealproof.verifier.signature import public_key, sign
from dealproof.verifier.tlog.cosignature import cosign, seat_key
from dealproof.verifier.tlog.note import format_signature
from dealproof.verifier.tlog.policy import Policy
from dealproof.verifier.tlog.proof_text import parse_proof_text

Json = dict[str, Any]

SECRET_BYTES: Final = 32
PATIENCE: Final = 40
"""Events after which a seat leaves the hand, where it may: two careful players of rummy may play on for long."""
LEAVING: Final = frozenset({"drop", "leave"})
LATE: Final = "timeout"
"""Nobody at this table is late."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the index of the seat, the seed, and the secret of its key (32 bytes)."""

    index: int
    seed: str = field(repr=False)
    secret: bytes = field(repr=False)

    @property
    def commitment(self) -> str:
        """The hash of the seed, for the header."""
        return commit_player_seed(self.seed)

    @property
    def key(self) -> str:
        """The public key, for the header."""
        return format_base64(public_key(self.secret))

    def cosign(self, header: Json, leaf: Mapping[str, Any], proof: str, policy: Policy, now: int) -> str:
        """Checks that the header is published and returns the line with which the seat cosigns the checkpoint. `now` is
        in seconds since 1970. Raises what `check_published` raises."""
        check_published(header, leaf, proof, policy, now)
        text = parse_proof_text(proof.encode()).note.text
        line = cosign(text, seat_key(public_key(self.secret)), now, self.secret)
        return format_signature(line)

    def sign(self, digest: bytes) -> str:
        """Returns the signature of a move, over the log hash up to and with it."""
        return format_base64(sign(self.secret, digest))

    def move(self, legal: Sequence[Json], index: int) -> Json | None:
        """Returns one of the events that the seat may play at an index of the log; None if it has none to play."""
        choices = [each for each in legal if each["do"] != LATE]
        leaving = [each for each in choices if each["do"] in LEAVING]
        if leaving and index >= PATIENCE:
            return leaving[0]
        staying = [each for each in choices if each["do"] not in LEAVING] or choices
        return one_of(secrets.choice(staying)) if staying else None


def create_seats(count: int) -> list[Seat]:
    """Returns new players."""
    return [Seat(index, secrets.token_hex(SECRET_BYTES), secrets.token_bytes(SECRET_BYTES)) for index in range(count)]


def one_of(choice: Json) -> Json:
    """Returns one event of a choice: of a range of bids or cuts its least."""
    if "to" not in choice:
        return choice
    number = {"at" if choice["do"] == "cut" else "value": choice["from"]}
    return {key: value for key, value in choice.items() if key not in {"from", "to"}} | number
