"""The heaviest records that a limit of 10,000 events lets through, of any length, made from the seeds on.

`endless` is a table without end: house rules whose every deal may be thrown in (`fixtures/attacks`, from which the
rules come). `rummy` draws and discards for ever; `kazhutha` lets every turn run out. Each is one hand whose log is
`events` long, and each may end in an event that is illegal.
"""

import json
from typing import Any

from dealproof.replay import rulesets
from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Game
from dealproof.replay.record.events import read_events
from dealproof.verifier.commitment import commit
from dealproof.verifier.encoding import canonical
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.stream import salt
from tests.support.paths import ROOT

Json = dict[str, Any]
ENDLESS = ROOT / "fixtures" / "attacks" / "heavy-endless-100.hand.json"
SEED = bytes(range(32))


def record(rules: str, seats: int, events: list[Json], own: Json | None = None, dealer: int | None = None) -> Json:
    """A record with real seeds and a right log head."""
    header = {
        "format": "dealproof/hand/1",
        "hand": "heavy",
        "table": "heavy",
        "number": 1,
        "rules": rules,
        "rules_digest": None if own is None else rulesets.read(own, rules, "/rules").digest,
        "seats": [f"P{seat}" for seat in range(seats)],
        "dealer": dealer,
        "server_commitment": commit(SEED),
        "player_commitments": [None] * seats,
        "seat_keys": None,
        "match": None,
    }
    seeds = [f"seed {seat}" for seat in range(seats)]
    return {
        "header": header,
        "rules": own,
        "server_seed": SEED.hex(),
        "player_seeds": seeds,
        "events": events,
        "log_head": log_head(salt(header, seeds), events),
        "claim": None,
    }


def endless(events: int, *, illegal: bool = False) -> bytes:
    """So many redeals, each of 48 cards among twelve seats; the last event a redeal without cause."""
    own = json.loads(ENDLESS.read_bytes())["rules"]
    log = [{"do": "redeal", "reason": "no-points-in-hand"}] * (events - illegal)
    return canonical(record("endless", 12, [*log, *[{"do": "redeal", "reason": "four-jacks"}] * illegal], own, 0))


def dealt(rules: str) -> tuple[Game, Any]:
    """A game for eight seats and its hand as `record` deals it."""
    empty = record(rules, 8, [])
    game = rulesets.games()[rules]
    return game, game.start(empty["header"]["seats"], None, Draws(SEED, salt(empty["header"], empty["player_seeds"])))


def rummy(events: int, *, illegal: bool = False) -> bytes:
    """Eight players who draw from the stock and discard what they drew; the last event a card that is not held."""
    game, hand = dealt("rummy-13")
    log: list[Json] = []
    while len(log) < events - illegal:
        event: Json = {"seat": hand.turn, "do": "draw", "from": "stock"}
        if hand.drawn >= 0:
            event = {"seat": hand.turn, "do": "discard", "card": TEXTS[hand.drawn]}
        hand.apply(read_events([event], game.actions, 8)[0])
        log.append(event)
    if illegal:
        held = hand.hands[hand.turn]
        missing = next(text for kind, text in enumerate(TEXTS) if kind not in held)
        log.append({"seat": hand.turn, "do": "discard", "card": missing})
    return canonical(record("rummy-13", 8, log))


def kazhutha(events: int, *, illegal: bool = False) -> bytes:
    """Eight players who let every turn run out; the last event a time-out out of turn."""
    game, hand = dealt("kazhutha")
    log: list[Json] = []
    while len(log) < events - illegal:
        log.append({"seat": hand.turn, "do": "timeout"})
        hand.apply(read_events(log[-1:], game.actions, 8)[0])
    if illegal:
        log.append({"seat": (hand.turn + 1) % 8, "do": "timeout"})
    return canonical(record("kazhutha", 8, log))
