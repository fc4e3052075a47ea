"""What the statistics need to know of one hand: a row that is small, plain and sorted, whatever judged it.

A row is one line, `table number hand` (the number with leading zeros, so that lines sort by table and order of play)
and a JSON array, with a tab between. Names of players do not leave this module: an account is the first 16 hex digits
of the SHA-256 of its name, NFC.

>>> row = Facts("t1.7", "t1", 7, "28-standard", "verified").format()
>>> row.partition(b"\\t")[0]
b't1 00000000000000000007 t1.7'
>>> parse(row).number
7
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from dealproof.replay.archive.decks import drawn, given, redeals
from dealproof.replay.archive.seats import measured, rules_name
from dealproof.replay.core.engine import Game
from dealproof.replay.hashes import Hashed
from dealproof.replay.judge import AnyRecord
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.record.record import Record
from dealproof.replay.verdict import Verdict

DIGITS: Final = 20
"""Digits of a hand's number in the key of a row."""

ACCOUNT: Final = 16
"""Hex digits that stand for an account."""

MOST_ACCOUNTS: Final = 10_000
"""Accounts that are remembered, so that the hash of a name is not computed again for every hand."""

SEED: Final = 32
"""Hex digits that stand for a seed: 128 bits."""


COMPACT: Final = json.JSONEncoder(separators=(",", ":")).encode


class Facts(NamedTuple):
    """One hand. `decks` are its deals by label, from the first; `sizes` is how many cards each seat was dealt
    at first, `worth` what they are worth by the first measure of the game. Of a void hand `reason` says why, and
    `missing` which seats did not open their seed. `commitment`, `seeds` (the server's, then the players') stand for
    values that must not come twice. `times` are commit and deal in seconds since 1970 as witnessed, or None.
    """

    hand: str
    table: str
    number: int
    rules: str
    verdict: str
    grade: str | None = None
    accounts: tuple[str, ...] = ()
    decks: tuple[tuple[str, tuple[int, ...]], ...] = ()
    first_seat: int | None = None
    sizes: tuple[int, ...] = ()
    worth: tuple[int, ...] = ()
    reason: str | None = None
    missing: tuple[int, ...] = ()
    commitment: str = ""
    seeds: tuple[str, ...] = ()
    times: tuple[int | None, int | None] = (None, None)

    def format(self) -> bytes:
        """The row, without a newline."""
        key = f"{self.table} {self.number:0{DIGITS}} {self.hand}"
        return f"{key}\t{COMPACT(self)}".encode()

    def with_cards(self, game: Game, cards: Sequence[Sequence[str]]) -> Facts:
        """The same facts with what the seats were dealt at first."""
        return self._replace(sizes=tuple(map(len, cards)), worth=worth(game, cards))

    def keys(self) -> tuple[bytes, ...]:
        """Lines `kind value hand` of what must not come twice in an archive: the hand ID, its number at the table, the
        commitment, each seed, and, as a whole, each deck, behind the number of its cards."""
        decks = (f"{len(order)}:{sha256(bytes(order)).hexdigest()[:SEED]}" for _, order in self.decks)
        server, *players = self.seeds or ("",)
        values = [("id", self.hand), ("number", f"{self.table}#{self.number}")]
        values += [("commitment", self.commitment), ("server-seed", server)]
        values += [("player-seed", each) for each in players] + [("deck", each) for each in decks]
        return tuple(f"{kind} {value} {self.hand}".encode() for kind, value in values if value)


def parse(row: bytes) -> Facts:
    """The facts of a row that `Facts.format` wrote."""
    return Facts(*map(frozen, json.loads(row.partition(b"\t")[2])))


def frozen(value: Any) -> Any:
    """A JSON value with tuples in place of lists."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


@lru_cache(MOST_ACCOUNTS)
def account(name: str) -> str:
    """What stands for the account of a player.

    >>> account("Ammu")
    '9f1d3f464d52cfbc'
    """
    return sha256(unicodedata.normalize("NFC", name).encode()).hexdigest()[:ACCOUNT]


def short(seed: bytes) -> str:
    """What stands for a seed."""
    return sha256(seed).hexdigest()[:SEED]


def facts_of(record: AnyRecord, verdict: Verdict) -> Facts:
    """The facts of a judged record."""
    header = record.header
    own = Facts(
        hand=record.hand,
        table=header["table"],
        number=header["number"],
        rules=rules_name(record.game),
        verdict=verdict.verdict,
        grade=verdict.grade,
        accounts=tuple(map(account, record.seats)),
    )
    if isinstance(record, ImportedRecord):
        return own._replace(decks=given(record), first_seat=record.first_seat)
    return with_seeds(own, record, verdict)


def with_seeds(facts: Facts, record: Hashed, verdict: Verdict) -> Facts:
    """The facts of a hand with what its seeds gave it."""
    legal = len(record.events) if verdict.fault is None else verdict.fault.event
    found = drawn(record, redeals(record, legal))
    facts = facts._replace(
        commitment=record.header["server_commitment"],
        seeds=tuple(short(each) for each in opened_seeds(record)),
        times=witnessed(verdict),
    )
    if not isinstance(record, Record):
        facts = facts._replace(reason=record.reason, missing=record.missing)
    if found is None:
        return facts
    decks = tuple((deck.label, tuple(deck.order)) for deck in found.decks)
    return facts._replace(decks=decks, first_seat=found.first_seat)


def opened_seeds(record: Hashed) -> tuple[bytes, ...]:
    """The seeds that are open, the server's first: each must be used in one hand alone."""
    server = () if record.server_seed is None else (record.server_seed,)
    return (*server, *(seed.encode() for seed in record.player_seeds if seed is not None))


def worth(game: Game, cards: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """What the cards of each seat are worth by the first measure of the game; nothing where it has none."""
    for _, worth, _ in measured(game, len(cards))[:1]:
        return tuple(sum(map(worth.__getitem__, each)) for each in cards)
    return ()


def witnessed(verdict: Verdict) -> tuple[int | None, int | None]:
    """When commit and deal were witnessed, as the receipt shows."""
    published: Any = verdict.published or {}
    moments = (published.get(name) for name in ("commit", "deal"))
    commit, deal = (None if moment is None else moment["witnessed_at"] for moment in moments)
    return commit, deal
