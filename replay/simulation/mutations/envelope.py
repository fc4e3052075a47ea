"""Single mutations of everything but the log: header, seeds, hashes, signatures, claim; a function each.

Each changes a record, a copy of its own, and says whether there was something to change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dealproof.replay.core.family import Family
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.simulation.records import Json, family_of, octets, opening_of
from dealproof.verifier.encoding import format_base64, parse_base64

HEX: Final = "0123456789abcdef"


def claim(record: Json, random: RandomSource) -> bool:
    """Another value in one leaf of the claim, of the same type."""
    return record["claim"] is not None and change_leaf(record["claim"], family_of(record), random)


def standing(record: Json, random: RandomSource) -> bool:
    """Another value in one leaf of the standing before the hand."""
    match = opening_of(record)["match"]
    return match is not None and change_leaf(match["before"], family_of(record), random)


def change_leaf(value: Any, family: Family, random: RandomSource) -> bool:
    """Changes one leaf below `value`."""
    container, key = random.pick(list(leaves(value, family)))
    container[key] = another(key, container[key], family, random)
    return True


def leaves(value: Any, family: Family) -> Iterator[tuple[Any, Any]]:
    """Yields every leaf below a list or object that can have another value, as its container and its key there."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, dict | list):
            yield from leaves(each, family)
        elif each is not None or key in family.nullable:
            yield value, key


def another(key: Any, value: Any, family: Family, random: RandomSource) -> Any:
    """Another value that the schema of a result or standing allows there."""
    if key in family.nullable:
        return random.pick([each for each in family.nullable[key] if each != value])
    if isinstance(value, bool):
        return not value
    return value + random.pick((-1, 1)) if isinstance(value, int) else value + "x"


def server_seed(record: Json, random: RandomSource) -> bool:
    """Another server seed."""
    record["server_seed"] = octets(random).hex()
    return True


def hidden(record: Json, random: RandomSource) -> bool:
    """The server seed is not revealed."""
    record["server_seed"] = None
    return True


def player_seed(record: Json, random: RandomSource) -> bool:
    """Another seed of one player."""
    record["player_seeds"][random.uniform(len(record["player_seeds"]))] += " "
    return True


def equal_seeds(record: Json, random: RandomSource) -> bool:
    """A player with the seed of another."""
    seeds = record["player_seeds"]
    seeds[0] = seeds[1 + random.uniform(len(seeds) - 1)]
    return True


def commitment(record: Json, random: RandomSource) -> bool:
    """Another server commitment."""
    record["header"]["server_commitment"] = other_digit(record["header"]["server_commitment"], random)
    return True


def player_commitment(record: Json, random: RandomSource) -> bool:
    """Another commitment of a player, or none, or one where there was none."""
    commitments = record["header"]["player_commitments"]
    at = random.uniform(len(commitments))
    if commitments[at] is None:
        commitments[at] = octets(random).hex()
    else:
        commitments[at] = None if random.one_in(2) else other_digit(commitments[at], random)
    return True


def rules_digest(record: Json, random: RandomSource) -> bool:
    """Another digest of the rules."""
    digest = record["header"]["rules_digest"]
    record["header"]["rules_digest"] = octets(random).hex() if digest is None else other_digit(digest, random)
    return True


def log_end(record: Json, random: RandomSource) -> bool:
    """Another log head."""
    record["log_head"] = other_digit(record["log_head"], random)
    return True


def other_digit(digits: str, random: RandomSource) -> str:
    """Hex digits of which one is another."""
    at = random.uniform(len(digits))
    return digits[:at] + HEX[(HEX.index(digits[at]) + 1 + random.uniform(15)) % 16] + digits[at + 1 :]


def signature(record: Json, random: RandomSource) -> bool:
    """One bit of a signature turned, or no signature."""
    signed = [event for event in record["events"] if "sig" in event]
    if not signed:
        return False
    event = random.pick(signed)
    bits = bytearray(parse_base64(event.pop("sig"), 64))
    bits[random.uniform(64)] ^= 1 << random.uniform(8)
    if not random.one_in(3):
        event["sig"] = format_base64(bytes(bits))
    return True


def header(record: Json, random: RandomSource) -> bool:
    """Another name, number or dealer in the header."""
    changed = opening_of(record)
    key = random.pick(("hand", "table", "number", "dealer", "seats", "match"))
    if key == "dealer":
        if changed["dealer"] is None:
            return False
        changed["dealer"] = (changed["dealer"] + 1) % len(changed["seats"])
    elif key == "number":
        changed["number"] += 1
    elif key == "seats":
        changed["seats"][random.uniform(len(changed["seats"]))] += "x"
    elif key == "match":
        if changed["match"] is None:
            return False
        changed["match"]["number"] += 1
    else:
        changed[key] += "x"
    return True
