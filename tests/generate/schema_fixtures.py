"""Writes fixtures/schema/parser-only/: for everything that the parser refuses and the schema cannot say, an example.

    python -m tests.generate.schema_fixtures

Each example is a sound record, the first calls of a hand of 28, with one thing changed; its name is the code that
the parser gives, after `own-rules-` where it is about rules that stand in the record.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

from dealproof.replay.games.gulan.variants import STANDARD_28
from dealproof.replay.games.rummy.variants import RUMMY_13
from dealproof.replay.games.seating import VARIANTS as SEATINGS
from dealproof.replay.json_schema import dataclass_json
from dealproof.verifier.encoding import MAX_BYTES
from tests.reference.gulan import protocol
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "schema" / "parser-only"
SEATS = ("അമ്മിണി", "Thomaskutty", "કોકિલા", "രാഘവൻ")
Json = dict[str, Any]
SEATING_28 = SEATINGS[0]
Change = Callable[[Json], None]


def sound(rules: Json | None = None) -> Json:
    """A record that the parser accepts, and so does the schema; the hand is incomplete."""
    seeds = [sha256(name.encode()).hexdigest()[:16] for name in SEATS]
    server_seed = sha256(b"dealproof schema").digest()
    events = [
        {"seat": 3, "do": "cut", "at": 7, "t": 900},
        {"seat": 1, "do": "bid", "value": 16, "t": 5120},
        {"seat": 2, "do": "pass", "t": 7300},
    ]
    header = {
        "format": "dealproof/hand/1",
        "hand": "schema.1",
        "table": "schema",
        "number": 1,
        "rules": rules["id"] if rules else "28-standard",
        "rules_digest": sha256(protocol.jcs(rules).encode()).hexdigest() if rules else None,
        "seats": list(SEATS),
        "dealer": 0,
        "server_commitment": sha256(server_seed).hexdigest(),
        "player_commitments": [sha256(seed.encode()).hexdigest() for seed in seeds],
        "seat_keys": None,
        "match": {"id": "match", "number": 1, "before": {"totals": [0, 0]}},
    }
    return {
        "header": header,
        "rules": rules,
        "server_seed": server_seed.hex(),
        "player_seeds": seeds,
        "events": events,
        "log_head": protocol.log_hash(protocol.salt(header, seeds), events).hex(),
        "claim": None,
    }


def house_rules() -> Json:
    """A house's own rules: 28-standard under another name, with jodi."""
    told: Json = dataclass_json.write(replace(STANDARD_28, id="house-28", jodi=replace(STANDARD_28.jodi, enabled=True)))
    return told


def seating_rules() -> Json:
    """A house's own rules for seating by aces: those of 28 under another name."""
    told: Json = dataclass_json.write(replace(SEATING_28, id="house-seating"))
    return told


def seated(rules: Json) -> Json:
    """A seating that the parser accepts under such rules, and so does the schema."""
    record = sound(rules)
    record["header"]["match"] = None
    return record | {"events": [{"seat": 1, "do": "cut", "at": 7}]}


def rummy_rules(*tables: tuple[int, int]) -> Json:
    """A house's own rules of rummy: those built in, with other tables, each as its seats and packs."""
    told: Json = dataclass_json.write(replace(RUMMY_13, id="house-rummy"))
    return told | {"tables": [{"seats": seats, "packs": packs, "jokers": 1} for seats, packs in tables]}


def rummy(rules: Json) -> Json:
    """A hand of rummy that the parser accepts under such rules, and so does the schema."""
    record = sound(rules)
    record["header"] |= {"dealer": None, "match": None}
    return record | {"events": [{"seat": 1, "do": "drop"}]}


def put(pointer: str, value: Any) -> Change:
    """The change that lets `value` stand at `pointer`."""
    *path, last = pointer.split("/")[1:]

    def change(record: Json) -> None:
        inner: Any = record
        for key in path:
            inner = inner[int(key)] if isinstance(inner, list) else inner[key]
        inner[int(last) if isinstance(inner, list) else last] = value

    return change


RECORDS: dict[str, Change] = {
    "equal-names": put("/header/seats/2", SEATS[0]),
    "float": put("/events/1/value", 16.0),
    "lone-surrogate": put("/header/seats/1", "\ud83c"),
    "one-key-two-seats": put("/header/seat_keys", ["AgAA" + "A" * 39 + "="] * 2 + [None] * 2),
    "time-goes-back": put("/events/2/t", 5119),
    "weak-key": put("/header/seat_keys", ["A" * 43 + "=", None, None, None]),
    "wrong-length": put("/player_seeds/0", "അ" * 86),
}
"""By code: one change of a record."""

# Two threes a suit that stand for jacks: a stand-in is for one pack.
DOUBLED: Json = {
    "ranks": [
        {"rank": rank, "copies": 2 if rank == "3" else 1, "points": points}
        for rank, points in zip("J39ATKQ", (3, 3, 2, 1, 1, 0, 0), strict=True)
    ],
    "aliases": {"3": "J"},
}

RULES: dict[str, Change] = {
    "equal-ranks": put("/pack/ranks/7/rank", "8"),
    "no-cards": put("/pack/ranks", []),
    "no-deal": put("/stages", []),
    "no-flags": put("/score/thani/failed", "flag"),
    "no-price": put("/score/bands/0/at_least", 15),
    "odd-seats": put("/seats", 3),
    "other-name": put("/id", "house-29"),
    "out-of-order": put("/score/bands/1/at_least", 14),
    "out-of-range": put("/honors", 29),
    "uneven-deal": put("/stages/1/packets", [1, 1, 1]),
    "two-packs": put("/pack", DOUBLED),
    "unknown-rank": put("/pack/ranks/7/rank", "1"),
    "without-effect": put("/score/senior", "as-honors"),
    "wrong-points": put("/pack/ranks/7/points", 1),
    "wrong-total": put("/total", 29),
}
"""By code: one change of a house's own rules."""


def written(record: Json) -> bytes:
    return json.dumps(record, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def examples() -> dict[str, bytes]:
    """Every example by name."""
    found = {
        "duplicate-key": written(sound()).replace(b'"claim":', b'"claim":null,"claim":', 1),
        "too-large": written(sound()).ljust(MAX_BYTES + 1),
    }
    for name, change in RECORDS.items():
        record = sound()
        change(record)
        found[name] = written(record)
    for name, change in RULES.items():
        record = sound(house_rules())
        change(record["rules"])
        found[f"own-rules-{name}"] = written(record)
    without_aces = seating_rules()
    without_aces["pack"]["ranks"] = [each for each in without_aces["pack"]["ranks"] if each["rank"] != "A"]
    found["own-rules-too-few-aces"] = written(seated(without_aces))
    found["own-rules-equal-seats"] = written(rummy(rummy_rules((4, 2), (4, 3))))
    found["own-rules-too-few-cards"] = written(rummy(rummy_rules((4, 1))))
    too_many = rummy_rules((4, 2))
    too_many["tables"][0]["jokers"] = 937
    found["own-rules-too-many-cards"] = written(rummy(too_many))
    return found


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.hand.json"):
        old.unlink()
    for name, data in examples().items():
        (FOLDER / f"{name}.hand.json").write_bytes(data)
        print(name)
