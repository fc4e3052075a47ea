"""Records on which a known mistake was made on purpose, for tests of `replay.doctor`."""

import json
import unicodedata
from base64 import b64encode
from copy import deepcopy
from functools import cache
from hashlib import sha256

from dealproof.replay import rulesets
from dealproof.replay.doctor import explain
from dealproof.replay.hashes import check_hashes, hand_salt
from dealproof.replay.record.record import from_json
from dealproof.replay.simulation.records import game_of, simulate
from dealproof.verifier.commitment import commit_player_seed
from dealproof.verifier.encoding import canonical
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt


def sha(data):
    return sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


@cache
def _honest(rules, number):
    game = rulesets.builtin(rules) or rulesets.preset(rules)
    *_, hand = simulate(game, "mistakes", number)
    record = hand.record
    record["header"] |= {"seat_keys": None, "rules_digest": game.digest}
    record["header"]["player_commitments"] = [*map(commit_player_seed, record["player_seeds"])]
    for event in record["events"]:
        event.pop("sig", None)
    return record


def honest(rules, number=1):
    """A simulated record with every commitment and no keys, all hashes right."""
    return played(deepcopy(_honest(rules, number)))


def with_seed(record, seat, seed):
    """The record with another seed of one seat, and the commitment to it."""
    record["player_seeds"][seat] = seed
    record["header"]["player_commitments"][seat] = commit_player_seed(seed)
    return played(record)


def played(record):
    """The record with the log head that its header, seeds and events give: as if it had been so during play."""
    record["log_head"] = log_head(salt(record["header"], record["player_seeds"]), record["events"])
    return record


def explained(record, *others):
    """What the doctor says of a record, beside others."""
    read = from_json(deepcopy(record))
    checks = check_hashes(read, hand_salt(read))
    return explain(read, checks, [from_json(deepcopy(each)) for each in others])


SERVER = {
    "hex-text": sha,
    "upper-case": lambda seed: sha(seed.upper()),
    "newline": lambda seed: sha(seed + "\n"),
    "blanks": lambda seed: sha(" " + seed),
    "quotes": lambda seed: sha(f'"{seed}"'),
    "prefix": lambda seed: sha("0x" + seed),
    "base64-text": lambda seed: sha(b64encode(bytes.fromhex(seed))),
    "reversed-bytes": lambda seed: sha(bytes.fromhex(seed)[::-1]),
    "double-hash": lambda seed: sha(bytes.fromhex(sha(bytes.fromhex(seed)))),
    "hash-of-commitment": lambda seed: sha(sha(bytes.fromhex(seed))),
    "not-hashed": lambda seed: seed,
}
"""Mistaken commitments to a server seed, given in hex."""

SEED = "Näïve „Seed“ 7"
"""A player seed on which every mistake shows: letters of both cases, beyond ASCII, with a blank and a number."""
ENCODED = "00ff10a7" * 8
"""A player seed that is hex and base64."""

PLAYER = {
    "newline": (SEED, lambda seed: sha(seed + "\n")),
    "blanks": (SEED, lambda seed: sha(seed + " ")),
    "quotes": (SEED, lambda seed: sha(f'"{seed}"')),
    "json-escaped": (SEED, lambda seed: sha(json.dumps(seed))),
    "nfc": (unicodedata.normalize("NFD", SEED), lambda seed: sha(unicodedata.normalize("NFC", seed))),
    "nfd": (SEED, lambda seed: sha(unicodedata.normalize("NFD", seed))),
    "upper-case": (SEED, lambda seed: sha(seed.upper())),
    "lower-case": (SEED, lambda seed: sha(seed.lower())),
    "number-off-by-one": (SEED, lambda seed: sha(seed.replace("7", "8"))),
    "hex-text": (SEED, lambda seed: sha(seed.encode().hex())),
    "base64-text": (SEED, lambda seed: sha(b64encode(seed.encode()))),
    "encoding": (SEED, lambda seed: sha(seed.encode("utf-16-le"))),
    "decoded-hex": (ENCODED, lambda seed: sha(bytes.fromhex(seed))),
    "double-hash": (SEED, lambda seed: sha(bytes.fromhex(sha(seed)))),
    "hash-of-commitment": (SEED, lambda seed: sha(sha(seed))),
    "not-hashed": (ENCODED, lambda seed: seed),
}
"""Mistaken commitments to a player seed, each with a seed on which it shows."""

RULES = {
    "newline": lambda record: sha(canonical(game_of(record).to_json()) + b"\n"),
    "json-form": lambda record: sha(json.dumps(game_of(record).to_json(), indent=2)),
    "hash-of-name": lambda record: sha(record["header"]["rules"]),
    "double-hash": lambda record: sha(bytes.fromhex(game_of(record).digest)),
    "hash-of-commitment": lambda record: sha(game_of(record).digest),
}
"""Mistaken digests of the rules of a record."""


def _salt(record):
    return salt(record["header"], record["player_seeds"])


def _over(record, events):
    return sha(_salt(record) + canonical(events))


HEADS = {
    "without-salt": lambda record: sha(canonical(record["events"])),
    "salt-as-text": lambda record: sha(_salt(record).hex().encode() + canonical(record["events"])),
    "salt-last": lambda record: sha(canonical(record["events"]) + _salt(record)),
    "newline": lambda record: sha(_salt(record) + canonical(record["events"]) + b"\n"),
    "json-form": lambda record: sha(_salt(record) + json.dumps(record["events"]).encode()),
    "json-lines": lambda record: sha(_salt(record) + b"\n".join(map(canonical, record["events"]))),
    "double-hash": lambda record: sha(bytes.fromhex(record["log_head"])),
    "hash-of-commitment": lambda record: sha(record["log_head"]),
    "seats-from-one": lambda record: _over(
        record, [event | ({"seat": event["seat"] + 1} if "seat" in event else {}) for event in record["events"]]
    ),
    "salt-json-form": lambda record: sha(
        sha256(b'{"header":' + json.dumps(record["header"], sort_keys=True).encode()
               + b',"player_seeds":' + json.dumps(record["player_seeds"]).encode() + b"}").digest()
        + canonical(record["events"])
    ),
}  # fmt: skip
"""Mistaken log heads of a record: mistakes of the site."""

EVENTS = {
    "events-reversed": lambda events: events[::-1],
    "events-swapped": lambda events: [*events[:-2], events[-1], events[-2]],
    "events-by-seat": lambda events: sorted(events, key=lambda event: event.get("seat", -1)),
    "event-left-out": lambda events: events[1:],
}
"""The events that were hashed, in place of those of the record: mistakes of the writer."""
