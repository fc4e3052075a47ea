"""An operator whose archive is simulated: what it has of each hand before, in and after play.

A hand is known by the number in which it was *played*, from 1, which all random numbers of the hand depend on, and by
its *place* in the archive, from 1, which gives its table, number and ID. The two differ where hands are not published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Draw, Game, Hand
from dealproof.replay.core.noted_deals import NotedDeals
from dealproof.replay.core.policy import Policy
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.record import imported, void
from dealproof.replay.record.events import event_json
from dealproof.replay.record.opening import FIRST_SEAT
from dealproof.replay.record.record import FORMAT
from dealproof.replay.simulation.imported_hands import ORIGIN
from dealproof.replay.simulation.play import goal, play
from dealproof.replay.simulation.records import NAMES, WORD, Json, Opening, fresh, octets, random_source
from dealproof.verifier.commitment import commit, commit_player_seed
from dealproof.verifier.log_hash import log_head

TABLES: Final = 4
"""Tables whose hands take turns."""

BOT: Final = NAMES[-1]
"""The account that holds seat 0 where a bot plays."""

OPERATOR_SEAT: Final = 0
"""The seat in which the operator has an interest."""


@dataclass(frozen=True, slots=True)
class Operator:
    """A rule set, how its hands are played, the seed of all random numbers, and the most events of a hand (None for as
    many as it takes)."""

    game: Game
    policy: Policy[Any]
    seed: str
    moves: int | None

    def random(self, played: int, label: str) -> RandomSource:
        """The random numbers of one part of a hand."""
        return random_source(self.game, self.seed, played, label)

    def opening(self, played: int, place: int, attempt: int = 0, bot: bool = False) -> Opening:
        """A hand before its deal, with the server seed of this attempt; all else is the same in every attempt."""
        game, random = self.game, self.random(played, "opening")
        facts = self.place(place, random, bot)
        server_seed = octets(self.random(played, f"server-seed/{attempt}"))
        seeds = [f"{random.uniform(WORD):08x}{random.uniform(WORD):08x}" for _ in facts["seats"]]
        header = {
            "format": FORMAT,
            **facts,
            "rules_digest": game.digest,
            "server_commitment": commit(server_seed),
            "player_commitments": [commit_player_seed(seed) for seed in seeds],
            "seat_keys": None,
        }
        return Opening(server_seed, (None,) * len(seeds), seeds, header)

    def place(self, place: int, random: RandomSource, bot: bool = False) -> Json:
        """What header and imported hand say of a hand at this place of the archive."""
        number, table = divmod(place - 1, TABLES)
        seats = self.game.seats[table % len(self.game.seats)]
        pool = [name for name in NAMES if name != BOT] if bot else [*NAMES]
        names = [pool.pop(random.uniform(len(pool))) for _ in range(seats - bot)]
        return {
            "hand": f"t{table + 1}.{number + 1}",
            "table": f"t{table + 1}",
            "number": number + 1,
            "rules": self.game.id,
            "seats": [BOT, *names] if bot else names,
            "dealer": random.uniform(seats) if self.game.has_dealer else None,
            "match": None,
        }

    def own_rules(self) -> Json | None:
        """The rule set as a record has it: None for a built-in one."""
        return None if rulesets.builtin(self.game.id) else self.game.to_json()

    def record(self, opening: Opening, played: int) -> Json:
        """The record of a hand with seeds."""
        hand = fresh(self.game, opening)
        events = self.play(hand, played)
        return {
            "header": opening.header,
            "rules": self.own_rules(),
            "server_seed": opening.server_seed.hex(),
            "player_seeds": opening.player_seeds,
            "events": events,
            "log_head": log_head(opening.salt, events),
            "claim": self.game.outcome(hand, None),
        }

    def given_up(self, opening: Opening, reason: str, missing: int | None = None) -> Json:
        """The void record of a hand that was dealt, or, if a seat did not open its seed, was not."""
        seeds = [None if seat == missing else seed for seat, seed in enumerate(opening.player_seeds)]
        return {
            "format": void.FORMAT,
            "header": opening.header,
            "rules": self.own_rules(),
            "server_seed": opening.server_seed.hex(),
            "player_seeds": seeds,
            "events": [],
            "log_head": log_head(opening.salt, []) if missing is None else None,
            "reason": reason,
        }

    def imported(self, played: int, draw: Draw) -> Json:
        """The record of an imported hand, whose place is that in which it was played, dealt from these draws."""
        game, facts = self.game, self.place(played, self.random(played, "opening"))
        noted = NotedDeals(draw, game.deck(len(facts["seats"])))
        hand = game.start(facts["seats"], facts["dealer"], noted)
        events = self.play(hand, played)
        return {
            "format": imported.FORMAT,
            **facts,
            **({FIRST_SEAT: noted.first_seat} if game.draws_first_seat else {}),
            "rule_set": self.own_rules(),
            "deals": [*noted.deals.values()],
            "events": events,
            "claim": game.outcome(hand, None),
            "origin": ORIGIN,
        }

    def play(self, hand: Hand, played: int) -> list[Json]:
        """Plays a hand that was dealt, towards some goal of the policy; returns its events."""
        if self.moves == 0:
            return []
        random = self.random(played, "play")
        moves = play(self.game, hand, self.policy, goal(self.policy, random), random, self.moves)
        return [event_json(move) for move in moves]


Fraud: TypeAlias = Callable[[Operator], Iterator[Json]]
"""Yields the records of an archive, without an end."""
