"""What is known of a hand between two calls, without its server seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from dealproof.replay.live.cards_in_play import CardsInPlay
from dealproof.replay.live.draft import Opening
from dealproof.replay.live.phases import CLOSED, CUTTING, OPENED, PLAYING, PUBLISHED, VOID
from dealproof.replay.live.server_seed import ServerSeed
from dealproof.replay.record import void
from dealproof.verifier.encoding import MAX_BYTES, Json, canonical
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.stream import salt

RESERVED: Final = 16 << 10
"""Bytes of a record for its claim, its hashes and its keys."""


@dataclass(slots=True, repr=False, eq=False)
class State:
    """One hand. `times` are those of the leaves that were made, in ms since 1970, by `commit`, `deal` and `close`.
    `proof` is the proof text of the commit leaf, None before it was published. `seeds` and `seed_times` have one entry
    a seat, None until its seed is open. `played` is None before the deal. `ended` is `closed` or the reason for which
    the hand is void, None before."""

    opening: Opening
    times: dict[str, int] = field(default_factory=dict)
    proof: str | None = None
    seeds: list[str | None] = field(default_factory=list)
    seed_times: list[int | None] = field(default_factory=list)
    played: CardsInPlay | None = None
    ended: str | None = None

    def __post_init__(self) -> None:
        seats = len(self.header["seats"])
        self.seeds, self.seed_times = [None] * seats, [None] * seats

    @property
    def header(self) -> dict[str, Any]:
        """The whole header."""
        return self.opening.header

    @property
    def missing(self) -> list[int]:
        """The seats that have not opened their seed."""
        return [seat for seat, seed in enumerate(self.seeds) if seed is None]

    @property
    def phase(self) -> str:
        """One of `replay.live.phases`."""
        if self.ended is not None:
            return CLOSED if self.ended == CLOSED else VOID
        if self.played is not None:
            return PLAYING if self.played.may_cut is None else CUTTING
        return OPENED if self.proof is None else PUBLISHED

    @property
    def salt(self) -> bytes:
        """The salt of the hand, 32 bytes. Every seed must be open."""
        return salt(self.header, [seed for seed in self.seeds if seed is not None])

    def deal(self, server_seed: ServerSeed) -> CardsInPlay:
        """Deals the cards. Every seed must be open."""
        assert not self.missing, "no salt follows without every seed"
        fixed = canonical([self.header, self.opening.rules, self.proof, self.seeds])
        room = MAX_BYTES - len(fixed) - RESERVED
        salt = self.salt
        draws = Draws(server_seed.reveal(), salt)
        self.played = CardsInPlay(self.opening.game, self.header, draws, salt, room)
        return self.played

    def record(self, server_seed: ServerSeed) -> dict[str, Json]:
        """The record of a hand that has ended, as JSON: a hand record with the computed result as its claim, or a void
        record. It contains the server seed."""
        assert self.ended is not None, "the server seed is secret until the hand has ended"
        known: dict[str, Json] = {
            "header": self.header,
            "rules": self.opening.rules,
            "server_seed": server_seed.reveal().hex(),
            "player_seeds": [*self.seeds],
            "events": [] if self.played is None else [*self.played.events],
            "log_head": None if self.played is None else self.played.log_hash.hex(),
        }
        if self.ended != CLOSED:
            return known | {"format": void.FORMAT, "reason": self.ended}
        assert self.played is not None, "a closed hand was dealt"
        return known | {"claim": self.played.outcome()}
