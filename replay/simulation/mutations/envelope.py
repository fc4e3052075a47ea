"""Single mutations of everything but the log: header, seeds, hashes, signatures, claim; a function each.

Each changes a record, a copy of its own, and says whether there was something to change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dealproof.replay.core.family import Family
from dealproof.replay.core.random_source import Chance
from dealproof.replay.simulation.records import Json, family_of, octets
from dealproof.verifier.encoding import format_base64, parse_base64

HEX: Final = "0123456789abcdef"


def claim(record: Json, chance: Chance) -> bool:
    """Another value in one leaf of the claim, of the same type."""
    return record["claim"] is not None and change_leaf(record["claim"], family_of(record), chance)


def standing(record: Json, chance: Chance) -> bool:
    """Another value in one leaf of the standing before the hand."""
    return record["header"]["match"] is not None and change_leaf(
        record["header"]["match"]["before"], family_of(record), chance
    )


def change_leaf(value: Any, family: Family, chance: Chance) -> bool:
    """Changes one leaf below `value`."""
    container, key = chance.pick(list(leaves(value, family)))
    container[key] = another(key, container[key], family, chance)
    return True


def leaves(value: Any, family: Family) -> Iterator[tuple[Any, Any]]:
    """Every leaf below a list or object that can be another, as what holds it and its key there."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, dict | list):
            yield from leaves(each, family)
        elif each is not None or key in family.nullable:
            yield value, key


def another(key: Any, value: Any, family: Family, chance: Chance) -> Any:
    """Another value that the shape of a result or standing allows there."""
    if key in family.nullable:
        return chance.pick([each for each in family.nullable[key] if each != value])
    if isinstance(value, bool):
        return not value
    return value + chance.pick((-1, 1)) if isinstance(value, int) else value + "x"


def server_seed(record: Json, chance: Chance) -> bool:
    """Another server seed."""
    record["server_seed"] = octets(chance).hex()
    return True


def hidden(record: Json, chance: Chance) -> bool:
    """The server seed is not opened."""
    record["server_seed"] = None
    return True


def player_seed(record: Json, chance: Chance) -> bool:
    """Another seed of one player."""
    record["player_seeds"][chance.uniform(len(record["player_seeds"]))] += " "
    return True


def equal_seeds(record: Json, chance: Chance) -> bool:
    """A player with the seed of another."""
    seeds = record["player_seeds"]
    seeds[0] = seeds[1 + chance.uniform(len(seeds) - 1)]
    return True


def commitment(record: Json, chance: Chance) -> bool:
    """Another server commitment."""
    record["header"]["server_commitment"] = other_digit(record["header"]["server_commitment"], chance)
    return True


def player_commitment(record: Json, chance: Chance) -> bool:
    """Another commitment of a player, or none, or one where there was none."""
    commitments = record["header"]["player_commitments"]
    at = chance.uniform(len(commitments))
    if commitments[at] is None:
        commitments[at] = octets(chance).hex()
    else:
        commitments[at] = None if chance.one_in(2) else other_digit(commitments[at], chance)
    return True


def rules_digest(record: Json, chance: Chance) -> bool:
    """Another digest of the rules."""
    digest = record["header"]["rules_digest"]
    record["header"]["rules_digest"] = octets(chance).hex() if digest is None else other_digit(digest, chance)
    return True


def log_end(record: Json, chance: Chance) -> bool:
    """Another log head."""
    record["log_head"] = other_digit(record["log_head"], chance)
    return True


def other_digit(digits: str, chance: Chance) -> str:
    """Hex digits of which one is another."""
    at = chance.uniform(len(digits))
    return digits[:at] + HEX[(HEX.index(digits[at]) + 1 + chance.uniform(15)) % 16] + digits[at + 1 :]


def signature(record: Json, chance: Chance) -> bool:
    """One bit of a signature turned, or no signature."""
    signed = [event for event in record["events"] if "sig" in event]
    if not signed:
        return False
    event = chance.pick(signed)
    bits = bytearray(parse_base64(event.pop("sig"), 64))
    bits[chance.uniform(64)] ^= 1 << chance.uniform(8)
    if not chance.one_in(3):
        event["sig"] = format_base64(bytes(bits))
    return True


def header(record: Json, chance: Chance) -> bool:
    """Another name, number or dealer in the header."""
    changed = record["header"]
    key = chance.pick(("hand", "table", "number", "dealer", "seats", "match"))
    if key == "dealer":
        if changed["dealer"] is None:
            return False
        changed["dealer"] = (changed["dealer"] + 1) % len(changed["seats"])
    elif key == "number":
        changed["number"] += 1
    elif key == "seats":
        changed["seats"][chance.uniform(len(changed["seats"]))] += "x"
    elif key == "match":
        if changed["match"] is None:
            return False
        changed["match"]["number"] += 1
    else:
        changed[key] += "x"
    return True
