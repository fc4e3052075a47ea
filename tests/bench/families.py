"""What an event costs in each family, against 28; and a rummy record against its allowance.

    python -m tests.bench.families [ROUNDS]

The unit of the events is an event of 28 (deal and play, from a record that has been read). A full check of a rummy
record, bytes to verdict, may cost 60 µs and 3 µs an event and its arrangements, on a machine on which `json.loads` of
a record of 28 costs 18 µs; the allowance here is as many times that as `json.loads` costs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial

from dealproof.replay import audit
from dealproof.replay.core import engine
from dealproof.replay.core.cards import TEXTS
from dealproof.replay.games.rummy import scoring
from dealproof.replay.games.rummy.arrangement import is_arranged
from dealproof.replay.games.rummy.state import Hand
from dealproof.replay.record import record
from dealproof.verifier.encoding import canonical
from tests.bench import check
from tests.bench.rounds import Contender, measure, table
from tests.support.paths import ROOT

RECORDS = ROOT / "fixtures" / "records"
SETS = ("28-standard", "28-gulan", "40-gulan", "40-cheettukali", "56-gulan", "56-support", "kazhutha", "rummy-13")
UNIT = "28-standard"
RUMMY = "rummy-13"
UNIT_MICROSECONDS, A_RECORD, AN_EVENT = 18, 60, 3
"""What the allowance was set in: µs of `json.loads`, for a record of rummy, and for each of its events."""


def hands(name: str) -> list[record.Record]:
    """The unsigned verified hands of a rule set."""
    lines = map(json.loads, (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").strip().split("\n"))
    return [
        record.parse(canonical(line["record"]))
        for line in lines
        if line["expect"]["verdict"] == "verified" and line["record"]["header"]["seat_keys"] is None
    ]


def play(hand: record.Record) -> object:
    """The deal and every event, judged and played, and the result."""
    played = audit.deal(hand)
    engine.play_out(hand.game, played, hand.events)
    return hand.game.outcome(played, hand.standing)


def arrangements(hand: record.Record) -> Callable[[], object]:
    """What finds all the arrangements that a check of this hand finds, and does nothing else."""
    played = audit.deal(hand)
    assert isinstance(played, Hand)
    declared = []
    for event in hand.events:
        if event.do == "declare":
            cards = [TEXTS[kind] for kind in played.hands[event.seat]]
            cards.remove(TEXTS[event.arg])
            declared.append(partial(is_arranged, cards, played.wild, played.rules.min_naturals))
        played.apply(event)

    def find() -> None:
        for attempt in declared:
            attempt()
        played.best = []
        if played.ended:
            scoring.arrangements(played)

    return find


def allowance(rummy: Sequence[record.Record], rounds: int) -> None:
    """Measures full checks of rummy records beside their allowance, and prints both."""
    data = [record.format(hand) for hand in rummy]
    figures = measure(
        {
            "json.loads": Contender(json.loads, check.hands(canonical=True)),
            "arrangements": Contender(lambda find: find(), [arrangements(hand) for hand in rummy]),
            "check": Contender(audit.audit, data),
        },
        "json.loads",
        rounds,
    )
    events = sum(len(hand.events) for hand in rummy) / len(rummy)
    allowed = (A_RECORD + AN_EVENT * events) / UNIT_MICROSECONDS + figures["arrangements"].ratio
    print(
        f"\nA rummy record, {events:.0f} events: {figures['check'].microseconds:.0f} µs, its arrangements aside ",
        end="",
    )
    print(f"{figures['check'].microseconds - figures['arrangements'].microseconds:.0f} µs.")
    print(f"In units of json.loads: {figures['check'].ratio:.1f} of {allowed:.1f} allowed.")


def main() -> None:
    """Measures and prints what a hand costs, what that is an event, and what a rummy record may cost."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    read = {name: hands(name) for name in SETS}
    events = {name: sum(len(hand.events) for hand in read[name]) / len(read[name]) for name in SETS}
    figures = measure({name: Contender(play, read[name]) for name in SETS}, UNIT, rounds)
    print(table(figures), "\n")
    print("| rule set | events a hand | µs an event | × 28 |\n|---|---:|---:|---:|")
    unit = figures[UNIT].microseconds / events[UNIT]
    for name in SETS:
        each = figures[name].microseconds / events[name]
        print(f"| {name} | {events[name]:.0f} | {each:.2f} | {figures[name].ratio * events[UNIT] / events[name]:.2f} |")
    print(f"\nAn event of {UNIT}: {unit:.2f} µs. {rounds} rounds.")
    allowance(read[RUMMY], rounds)


if __name__ == "__main__":
    main()
