"""Single mutations of a record: the kinds of change that a check must see, a function each.

A mutation changes a record, a copy of its own, and says whether there was something to change. All leave a record that
can be read: what cannot is another test's matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Game
from dealproof.replay.core.family import Family
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.record.events import PILES, Action
from dealproof.replay.simulation.mutations import envelope
from dealproof.replay.simulation.records import Json, family_of, game_of, opening_of

Mutation = Callable[[Json, RandomSource], bool]


def with_field(record: Json, random: RandomSource, *fields: str) -> Json | None:
    """An event that has one of these fields, or None."""
    found = [event for event in record["events"] if any(field in event for field in fields)]
    return random.pick(found) if found else None


def card(record: Json, random: RandomSource) -> bool:
    """Another card: one that the same seat has later, one that the log holds elsewhere, or any of the notation."""
    event = with_field(record, random, "card")
    if event is None:
        return False
    logged = [each for each in record["events"] if "card" in each]
    own = [each["card"] for each in logged[logged.index(event) + 1 :] if each["seat"] == event["seat"]]
    elsewhere = [each["card"] for each in logged]
    event["card"] = random.pick(random.pick((own or TEXTS, own or TEXTS, elsewhere, TEXTS)))
    return True


def seat(record: Json, random: RandomSource) -> bool:
    """Another seat."""
    event = with_field(record, random, "seat")
    if event is None:
        return False
    seats = len(opening_of(record)["seats"])
    event["seat"] = (event["seat"] + 1 + random.uniform(seats - 1)) % seats
    return True


def value(record: Json, random: RandomSource) -> bool:
    """Another bid, another place to cut."""
    event = with_field(record, random, "value", "at")
    if event is None:
        return False
    key = "at" if "at" in event else "value"
    number = event[key] if type(event[key]) is int else 0
    event[key] = random.uniform(61) - 1 if random.one_in(2) else number + random.pick((-2, -1, 1, 2))
    if key == "value" and random.one_in(6):
        event[key] = "thani"
    return True


def reason(record: Json, random: RandomSource) -> bool:
    """Another reason for a redeal."""
    event = with_field(record, random, "reason")
    if event is None:
        return False
    event["reason"] = random.pick((*family_of(record).texts, "rain"))
    return True


def action(record: Json, random: RandomSource) -> bool:
    """Another action by the same seat at the same time, with a field of the new kind."""
    if not record["events"]:
        return False
    event = random.pick(record["events"])
    known = game_of(record).actions
    name = random.pick(tuple(known))
    for key in event.keys() - {"t", "sig", "seat"}:
        del event[key]
    event.setdefault("seat", random.uniform(len(opening_of(record)["seats"])))
    if not known[name].seat:
        del event["seat"]
    event["do"] = name
    if known[name].field:
        event[known[name].field] = some(known[name], family_of(record), random)
    return True


def some(action: Action, family: Family, random: RandomSource) -> int | str:
    """A value for the one field of an action."""
    if action.kind == "card":
        return random.pick(TEXTS)
    if action.kind == "pile":
        return random.pick(PILES)
    return family.texts[0] if action.kind == "text" else random.uniform(30)


def dropped(record: Json, random: RandomSource) -> bool:
    """One event less."""
    if not record["events"]:
        return False
    del record["events"][random.uniform(len(record["events"]))]
    return True


def cut_short(record: Json, random: RandomSource) -> bool:
    """The log ends early."""
    if not record["events"]:
        return False
    del record["events"][random.uniform(len(record["events"])) :]
    return True


def doubled(record: Json, random: RandomSource) -> bool:
    """One event twice."""
    if not record["events"]:
        return False
    at = random.uniform(len(record["events"]))
    record["events"].insert(at, dict(record["events"][at]))
    return True


def swapped(record: Json, random: RandomSource) -> bool:
    """An event changes places with the next; times stay in their order."""
    events = record["events"]
    if len(events) < 2:
        return False
    at = random.uniform(len(events) - 1)
    pair = events[at : at + 2]
    times = [event.pop("t", None) for event in pair]
    events[at : at + 2] = pair[::-1]
    for event, t in zip(pair[::-1], times, strict=True):
        if t is not None:
            event["t"] = t
    return True


def time(record: Json, random: RandomSource) -> bool:
    """One event at another time, between those around it, or at none."""
    events = record["events"]
    if not events:
        return False
    at = random.uniform(len(events))
    before = max((event.get("t", 0) for event in events[:at]), default=0)
    after = min((event["t"] for event in events[at + 1 :] if "t" in event), default=before + 5_000)
    if events[at].pop("t", None) is None or random.one_in(2):
        events[at]["t"] = before + random.uniform(after - before + 1)
    return True


def pile(record: Json, random: RandomSource) -> bool:
    """A card drawn from the other pile."""
    event = with_field(record, random, "from")
    if event is None:
        return False
    event["from"] = PILES[event["from"] == PILES[0]]
    return True


def delay(record: Json, random: RandomSource) -> bool:
    """One event, and with it all later ones, later: by any time up to a minute, or sooner by as much as can be."""
    events = record["events"]
    timed = [event for event in events if "t" in event]
    if not timed:
        return False
    at = random.uniform(len(timed))
    passed = timed[at]["t"] - (timed[at - 1]["t"] if at else 0)
    by = random.pick((-passed, -1 if passed else 1, 1_000, random.uniform(60_000)))
    for event in timed[at:]:
        event["t"] += by
    return True


MUTATIONS: Final[dict[str, tuple[int, Mutation]]] = {
    "card": (8, card),
    "seat": (3, seat),
    "value": (3, value),
    "reason": (1, reason),
    "word": (5, action),
    "dropped": (3, dropped),
    "cut short": (2, cut_short),
    "doubled": (3, doubled),
    "swapped": (3, swapped),
    "time": (1, time),
    "claim": (4, envelope.claim),
    "standing": (1, envelope.standing),
    "server seed": (1, envelope.server_seed),
    "hidden": (1, envelope.hidden),
    "player seed": (1, envelope.player_seed),
    "equal seeds": (1, envelope.equal_seeds),
    "commitment": (1, envelope.commitment),
    "player commitment": (1, envelope.player_commitment),
    "rules digest": (1, envelope.rules_digest),
    "log head": (1, envelope.log_end),
    "signature": (1, envelope.signature),
    "header": (1, envelope.header),
}
"""The mutations of every game by name, with how often out of the sum it is tried first."""

OF_PILES: Final[dict[str, tuple[int, Mutation]]] = {"pile": (4, pile)}
"""Those of a game in which cards are drawn from piles."""

OF_CLOCKS: Final[dict[str, tuple[int, Mutation]]] = {"delay": (4, delay)}
"""Those of a game in which times count."""


def of_game(game: Game) -> dict[str, tuple[int, Mutation]]:
    """The mutations that apply to a game, by name."""
    known = game.actions
    drawn = OF_PILES if any(action.kind == "pile" for action in known.values()) else {}
    clocked = OF_CLOCKS if any(action.timed for action in known.values()) else {}
    return MUTATIONS | drawn | clocked
