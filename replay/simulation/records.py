"""Simulated hands as records: header, seeds, log, signatures and claim around what `replay.simulation.play` plays.

    master seed of hand n = SHA-256(text of the seed), salt SHA-256("dealproof simulate RULES n")

All that a hand needs is drawn from that one stream, its server seed, player seeds and signing keys among it: such
hands prove nothing about anybody's luck. This package is above the rules because it needs rules and seeds both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game, Hand
from dealproof.replay.core.events import Event
from dealproof.replay.core.family import Family
from dealproof.replay.core.policy import Policy
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.games import FAMILIES
from dealproof.replay.record.events import event_json
from dealproof.replay.record.record import FORMAT
from dealproof.replay.simulation.play import goal, play, policy
from dealproof.verifier.commitment import commit, commit_player_seed
from dealproof.verifier.encoding import MAX_INTEGER, format_base64
from dealproof.verifier.log_hash import LogHash, log_head
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.signature import public_key, sign
from dealproof.verifier.stream import salt

WORD: Final = 1 << 32
NAMES: Final = "Ammu Biju Chinnu Devan Ettan Faisal Gauri Hari Indu Jose Kannan Leela".split()
"""One name for each of the seats that a rule set can have."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Simulated:
    """One hand: its record, the goal that it was steered to, and the secret keys (32 bytes, or None) of its seats."""

    record: Json
    goal: str
    secrets: tuple[bytes | None, ...]


def can_simulate(game: Game) -> bool:
    """Whether hands of this rule set can be simulated."""
    return FAMILIES[game.family].policy is not None


def opening_of(record: Json) -> Json:
    """What a record of any kind says of its hand before the deal: the header, or the record of an imported hand."""
    opening: Json = record.get("header", record)
    return opening


def game_of(record: Json) -> Game:
    """The rule set that a record of any kind is played by."""
    id, own = opening_of(record)["rules"], "rules" if "header" in record else "rule_set"
    return rulesets.builtin(id) or rulesets.read(record[own], id, f"/{own}")


def family_of(record: Json) -> Family:
    """The family of the rule set that a record is played by."""
    return FAMILIES[game_of(record).family]


def simulate(game: Game, seed: str, count: int) -> Iterator[Simulated]:
    """Yields `count` legal hands of a rule set, the same for the same seed. Raises LookupError if the family has no
    policy."""
    steering = policy(game)
    return (one(game, steering, seed, number) for number in range(1, count + 1))


def random_source(game: Game, seed: str, number: int, label: str) -> RandomSource:
    """The random numbers of one part of the hand `number` of a seed, by its label."""
    origin = sha256(f"dealproof simulate {game.id} {number}".encode()).digest()
    return RandomSource(Draws(sha256(seed.encode()).digest(), origin), label)


def one(game: Game, steering: Policy[Any], seed: str, number: int) -> Simulated:
    """The hand `number`, from 1, of a seed."""
    random = random_source(game, seed, number, "hand")
    aim = goal(steering, random)
    opening = opened(game, steering, number, random)
    hand = dealt(game, steering, aim, opening)
    moves = play(game, hand, steering, aim, random)
    events = [event_json(move) for move in moves]
    if random.one_in(2):
        timed(events, moves, game, fresh(game, opening), steering, random)
    signed(events, opening.salt, opening.secrets)
    match = opening.header["match"]
    record = {
        "header": opening.header,
        "rules": None if rulesets.builtin(game.id) else game.to_json(),
        "server_seed": opening.server_seed.hex(),
        "player_seeds": opening.player_seeds,
        "events": events,
        "log_head": log_head(opening.salt, events),
        "claim": None if random.one_in(8) else game.outcome(hand, match and match["before"]),
    }
    return Simulated(record, aim, opening.secrets)


@dataclass(frozen=True, slots=True)
class Opening:
    """Everything that is fixed before the deal: seeds, secret keys of the seats, and the header."""

    server_seed: bytes
    secrets: tuple[bytes | None, ...]
    player_seeds: list[str]
    header: Json

    @property
    def salt(self) -> bytes:
        """32 bytes that bind header and player seeds."""
        return salt(self.header, self.player_seeds)


def opened(game: Game, steering: Policy[Any], number: int, random: RandomSource) -> Opening:
    """Seeds, keys and a header; every optional part is there in some hands. The numbers of seats take turns."""
    names = NAMES[: game.seats[(number - 1) % len(game.seats)]]
    server_seed, secrets = octets(random), keys(len(names), random)
    seeds = [f"seed {random.uniform(WORD):08x} of {name}" for name in names]
    header = {
        "format": FORMAT,
        "hand": f"{game.id}.{number}",
        "table": "simulated",
        "number": number,
        "rules": game.id,
        "rules_digest": None if random.one_in(4) and rulesets.builtin(game.id) else game.digest,
        "seats": names,
        "dealer": random.uniform(len(names)) if game.has_dealer else None,
        "server_commitment": commit(server_seed),
        "player_commitments": [None if random.one_in(8) else commit_player_seed(each) for each in seeds],
        "seat_keys": [key and format_base64(public_key(key)) for key in secrets] if any(secrets) else None,
        "match": match(steering, random),
    }
    return Opening(server_seed, secrets, seeds, header)


def dealt(game: Game, steering: Policy[Any], aim: str, opening: Opening) -> Hand:
    """A deal that suits the goal, or the last one tried. Each try has another seed of the last seat."""
    seeds, commitments = opening.player_seeds, opening.header["player_commitments"]
    last = seeds[-1]
    for again in range(steering.tries(aim)):
        seeds[-1] = f"{last} {again}"
        commitments[-1] = commitments[-1] and commit_player_seed(seeds[-1])
        hand = fresh(game, opening)
        if steering.suits(hand, aim):
            break
    return hand


def fresh(game: Game, opening: Opening) -> Hand:
    """The hand as dealt, before any event."""
    header = opening.header
    hand: Hand = game.start(header["seats"], header["dealer"], Draws(opening.server_seed, opening.salt))
    return hand


def octets(random: RandomSource) -> bytes:
    """32 random bytes."""
    return b"".join(random.uniform(WORD).to_bytes(4, "big") for _ in range(8))


def keys(seats: int, random: RandomSource) -> tuple[bytes | None, ...]:
    """Secret keys of the seats: none in most hands, in some for one seat in two."""
    signing = random.one_in(10)
    return tuple(octets(random) if signing and random.one_in(2) else None for _ in range(seats))


def match(steering: Policy[Any], random: RandomSource) -> Json | None:
    """The match that the hand belongs to: none in one hand of four, the first hand in some."""
    first = steering.first()
    if first is None or random.one_in(4):
        return None
    number = 1 + random.uniform(8)
    return {"id": "simulated", "number": number, "before": first if number == 1 else steering.standing(random)}


def timed(
    events: list[Json], moves: list[Event], game: Game, hand: Hand, steering: Policy[Any], random: RandomSource
) -> None:
    """Adds times in ms since the deal to the events for which the policy has a pace, up to the largest time that a
    record can contain. `moves` are the same events for the freshly dealt `hand`, which shows where turns begin."""
    now, began = 0, 0
    for event, move in zip(events, moves, strict=True):
        passed = steering.pace(event["do"], now - began, random)
        if passed is not None and now + passed <= MAX_INTEGER:
            now += passed
            event["t"] = now
        turn = game.to_act(hand)
        hand.apply(move)
        if game.to_act(hand) != turn:
            began = now


def signed(events: list[Json], salted: bytes, secrets: tuple[bytes | None, ...]) -> None:
    """Signs each event of a seat with a key over the log up to and with it."""
    if not any(secrets):
        return
    log = LogHash(salted)
    for event in events:
        log.append(event)
        secret = secrets[event["seat"]] if "seat" in event else None
        if secret is not None:
            event["sig"] = format_base64(sign(secret, log.digest()))
