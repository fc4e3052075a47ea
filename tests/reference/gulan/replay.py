"""A whole record judged: legality, result and hashes, as PROTOCOL.md and RECORD.md tell it.

For well-formed records of a built-in rule set (or with `options` of tables.py). What a rule set's digest is,
is the product's own; a `rules_digest` that is not null is answered `"not shown"` here.
"""

import functools
import hashlib

from . import protocol
from .game import Game
from .seating import Seating
from .tables import SEATING

ORDER = ["hidden", "tampered", "illegal", "incomplete", "mismatch"]
HASHES = ["commitment", "player-seeds", "rules-digest", "log-head", "signatures"]


def start(record, options=None):
    """The game of a record at its first event."""
    header = record["header"]
    server_seed = bytes.fromhex(record["server_seed"])
    salt = protocol.salt(header, record["player_seeds"])
    order = functools.partial(protocol.shuffled, server_seed, salt)
    seats, dealer = len(header["seats"]), header["dealer"]
    if header["rules"] in SEATING:
        return Seating(header["rules"], seats, dealer, order)
    return Game(header["rules"], seats, dealer, order, options)


def judge(record, options=None):
    """`{"fault": {"event", "rules"} or None, "complete", "result"}` with the seeds that stand there."""
    game = start(record, options)
    for index, event in enumerate(record["events"]):
        broken = game.faults(event)
        if broken:
            return {"fault": {"event": index, "rules": broken}, "complete": False, "result": None}
        game.apply(event)
    if not game.may_stop:
        return {"fault": None, "complete": False, "result": None}
    return {"fault": None, "complete": True, "result": outcome(game, record["header"])}


def outcome(game, header):
    if isinstance(game, Seating):
        return game.result(header["seats"])
    return game.result(header["match"] and header["match"]["before"])


def verdict(record, options=None):
    """`{"verdict", "all", "checks", "grade", "event", "rules", "result", "remarks"}` of a well-formed record."""
    return verdict_by(lambda each: judge(each, options), record)


def verdict_by(judge, record):
    """The same where the rules of another game are asked: `judge` answers as the one above does, with the game's own
    `remarks` where it has any."""
    checks = hash_checks(record)
    failed = any(checks[name] == "failed" for name in HASHES)
    hidden = record["server_seed"] is None
    judged = {"fault": None, "complete": True, "result": None} if hidden else judge(record)
    checks["legal"] = "not shown" if hidden else "failed" if judged["fault"] else "passed"
    checks["result"] = claim_check(record["claim"], judged["result"])
    holds = {
        "hidden": hidden,
        "tampered": failed,
        "illegal": judged["fault"] is not None,
        "incomplete": not judged["fault"] and not judged["complete"],
        "mismatch": checks["result"] == "failed",
    }
    found = [name for name in ORDER if holds[name]] or ["verified"]
    fault = judged["fault"] or {"event": None, "rules": []}
    return {
        "verdict": found[0],
        "all": found,
        "checks": checks,
        "grade": "F" if failed else None if hidden else "C",
        "event": fault["event"],
        "rules": fault["rules"],
        "result": judged["result"],
        "remarks": remarks(record["player_seeds"]) + judged.get("remarks", []),
    }


def claim_check(claim, result):
    if claim is None or result is None:
        return "not shown"
    return passed(protocol.jcs(claim) == protocol.jcs(result))


def remarks(player_seeds):
    equal = len(set(player_seeds)) < len(player_seeds)
    return [{"event": None, "remark": "equal-player-seeds"}] if equal else []


def passed(holds):
    return "passed" if holds else "failed"


def hash_checks(record):
    header = record["header"]
    salt = protocol.salt(header, record["player_seeds"])
    return {
        "commitment": commitment(record["server_seed"], header["server_commitment"]),
        "player-seeds": seeds(record["player_seeds"], header["player_commitments"]),
        "rules-digest": "not shown",
        "log-head": passed(protocol.log_hash(salt, record["events"]).hex() == record["log_head"]),
        "signatures": signatures(record["events"], header["seat_keys"], salt),
        "published-before-play": "not shown",
    }


def commitment(server_seed, committed):
    if server_seed is None:
        return "not shown"
    return passed(hashlib.sha256(bytes.fromhex(server_seed)).hexdigest() == committed)


def seeds(opened, committed):
    hashes = [hashlib.sha256(seed.encode()).hexdigest() for seed in opened]
    if any(want not in (None, got) for want, got in zip(committed, hashes, strict=True)):
        return "failed"
    return "not shown" if None in committed else "passed"


def signatures(events, keys, salt):
    """Every event of a seat with a key is signed by it over the log up to and with it."""
    if not any(keys and keys[event["seat"]] for event in events if "seat" in event):
        return "not shown"
    for index, event in enumerate(events):
        key = keys[event["seat"]] if "seat" in event else None
        if key is None:
            continue
        digest = protocol.log_hash(salt, events[: index + 1])
        if "sig" not in event or not protocol.signed(key, event["sig"], digest):
            return "failed"
    return "passed"
