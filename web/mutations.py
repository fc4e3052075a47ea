"""Single mutations of a record: the kinds of change that a check must see, a function each.

A mutation changes a record, a copy of its own, and says whether there was something to change. All leave a record that
can be read: what cannot is another test's matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from replay import rulesets
from replay.cards import TEXTS
from replay.chance import Chance
from replay.reading import Word
from verifier.encoding import format_base64, parse_base64
from web.simulate import Json, octets

HEX: Final = "0123456789abcdef"

Mutation = Callable[[Json, Chance], bool]


def with_field(record: Json, chance: Chance, *fields: str) -> Json | None:
    """An event that has one of these fields, or None."""
    found = [event for event in record["events"] if any(field in event for field in fields)]
    return chance.pick(found) if found else None


def card(record: Json, chance: Chance) -> bool:
    """Another card: one that the same seat has later, one that the log holds elsewhere, or any of the notation."""
    event = with_field(record, chance, "card")
    if event is None:
        return False
    logged = [each for each in record["events"] if "card" in each]
    own = [each["card"] for each in logged[logged.index(event) + 1 :] if each["seat"] == event["seat"]]
    elsewhere = [each["card"] for each in logged]
    event["card"] = chance.pick(chance.pick((own or TEXTS, own or TEXTS, elsewhere, TEXTS)))
    return True


def seat(record: Json, chance: Chance) -> bool:
    """Another seat."""
    event = with_field(record, chance, "seat")
    if event is None:
        return False
    seats = len(record["header"]["seats"])
    event["seat"] = (event["seat"] + 1 + chance.uniform(seats - 1)) % seats
    return True


def value(record: Json, chance: Chance) -> bool:
    """Another bid, another place to cut."""
    event = with_field(record, chance, "value", "at")
    if event is None:
        return False
    key = "at" if "at" in event else "value"
    number = event[key] if type(event[key]) is int else 0
    event[key] = chance.uniform(61) - 1 if chance.one_in(2) else number + chance.pick((-2, -1, 1, 2))
    if key == "value" and chance.one_in(6):
        event[key] = "thani"
    return True


def reason(record: Json, chance: Chance) -> bool:
    """Another reason for a redeal."""
    event = with_field(record, chance, "reason")
    if event is None:
        return False
    event["reason"] = chance.pick(("eldest-no-points", "four-jacks", "no-trump-against", "no-points-in-hand", "rain"))
    return True


def word(record: Json, chance: Chance) -> bool:
    """Another thing done by the same seat at the same time, with a field of the new kind."""
    event = chance.pick(record["events"])
    id = record["header"]["rules"]
    known = (rulesets.builtin(id) or rulesets.read(record["rules"], id, "/rules")).words
    name = chance.pick(tuple(known))
    for key in event.keys() - {"t", "sig", "seat"}:
        del event[key]
    event.setdefault("seat", chance.uniform(len(record["header"]["seats"])))
    if not known[name].seat:
        del event["seat"]
    event["do"] = name
    if known[name].field:
        event[known[name].field] = some(known[name], chance)
    return True


def some(word: Word, chance: Chance) -> int | str:
    """Something for the one field of a word."""
    if word.kind == "card":
        return chance.pick(TEXTS)
    return "eldest-no-points" if word.kind == "text" else chance.uniform(30)


def dropped(record: Json, chance: Chance) -> bool:
    """One event less."""
    del record["events"][chance.uniform(len(record["events"]))]
    return True


def cut_short(record: Json, chance: Chance) -> bool:
    """The log ends early."""
    del record["events"][chance.uniform(len(record["events"])) :]
    return True


def doubled(record: Json, chance: Chance) -> bool:
    """One event twice."""
    at = chance.uniform(len(record["events"]))
    record["events"].insert(at, dict(record["events"][at]))
    return True


def swapped(record: Json, chance: Chance) -> bool:
    """An event changes places with the next; times stay in their order."""
    events = record["events"]
    at = chance.uniform(len(events) - 1)
    times = [event["t"] for event in events if "t" in event]
    events[at], events[at + 1] = events[at + 1], events[at]
    for event, t in zip(events, times, strict=False):
        event["t"] = t
    return True


def claim(record: Json, chance: Chance) -> bool:
    """Another value in one leaf of the claim, of the same type."""
    return record["claim"] is not None and change_leaf(record["claim"], chance)


def standing(record: Json, chance: Chance) -> bool:
    """Another value in one leaf of the standing before the hand."""
    return record["header"]["match"] is not None and change_leaf(record["header"]["match"]["before"], chance)


def change_leaf(value: Any, chance: Chance) -> bool:
    """Changes one leaf below `value`."""
    container, key = chance.pick(list(leaves(value)))
    container[key] = another(key, container[key], chance)
    return True


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every leaf below a list or object that can be another, as what holds it and its key there."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, dict | list):
            yield from leaves(each)
        elif each is not None or key in ("fresh", "trump"):
            yield value, key


def another(key: Any, value: Any, chance: Chance) -> Any:
    """Another value that the shape of a result or standing allows there."""
    if key == "fresh":
        return chance.pick([each for each in (None, 0, 1) if each != value])
    if key == "trump":
        return chance.pick([each for each in (None, *"shdc") if each != value])
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
    event = with_field(record, chance, "sig")
    if event is None:
        return False
    bits = bytearray(parse_base64(event.pop("sig"), 64))
    bits[chance.uniform(64)] ^= 1 << chance.uniform(8)
    if not chance.one_in(3):
        event["sig"] = format_base64(bytes(bits))
    return True


def time(record: Json, chance: Chance) -> bool:
    """One event at another time, between those around it, or at none."""
    events = record["events"]
    at = chance.uniform(len(events))
    before = max((event.get("t", 0) for event in events[:at]), default=0)
    after = min((event["t"] for event in events[at + 1 :] if "t" in event), default=before + 5_000)
    if events[at].pop("t", None) is None or chance.one_in(2):
        events[at]["t"] = before + chance.uniform(after - before + 1)
    return True


def header(record: Json, chance: Chance) -> bool:
    """Another name, number or dealer in the header."""
    changed = record["header"]
    key = chance.pick(("hand", "table", "number", "dealer", "seats", "match"))
    if key == "dealer":
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


MUTATIONS: Final[dict[str, tuple[int, Mutation]]] = {
    "card": (8, card),
    "seat": (3, seat),
    "value": (3, value),
    "reason": (1, reason),
    "word": (5, word),
    "dropped": (3, dropped),
    "cut short": (2, cut_short),
    "doubled": (3, doubled),
    "swapped": (3, swapped),
    "time": (1, time),
    "claim": (4, claim),
    "standing": (1, standing),
    "server seed": (1, server_seed),
    "hidden": (1, hidden),
    "player seed": (1, player_seed),
    "equal seeds": (1, equal_seeds),
    "commitment": (1, commitment),
    "player commitment": (1, player_commitment),
    "rules digest": (1, rules_digest),
    "log head": (1, log_end),
    "signature": (1, signature),
    "header": (1, header),
}
"""Every mutation by its name, with how often out of the sum it is tried first."""
