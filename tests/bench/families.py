"""What an event costs in each family, against 28; and a rummy record against its allowance.

    python -m tests.bench.families [ROUNDS]

The unit of the events is an event of 28 (deal and play, from a record that has been read); of whole checks,
`json.loads` of the same bytes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from replay import audit, engine, record
from tests.bench.rounds import Contender, measure, table
from verifier.encoding import canonical

RECORDS = Path(__file__).parent.parent.parent / "fixtures" / "records"
SETS = ("28-standard", "28-gulan", "40-gulan", "40-cheettukali", "56-gulan", "56-support", "kazhutha", "rummy-13")
UNIT = "28-standard"


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
    engine.play_out(played, hand.events)
    return played.outcome(hand.standing)


def main() -> None:
    """Measures and prints what a hand costs, and what that is an event."""
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


if __name__ == "__main__":
    main()
