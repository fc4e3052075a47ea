"""The state machine of one hand: each call is refused, or takes the hand one step further."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final, NoReturn, SupportsIndex

from dealproof.replay.live import leaves, snapshot, views
from dealproof.replay.live.cards_in_play import CUT, CardsInPlay
from dealproof.replay.live.commit_proof import check_published
from dealproof.replay.live.draft import read_draft
from dealproof.replay.live.errors import Misused
from dealproof.replay.live.phases import CLOSED, CUT_OPEN, ENDED, PLAYING, require
from dealproof.replay.live.server_seed import ServerSeed
from dealproof.replay.live.state import State
from dealproof.replay.record.record import read_player_seed
from dealproof.verifier.commitment import check_player_seed, commit_player_seed
from dealproof.verifier.encoding import MAX_INTEGER, Json, canonical
from dealproof.verifier.errors import Malformed
from dealproof.verifier.tlog.leaf import REASONS, SEED_MISSING, Leaf
from dealproof.verifier.tlog.policy import Policy
from dealproof.verifier.tlog.receipt import SeedReceipt, format_seed_receipt

NEVER_COPIED: Final = "A live hand is not copied or pickled: a server seed serves one hand. Use snapshot() and load()."


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was dealt, for the dealer alone: the `deck` from the top, as card texts; the cards of each seat at each of
    the `stages` of the deal; the seats that may act next; the log hash before the first event (32 bytes)."""

    deck: tuple[str, ...]
    stages: tuple[tuple[tuple[str, ...], ...], ...]
    to_act: tuple[int, ...]
    log_hash: bytes


@dataclass(slots=True)
class Moved:
    """What an event led to: its `index`, the log hash up to and with it (32 bytes), the seats that may act next, and
    whether the hand is `over` and may be closed. The log hash is for the dealer alone (see `replay.live.views`)."""

    index: int
    log_hash: bytes
    to_act: tuple[int, ...]
    over: bool


class LiveHand:
    """A hand while it is played. `open` and `load` make it; every time is an argument, in ms since 1970.

    A call that is refused raises one of `replay.live.errors` and changes nothing.
    """

    __slots__ = ("_seed", "_state")

    def __init__(self, state: State, server_seed: ServerSeed) -> None:
        self._state, self._seed = state, server_seed
        server_seed.take()

    @property
    def header(self) -> Mapping[str, Json]:
        """A copy of the whole header: what is published."""
        return deepcopy(self._state.header)

    @property
    def phase(self) -> str:
        """One of `replay.live.phases`."""
        return self._state.phase

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not opened their seed."""
        return tuple(self._state.missing)

    @property
    def proof(self) -> str | None:
        """The proof text with which the commit leaf was shown to be published, or None before."""
        return self._state.proof

    def commit_leaf(self, time: int) -> Leaf:
        """The commit leaf. Made once: a later call returns the same leaf, with its first time."""
        return leaves.commit(self._state.header, self._leaf_time("commit", "commit_leaf", time))

    def published(self, proof: str, policy: Policy, now: int) -> None:
        """Takes the proof text of the commit leaf. From here on seats may open their seeds. `now` is in seconds.

        Raises MalformedLog or LogRefuted if the proof does not hold, `Misused` if the policy names no log, the log is
        not one of the policy, or its quorum has not cosigned.
        """
        require("published", self.phase)
        if "commit" not in self._state.times:
            raise Misused("no-leaf", "The commit leaf was not made: call commit_leaf() and publish what it returns.")
        state = self._state
        check_published(state.header, leaves.commit(state.header, state.times["commit"]), proof, policy, now)
        state.proof = proof

    def seed(self, seat: int, text: str, time: int) -> str:
        """Takes the seed of a seat. Returns the text of its seed receipt, for the operator to sign (LOG.md, "Seed
        receipts"); the same seed again gives the same text, with its first time.

        Raises `Misused`, code `seed-opened`, for another seed of the seat, `Malformed` for a text that is no seed, and
        PlayerSeedRefuted if it is not the one that the seat committed to.
        """
        require("seed", self.phase)
        self._check_seat(seat)
        _check_seed(text, seat, self._state.header["player_commitments"][seat])
        known = self._state.seeds[seat]
        if known is not None and known != text:
            raise Misused("seed-opened", f"Seat {seat} has opened another seed before. A seed is opened once.")
        if known is None:
            self._state.seeds[seat], self._state.seed_times[seat] = text, _checked(time)
        first = self._state.seed_times[seat]
        assert first is not None, "a seed that is open has a time"
        return format_seed_receipt(SeedReceipt(self._state.header["hand"], seat, commit_player_seed(text), first))

    def deal(self) -> Dealt:
        """Deals the cards. Raises `Misused`, code `seeds-missing`, until every seat has opened its seed."""
        require("deal", self.phase)
        state = self._state
        if state.missing:
            seats = ", ".join(map(str, state.missing))
            raise Misused("seeds-missing", f"These seats have not opened their seed: {seats}. Deal when all have.")
        played = state.deal(self._seed)
        deck = tuple(next(iter(played.deals.deals.values())))
        stages = played.game.stages(played.seats, state.header["dealer"], deck, played.deals)
        return Dealt(deck, stages, played.to_act, played.log_hash)

    def deal_leaf(self, time: int) -> Leaf:
        """The deal leaf. Made once, before the first event, since it states that no event has happened."""
        if "deal" not in self._state.times:
            require("deal_leaf", self.phase)
            if self._played().events:
                raise Misused(
                    "events-begun", "The deal leaf states that no event has happened: make it before the first."
                )
        time = self._leaf_time("deal", "deal_leaf", time)
        return leaves.deal(self._state.header, time, self._state.salt)

    def skip_cut(self) -> tuple[int, ...]:
        """Says that the seat that may cut the pack declines. Its cards may be seen from here on, so that it cannot cut
        to get others. Returns the seats that may act next."""
        require("skip_cut", self.phase)
        played = self._played()
        played.may_cut = None
        return played.to_act

    def event(self, event: Mapping[str, Json], by: int | None = None) -> Moved:
        """Judges an event and plays it. `by` is the seat that sent it, None for the dealer, who may send any. In the
        phase `cutting` the only event is the cut: which rule another one breaks would say something about the cards.

        Raises `Malformed` if it is no event of this game, `IllegalMove` if it breaks a rule, `Misused` with the code
        `other-seat` if a seat sends the event of another, and SignatureRefuted if its seat has a key and has not signed
        it over `hash_of`.
        """
        played = self._in_play("event", event, by)
        coming = played.read(event)
        played.check_signature(coming)
        played.play(coming)
        return Moved(len(played.events) - 1, coming.log_hash, played.to_act, played.outcome() is not None)

    def hash_of(self, event: Mapping[str, Json], by: int | None = None) -> bytes:
        """The 32 bytes that the seat of an event signs: the log hash up to and with it. For a seat that has a key and
        sends this event next; nothing is played. Raises as `event` does, but for the signature."""
        return self._in_play("hash_of", event, by).read(event).log_hash

    def due(self) -> list[dict[str, Json]]:
        """The events that no seat makes and that are legal now, as JSON: where there is one, such as a redeal, and no
        seat may act, the dealer plays one of them. Empty while the cards are not dealt or may be cut."""
        played = self._state.played
        if self.phase != PLAYING or played is None or played.to_act:
            return []
        return [event for event in played.game.legal(played.hand) if "seat" not in event]

    def view(self, seat: int) -> dict[str, Json]:
        """What a seat may see, as JSON (`replay.live.views`)."""
        self._check_seat(seat)
        state = self._state
        played, ended = state.played, state.phase in ENDED
        seen = views.no_cards() if played is None else views.cards(played, seat)
        closed = None if played is None or state.ended != CLOSED else played.outcome()
        return {
            "seat": seat,
            "phase": state.phase,
            "header": self.header,
            "opened": views.opened(state.seeds),
            "player_seeds": [None if played is None else seed for seed in state.seeds],
            **seen,
            **({"to_act": [], "legal": []} if ended else {}),
            "result": closed,
        }

    def close(self) -> bytes:
        """Ends a hand that is over. Returns its record, canonical JSON, with the computed result as the claim and the
        server seed open. Raises `Misused`, code `not-over`, before."""
        require("close", self.phase)
        if self._played().outcome() is None:
            raise Misused("not-over", "The hand is not over: events are missing. A hand that is given up is void().")
        self._state.ended = CLOSED
        return self.record()

    def void(self, reason: str) -> bytes:
        """Gives a hand up. Returns its void record, canonical JSON, with the server seed open.

        `reason` is one of a void leaf (LOG.md, "Leaves"): `seed-missing` if and only if a seat has not opened its seed.
        """
        require("void", self.phase)
        if reason not in REASONS:
            raise Misused("unknown-reason", f"The reason must be one of {', '.join(REASONS)}.")
        if bool(self._state.missing) != (reason == SEED_MISSING):
            raise Misused("wrong-reason", f"The reason is {SEED_MISSING} if and only if a seed is missing.")
        if self.phase == PLAYING and self._played().outcome() is not None:
            raise Misused("over", "The hand is over: close() it.")
        self._state.ended = reason
        return self.record()

    def record(self) -> bytes:
        """The record of a hand that was closed, or the void record, as `close` and `void` returned it."""
        require("record", self.phase)
        return canonical(self._state.record(self._seed))

    def close_leaf(self, time: int) -> Leaf:
        """The result leaf of a closed hand, or the void leaf. Made once."""
        time = self._leaf_time("close", "close_leaf", time)
        make = leaves.result if self._state.ended == CLOSED else leaves.void
        return make(self._state.record(self._seed), time)

    def snapshot(self) -> bytes:
        """The hand as JSON, without its server seed (`replay.live.snapshot`). For the dealer alone."""
        return snapshot.format(self._state)

    def __repr__(self) -> str:
        return f"<LiveHand {self._state.header['hand']}, {self.phase}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(NEVER_COPIED)

    def _played(self) -> CardsInPlay:
        played = self._state.played
        assert played is not None, "the phase says that the cards are dealt"
        return played

    def _in_play(self, call: str, event: Any, by: int | None) -> CardsInPlay:
        """The cards, for an event that may be judged."""
        state, played = self._state, self._state.played
        if played is None or state.ended is not None:
            require(call, self.phase)
        assert played is not None, "a call in an earlier phase is refused"
        if by is not None and not (isinstance(event, Mapping) and event.get("seat") == by):
            raise Misused("other-seat", "A seat sends events of its own only.")
        if played.may_cut is not None and not (isinstance(event, Mapping) and event.get("do") == CUT):
            raise Misused(*CUT_OPEN)
        return played

    def _leaf_time(self, leaf: str, call: str, time: int) -> int:
        """The time of a leaf: that of the first call."""
        times = self._state.times
        if leaf not in times:
            require(call, self.phase)
            times[leaf] = _checked(time)
        return times[leaf]

    def _check_seat(self, seat: int) -> None:
        seats = len(self._state.seeds)
        if type(seat) is not int or not 0 <= seat < seats:
            raise Misused("no-such-seat", f"There is no such seat. Seats are numbered from 0 to {seats - 1}.")


def open(draft: Mapping[str, Json], server_seed: ServerSeed, rules: Json = None) -> LiveHand:
    """Opens a hand from the draft of its header: the header without `format` and `server_commitment`, which are added;
    `rules_digest` is added if it is not there. `rules` is the rule set of the house if it is not built in.

    Raises `Malformed` with the first fault, and `Misused` if the seed is that of another hand.
    """
    return LiveHand(State(read_draft(draft, rules, server_seed.commitment)), server_seed)


def load(data: bytes, server_seed: ServerSeed) -> LiveHand:
    """Goes on with a hand from its snapshot and its server seed. Raises `Misused`: `bad-snapshot`, `wrong-seed`, or
    `seed-used` if this object is that of another hand."""
    return LiveHand(snapshot.parse(data, server_seed), server_seed)


def _check_seed(text: str, seat: int, commitment: str | None) -> None:
    read_player_seed(text, seat)
    try:
        text.encode()
    except UnicodeEncodeError:
        reason = "The seed holds a lone surrogate; surrogates must occur in pairs."
        raise Malformed(f"/player_seeds/{seat}", "lone-surrogate", reason) from None
    if commitment is not None:
        check_player_seed(text, commitment, seat)


def _checked(time: int) -> int:
    if type(time) is not int or not 0 <= time <= MAX_INTEGER:
        raise Misused("bad-time", "A time is in whole milliseconds since 1970, an integer from 0.")
    return time
