"""The mutations of each kind of record, by name, each with how often it is tried first."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.record.imported import is_imported
from dealproof.replay.record.opening import FIRST_SEAT
from dealproof.replay.record.void import is_void
from dealproof.replay.simulation.mutations import envelope
from dealproof.replay.simulation.mutations.log import Mutation, of_game
from dealproof.replay.simulation.records import Json, game_of, opening_of
from dealproof.verifier.tlog.leaf import REASONS, SEED_MISSING


def cards_exchanged(record: Json, random: RandomSource) -> bool:
    """Two cards of one deal in each other's place."""
    deal = random.pick(record["deals"])
    one, other = random.uniform(len(deal)), random.uniform(len(deal))
    deal[one], deal[other] = deal[other], deal[one]
    return True


def card_doubled(record: Json, random: RandomSource) -> bool:
    """A card of a deal in place of another: the list is no longer what was shuffled, unless the two are equal."""
    deal = random.pick(record["deals"])
    deal[random.uniform(len(deal))] = random.pick(deal)
    return True


def deal_missing(record: Json, random: RandomSource) -> bool:
    """The last of several deals is missing."""
    if len(record["deals"]) < 2:
        return False
    del record["deals"][-1]
    return True


def deal_added(record: Json, random: RandomSource) -> bool:
    """One deal more than there was."""
    record["deals"].append([*random.pick(record["deals"])])
    return True


def first_seat(record: Json, random: RandomSource) -> bool:
    """Another first seat."""
    if FIRST_SEAT not in record:
        return False
    seats = len(opening_of(record)["seats"])
    record[FIRST_SEAT] = (record[FIRST_SEAT] + 1 + random.uniform(seats - 1)) % seats
    return True


def why(record: Json, random: RandomSource) -> bool:
    """Another reason for giving up; a missing seed has just one."""
    if record["reason"] == SEED_MISSING:
        return False
    record["reason"] = random.pick([each for each in REASONS if each not in (SEED_MISSING, record["reason"])])
    return True


def opened_seed(record: Json, random: RandomSource) -> bool:
    """Another seed of one player who opened it."""
    seats = [seat for seat, seed in enumerate(record["player_seeds"]) if seed is not None]
    if not seats:
        return False
    record["player_seeds"][random.pick(seats)] += " "
    return True


def log_end(record: Json, random: RandomSource) -> bool:
    """Another log head of a hand that was dealt."""
    return record["log_head"] is not None and envelope.log_end(record, random)


SEALED: Final = frozenset(
    {
        *("server seed", "hidden", "player seed", "equal seeds", "commitment", "player commitment", "rules digest"),
        *("log head", "signature"),
    }
)
"""Mutations of what an imported hand does not have."""

OF_IMPORTS: Final[dict[str, tuple[int, Mutation]]] = {
    "cards exchanged": (4, cards_exchanged),
    "card doubled": (2, card_doubled),
    "deal missing": (1, deal_missing),
    "deal added": (1, deal_added),
    "first seat": (2, first_seat),
}

OF_VOID_HANDS: Final[dict[str, tuple[int, Mutation]]] = {
    "reason of giving up": (1, why),
    "player seed": (1, opened_seed),
    "log head": (1, log_end),
}

NOT_OF_VOID_HANDS: Final = frozenset({"claim", "hidden", "equal seeds"})
"""Mutations that would leave a record that cannot be read, or that have nothing to change."""


def of_record(record: Json) -> dict[str, tuple[int, Mutation]]:
    """The mutations that apply to a record, by name."""
    known = of_game(game_of(record))
    if is_imported(record):
        return {name: known[name] for name in known if name not in SEALED} | OF_IMPORTS
    if not is_void(record):
        return known
    return {name: known[name] for name in known if name not in NOT_OF_VOID_HANDS} | OF_VOID_HANDS
