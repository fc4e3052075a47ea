"""A hand as JSON, so that another process can go on with it: `dealproof/live/1`.

    format     dealproof/live/1
    header     the whole header
    rules      the rule set of the house, or null if the rules are built in
    times      the times of the leaves that were made: `commit`, `deal`, `close`, each in ms since 1970 or null
    proof      the proof text of the commit leaf, or null before it is published
    seeds      one entry a seat: null, or {"seed", "time"}
    events     the events so far, or null before the deal
    cut        the seat that may cut the pack now, or null
    log_head   the log hash of the events so far, or null before the deal
    ended      null, `closed`, or the reason for which the hand is void

The server seed is not in it and is stored apart. Anyone who has both knows every card; the snapshot alone shows cards
that lie face down, so it is for the dealer too. Reading replays the events: a snapshot whose events are not legal for
this seed, or do not have this log head, is refused.
"""

from __future__ import annotations

from typing import Any, Final

from dealproof.replay.live.cards_in_play import CardsInPlay
from dealproof.replay.live.draft import FILLED_IN, read_draft
from dealproof.replay.live.errors import IllegalMove, Misused
from dealproof.replay.live.phases import CLOSED
from dealproof.replay.live.server_seed import ServerSeed
from dealproof.replay.live.state import State
from dealproof.replay.record.record import MAX_EVENTS, one_a_seat, read_list, read_object, read_player_seed
from dealproof.verifier.commitment import check_player_seed
from dealproof.verifier.encoding import MAX_INTEGER, Json, canonical, parse_json
from dealproof.verifier.errors import DealproofError, Malformed
from dealproof.verifier.tlog.leaf import REASONS, SEED_MISSING
from dealproof.verifier.tlog.proof_text import parse_proof_text

FORMAT: Final = "dealproof/live/1"
KEYS: Final = frozenset({"format", "header", "rules", "times", "proof", "seeds", "events", "cut", "log_head", "ended"})
LEAVES: Final = ("commit", "deal", "close")


def format(state: State) -> bytes:
    """The snapshot of a hand, as canonical JSON."""
    played = state.played
    return canonical(
        {
            "format": FORMAT,
            "header": state.header,
            "rules": state.opening.rules,
            "times": {leaf: state.times.get(leaf) for leaf in LEAVES},
            "proof": state.proof,
            "seeds": [
                None if seed is None else {"seed": seed, "time": time}
                for seed, time in zip(state.seeds, state.seed_times, strict=True)
            ],
            "events": None if played is None else played.events,
            "cut": None if played is None else played.may_cut,
            "log_head": None if played is None else played.log_hash.hex(),
            "ended": state.ended,
        }
    )


def parse(data: bytes, server_seed: ServerSeed) -> State:
    """Reads the snapshot of a hand with its server seed. Raises `Misused`: `bad-snapshot` if it cannot be read or
    contradicts itself, `wrong-seed` if the seed is that of another hand."""
    try:
        return _read(parse_json(data), server_seed)
    except IllegalMove as fault:
        raise _bad(f"{fault} The snapshot was changed.") from None
    except Misused:
        raise
    except DealproofError as fault:
        raise _bad(str(fault)) from None


def _read(value: Json, server_seed: ServerSeed) -> State:
    root = _object(value, "", KEYS)
    if root["format"] != FORMAT:
        raise Malformed("/format", "unknown-format", f'The format must be "{FORMAT}".')
    state = _opened(root, server_seed)
    _read_proof(state, root["proof"])
    _read_seeds(state, root["seeds"])
    _read_times(state, root["times"])
    if root["events"] is not None:
        _read_events(state, root, server_seed)
    elif root["log_head"] is not None or root["cut"] is not None:
        raise _bad("A hand that was not dealt has no log head and no cut.")
    _read_end(state, root["ended"])
    return state


def _opened(root: dict[str, Any], server_seed: ServerSeed) -> State:
    header = root["header"]
    if type(header) is not dict:
        raise Malformed("/header", "wrong-type", "The header must be an object.")
    if header.get("server_commitment") != server_seed.commitment:
        raise Misused("wrong-seed", "This server seed is not the one of this hand: its commitment is another.")
    draft = {key: member for key, member in header.items() if key not in FILLED_IN}
    opening = read_draft(draft, root["rules"], server_seed.commitment)
    if opening.header != header:
        raise _bad("The header is not complete.")
    return State(opening)


def _read_proof(state: State, proof: Any) -> None:
    if proof is not None:
        if type(proof) is not str:
            raise Malformed("/proof", "wrong-type", "The proof must be a text.")
        parse_proof_text(proof.encode())
    state.proof = proof


def _read_seeds(state: State, seeds: Any) -> None:
    one_a_seat(seeds, "/seeds", len(state.seeds), "seeds")
    for seat, entry in enumerate(seeds):
        if entry is None:
            continue
        if state.proof is None:
            raise _bad("A seed is open, and the commit leaf is not published.")
        opened = _object(entry, f"/seeds/{seat}", frozenset({"seed", "time"}))
        read_player_seed(opened["seed"], seat)
        commitment = state.header["player_commitments"][seat]
        if commitment is not None:
            check_player_seed(opened["seed"], commitment, seat)
        state.seeds[seat], state.seed_times[seat] = opened["seed"], _time(opened["time"], f"/seeds/{seat}/time")


def _read_times(state: State, times: Any) -> None:
    _object(times, "/times", frozenset(LEAVES))
    state.times = {leaf: _time(times[leaf], f"/times/{leaf}") for leaf in LEAVES if times[leaf] is not None}
    if state.proof is not None and "commit" not in state.times:
        raise _bad("The commit leaf is published and has no time.")


def _read_events(state: State, root: dict[str, Any], server_seed: ServerSeed) -> None:
    if state.missing:
        raise _bad("The hand is dealt, and a seed is not open.")
    played = state.deal(server_seed)
    for event in read_list(root["events"], "/events", MAX_EVENTS):
        _play(played, event)
    if root["log_head"] != played.log_hash.hex():
        raise _bad("The log head is not that of the events.")
    if root["cut"] is None:
        played.may_cut = None
    elif type(root["cut"]) is not int or root["cut"] != played.may_cut:
        raise _bad("The seat that may cut is another.")


def _play(played: CardsInPlay, event: Any) -> None:
    if type(event) is not dict:
        raise Malformed(f"/events/{len(played.events)}", "wrong-type", "An event must be an object.")
    coming = played.read(event)
    played.check_signature(coming)
    played.play(coming)


def _read_end(state: State, ended: Any) -> None:
    if ended not in (None, CLOSED, *REASONS):
        raise Malformed("/ended", "unknown-value", f"This must be null, {CLOSED}, or one of {', '.join(REASONS)}.")
    played = state.played
    if ended == CLOSED and (played is None or played.may_cut is not None or played.outcome() is None):
        raise _bad("The hand is closed, and is not over.")
    if ended not in (None, CLOSED) and bool(state.missing) != (ended == SEED_MISSING):
        raise _bad(f"The reason is {SEED_MISSING} if and only if a seed is missing.")
    if (played is None and "deal" in state.times) or (ended is None and "close" in state.times):
        raise _bad("A leaf was made before the hand had come so far.")
    state.ended = ended


def _object(value: Any, pointer: str, keys: frozenset[str]) -> dict[str, Any]:
    """An object with exactly these keys."""
    found, member = read_object(value, pointer, keys)
    for key in sorted(keys):
        member(key)
    return found


def _time(time: Any, pointer: str) -> int:
    if type(time) is not int or not 0 <= time <= MAX_INTEGER:
        raise Malformed(pointer, "wrong-type", "A time is in whole milliseconds since 1970.")
    return time


def _bad(reason: str) -> Misused:
    return Misused("bad-snapshot", f"This snapshot cannot be read. {reason}")
