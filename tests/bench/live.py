"""What an event of a live hand costs beside the replay of the same hand from its record.

    python -m tests.bench.live [ROUNDS]

The limit is twice what an event costs a replay: `replay.audit` of the record, bytes to verdict, by the number of its
events. Beside it the bare loop of a replay, which reads, judges, plays and hashes events that are parsed already, its
deal subtracted; a live hand does each of these for every event by itself, and in addition says who may act and whether
the hand is over. The hands are unsigned: a signature costs both the same.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from dealproof.replay import audit
from dealproof.replay.core import engine
from dealproof.replay.live import LiveHand
from dealproof.replay.record import record as records
from dealproof.replay.record.events import read_events
from dealproof.replay.record.record import Record
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt
from tests.bench import families
from tests.support.live_hands import dealt, move

HANDS = 20


def lived(hand: LiveHand, record: dict[str, Any]) -> None:
    """Plays every event on a hand that is dealt."""
    fresh = True
    for event in record["events"]:
        if fresh:
            move(hand, event)  # a cut may have to be declined, at the first event after a deal
        else:
            hand.event(event)
        fresh = "seat" not in event


def replayed(hand: Record) -> None:
    """The deal, then every event read, judged, played and hashed, and the result."""
    played = audit.deal(hand)
    engine.play_out(hand.game, played, read_events(hand.json["events"], hand.game.actions, len(hand.seats)))
    hand.game.outcome(played, hand.standing)
    log_head(salt(hand.header, hand.player_seeds), hand.json["events"])


def clocked(work: Callable[[], object]) -> float:
    """CPU time in µs."""
    begun = time.process_time_ns()
    work()
    return (time.process_time_ns() - begun) / 1000


def round_of(hands: list[Record]) -> tuple[float, float, float]:
    """µs for all events of the hands: live, in an audit, in the loop of a replay."""
    live = [dealt(hand.json) for hand in hands]
    data = [records.format(hand) for hand in hands]
    return (
        clocked(lambda: [lived(each, hand.json) for each, hand in zip(live, hands, strict=True)]),
        clocked(lambda: [audit.audit(each) for each in data]),
        clocked(lambda: [replayed(hand) for hand in hands]) - clocked(lambda: [audit.deal(hand) for hand in hands]),
    )


def main() -> None:
    """Measures and prints, for each rule set, what an event costs live and in a replay."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    print("| rule set | live, µs an event | audit, µs an event | live : audit | quartiles | live : bare loop |")
    print("|---|---:|---:|---:|---|---:|")
    for name in families.SETS:
        hands = families.hands(name)[:HANDS]
        events = sum(len(hand.events) for hand in hands)
        measured = [round_of(hands) for _ in range(rounds)]
        live, audited = (statistics.median(each[i] for each in measured) / events for i in (0, 1))
        low, ratio, high = statistics.quantiles([each[0] / each[1] for each in measured], n=4)
        bare = statistics.median(each[0] / each[2] for each in measured)
        print(f"| {name} | {live:.2f} | {audited:.2f} | {ratio:.2f} | {low:.2f} – {high:.2f} | {bare:.2f} |")


if __name__ == "__main__":
    main()
