"""Writes fixtures/live/: whole hands in play, call by call, for other implementations of a dealer.

    python -m tests.generate.live_vectors

A file is one hand: what the dealer is given (draft, server seed, player seeds, times, events), and what it must give
(header, leaves, seed receipts, deck, the log hash after each event, what each seat sees at three moments, the record).
`declined` are the indexes of the events before which the cut is declined; an index past the last event is the end.
"""

import json
from collections.abc import Iterator
from typing import Any

from dealproof.replay.live import CUTTING, LiveHand
from dealproof.replay.simulation.records import Simulated
from tests.support.live_hands import MS, NOW, POLICY, RULE_SETS, draft_of, opened, proof_of, simulated
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "live"
SEED = "hands in play, as vectors"
SECOND, MINUTE = 1000, 60_000
Json = dict[str, Any]


def hands() -> Iterator[tuple[str, Json]]:
    """Every vector by its name."""
    for rules in RULE_SETS:
        yield rules, over(next(each for each in of(rules) if not any(each.secrets) and not did(each, "cut")))
    yield (
        "a-seat-signs",
        over(next(each for each in of("28-gulan") if any("sig" in one for one in each.record["events"]))),
    )
    yield "a-redeal", over(next(each for each in of("28-standard") if did(each, "redeal")))
    yield "a-cut", over(next(each for each in of("40-gulan") if did(each, "cut")))
    record = of("28-gulan")[0].record
    yield "void-before-any-seed", void(record, "seed-missing", seeds=[])
    yield "void-with-two-seeds", void(record, "seed-missing", seeds=[0, 2])
    yield "void-before-the-deal", void(record, "players-left", seeds=[0, 1, 2, 3])
    yield "void-after-the-deal", void(record, "misdeal", seeds=[0, 1, 2, 3], events=0)
    yield "void-after-five-events", void(record, "server-fault", seeds=[0, 1, 2, 3], events=5)


def of(rules: str) -> tuple[Simulated, ...]:
    """The simulated hands from which the vectors are taken."""
    return simulated(rules, 200, SEED)


def did(hand: Simulated, do: str) -> bool:
    """Whether an event of this kind is in the hand."""
    return do in [event["do"] for event in hand.record["events"]]


def over(hand: Simulated) -> Json:
    """A hand that is played to its end and closed."""
    record = hand.record
    live, vector = begun(record, [*range(len(record["player_seeds"]))])
    vector |= dealt(live, record, len(record["events"]))
    if live.phase == CUTTING:
        vector["declined"].append(len(record["events"]))
        live.skip_cut()
    return vector | {"record": json.loads(live.close()), "close_leaf": live.close_leaf(MS + 5 * MINUTE)}


def void(record: Json, reason: str, seeds: list[int], events: int | None = None) -> Json:
    """A hand that is given up, with the seeds of these seats, after so many events (None: before the deal)."""
    live, vector = begun(record, seeds)
    if events is not None:
        vector |= dealt(live, record, events)
    data = live.void(reason)
    return vector | {"reason": reason, "record": json.loads(data), "close_leaf": live.close_leaf(MS + 5 * MINUTE)}


def begun(record: Json, seeds: list[int]) -> tuple[LiveHand, Json]:
    """The hand with the seeds of these seats open."""
    hand = opened(record)
    leaf = hand.commit_leaf(MS)
    hand.published(proof_of(leaf), POLICY, NOW)
    opens = [{"seat": seat, "seed": record["player_seeds"][seat], "time": MS + seat * SECOND} for seat in seeds]
    return hand, {
        "draft": draft_of(record),
        "rules": record["rules"],
        "server_seed": record["server_seed"],
        "header": hand.header,
        "commit_leaf": leaf,
        "seeds": [each | {"receipt": hand.seed(each["seat"], each["seed"], each["time"])} for each in opens],
    }


def dealt(hand: LiveHand, record: Json, count: int) -> Json:
    """The deal and the first `count` events."""
    deal = hand.deal()
    found: Json = {
        "deck": [*deal.deck],
        "deal_leaf": hand.deal_leaf(MS + MINUTE),
        "log_hash": deal.log_hash.hex(),
        "declined": [],
        "steps": [],
        "views": {"0": views(hand)},
    }
    for index, event in enumerate(record["events"][:count]):
        if hand.phase == CUTTING and event["do"] != "cut":
            found["declined"].append(index)
            hand.skip_cut()
        moved = hand.event(event)
        after = {"log_hash": moved.log_hash.hex(), "to_act": [*moved.to_act], "over": moved.over}
        found["steps"].append({"event": event, **after})
        if index + 1 in (count // 3, count):
            found["views"][str(index + 1)] = views(hand)
    return found


def views(hand: LiveHand) -> list[Json]:
    """What each seat sees, without the header."""
    seats: Any = hand.header["seats"]
    return [{key: value for key, value in hand.view(seat).items() if key != "header"} for seat in range(len(seats))]


def files() -> dict[str, str]:
    """Every file by its name."""
    return {f"{name}.json": json.dumps(vector, indent=1, sort_keys=True) + "\n" for name, vector in hands()}


def main() -> None:
    """Writes the files."""
    made = files()
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(made)} vectors")


if __name__ == "__main__":
    main()
