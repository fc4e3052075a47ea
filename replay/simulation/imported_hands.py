"""Simulated hands as an archive would have them that never saw a seed: the cards as they were dealt, and the moves
(RECORD.md, "Imported hands")."""

from __future__ import annotations

from typing import Final

from dealproof.replay.core.noted_deals import NotedDeals
from dealproof.replay.record.events import read_events
from dealproof.replay.record.imported import FORMAT
from dealproof.replay.record.opening import FIRST_SEAT
from dealproof.replay.simulation.records import Json, Simulated, game_of
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.stream import salt

ORIGIN: Final = "dealproof simulate"


def imported(hand: Simulated) -> Simulated:
    """The record of an imported hand: the cards and moves of a simulated one, without its seeds, hashes and keys."""
    record, game = hand.record, game_of(hand.record)
    header = record["header"]
    draws = Draws(bytes.fromhex(record["server_seed"]), salt(header, record["player_seeds"]))
    noted = NotedDeals(draws, game.deck(len(header["seats"])))
    played = game.start(header["seats"], header["dealer"], noted)
    for event in read_events(record["events"], game.actions, len(header["seats"])):
        played.apply(event)
    first_seat = {FIRST_SEAT: noted.first_seat} if game.draws_first_seat else {}
    made: Json = {
        "format": FORMAT,
        **{key: header[key] for key in ("hand", "table", "number", "rules", "seats", "dealer", "match")},
        **first_seat,
        "rule_set": record["rules"],
        "deals": [*noted.deals.values()],
        "events": [{key: value for key, value in event.items() if key != "sig"} for event in record["events"]],
        "claim": record["claim"],
        "origin": ORIGIN,
    }
    return Simulated(made, hand.goal, ())
