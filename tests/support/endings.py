"""What came up in a simulated hand, by name, by its verdict and its narrative.

Each name of `WANTED` comes up at least 20 times in the run that is kept in fixtures/README.md.
"""

from dealproof.replay.audit import audit, narrate
from dealproof.replay.games.rummy.arrangement import best_arrangement
from dealproof.replay.record.record import parse
from dealproof.verifier.encoding import canonical

RULED = {
    "kazhutha": (
        "lead-past-those-out",
        "places-not-skipped",
        "leader-times-out",
        "round-without-a-card",
        "every-round-counts",
        "nobody-sits-out",
        "single-seat-round",
        "time-out-unclocked",
        "grace",
    ),
    "rummy": ("stock-made-anew", "wild-from-discards", "taken-card-returned", "table-plays"),
    "seating": (),
}
"""Rulings that take part in some hands only: that they did says that it came up."""

OUT = ("first-drop", "middle-drop", "left", "timed-out", "wrong-declare")
"""How a seat leaves a hand of rummy."""

WANTED = {
    "kazhutha": {"donkey", "all-out", "time-out", "strike", "strike with a last card", *RULED["kazhutha"]},
    "rummy": {"declared", "declared with all 14 cards in groups", "last-seat", *OUT, *RULED["rummy"]},
    "seating": {"cut", "uncut"},
}


def endings(family, record):
    """The names of what came up in a hand that is verified, each once."""
    data = canonical(record)
    verdict = audit(data)
    ruled = [name for name in RULED[family] if name in verdict.rulings]
    return [*TOLD[family](parse(data), verdict.result), *ruled]


def of_kazhutha(hand, result):
    tricks = narrate(hand).tricks
    yield result["ended"]
    if any(event.do == "timeout" for event in hand.events):
        yield "time-out"
    struck = [trick for trick in tricks if trick.strike]
    if struck:
        yield "strike"
    if any(trick.steps[-1].seat in trick.out for trick in struck):
        yield "strike with a last card"


def of_rummy(hand, result):
    yield result["ended"]
    yield from (name for name in OUT if name in result["how"])
    if result["ended"] == "declared":
        held = narrate(hand).hands[result["winner"]]
        laid_down = hand.json["events"][-1]["card"]
        if not best_arrangement([*held, laid_down], result["wild"]).loose:
            yield "declared with all 14 cards in groups"


def of_seating(hand, result):
    yield "cut" if hand.events else "uncut"


TOLD = {"kazhutha": of_kazhutha, "rummy": of_rummy, "seating": of_seating}
