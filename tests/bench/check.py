"""What a full check of a hand of 28 costs, in units of `json.loads` of the same bytes; and its peers.

    python -m tests.bench.check [ROUNDS]

Peers are measured where they are installed (`pip install '.[bench]'`): OpenSpiel's C++ driven from Python, a legality
check a move and no hash; pokerkit, one hand of hold'em.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable
from importlib.util import find_spec

from dealproof.replay import audit
from dealproof.replay.core import engine
from dealproof.replay.record import record
from dealproof.verifier import encoding
from dealproof.verifier.encoding import quick
from dealproof.web.cli.build import COMPILED, running
from tests.bench.rounds import Contender, measure, table
from tests.support.paths import ROOT

RECORDS = ROOT / "fixtures" / "records"
SETS = ("28-standard", "28-kerala-house", "28-gulan")
LIMIT = 6.0
"""A full check may cost this many times `json.loads`, in pure Python."""
LIMIT_COMPILED = 3.0
"""The same where modules are compiled."""


def hands(*, canonical: bool) -> list[bytes]:
    """The unsigned verified hands of 28, as canonical JSON or as `json.dumps` writes them."""
    lines = [
        json.loads(line)
        for name in SETS
        for line in (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").strip().split("\n")
    ]
    records = [
        line["record"]
        for line in lines
        if line["expect"]["verdict"] == "verified" and line["record"]["header"]["seat_keys"] is None
    ]
    return [encoding.canonical(each) if canonical else json.dumps(each).encode() for each in records]


def without_orjson(data: bytes) -> object:
    """A full check with nothing but the standard library."""
    quick._INSTALLED = False
    try:
        return audit.audit(data)
    finally:
        quick._INSTALLED = True


def play(hand: record.Record) -> object:
    """The deal and every event, judged and played."""
    return engine.play_out(hand.game, audit.deal(hand), hand.events)


def peers() -> dict[str, Contender]:
    """The peers that are installed, each with hands of its own game to replay."""
    found: dict[str, Contender] = {}
    if find_spec("pyspiel"):
        found["OpenSpiel, hearts: 52 cards, legality a move"] = Contender(*openspiel())
    if find_spec("pokerkit"):
        found["pokerkit, a hand of hold'em"] = Contender(*pokerkit())
    return found


def openspiel() -> tuple[Callable[[list[int]], object], list[list[int]]]:
    """Replays of hearts: the deal and 52 plays, each looked up among the legal ones."""
    import pyspiel

    game = pyspiel.load_game("hearts(pass_cards=False)")

    def made_up(start: int) -> list[int]:
        state = game.new_initial_state()
        actions: list[int] = []
        while not state.is_terminal():
            legal = state.legal_actions()
            actions.append(legal[(start + 7 * len(actions)) % len(legal)])
            state.apply_action(actions[-1])
        return actions

    def replay(actions: list[int]) -> object:
        state = game.new_initial_state()
        for action in actions:
            if not state.is_chance_node() and action not in state.legal_actions():
                raise AssertionError(action)
            state.apply_action(action)
        return state

    return replay, [made_up(start) for start in range(20)]


def pokerkit() -> tuple[Callable[[int], object], list[int]]:
    """One hand of no-limit hold'em, dealt, folded and called to its end."""
    from pokerkit import Automation, NoLimitTexasHoldem

    def replay(_: int) -> object:
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation),
            ante_trimming_status=True,
            raw_antes=0,
            raw_blinds_or_straddles=(1, 2),
            min_bet=2,
            raw_starting_stacks=200,
            player_count=4,
        )
        while state.status:
            state.check_or_call()
        return state

    return replay, list(range(4))


def main() -> None:
    """Measures and prints the table; exit status 1 where a full check costs more than it may."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    data = hands(canonical=True)
    spaced = hands(canonical=False)
    read = [record.parse(each) for each in data]
    figures = measure(
        {
            "json.loads": Contender(json.loads, data),
            "strict parse": Contender(encoding.parse_json, data),
            "record, from bytes": Contender(record.parse, data),
            "deal and play, from a record": Contender(play, read),
            "full check": Contender(audit.audit, data),
            "full check, spaced and escaped JSON": Contender(audit.audit, spaced),
            "full check without orjson": Contender(without_orjson, data),
            **peers(),
        },
        "json.loads",
        rounds,
    )
    print(f"dealproof, {running()}, on CPython {platform.python_version()}")
    print(f"{len(data)} hands of {sum(map(len, data)) // len(data)} bytes, {rounds} rounds\n")
    print(table(figures))
    sys.exit(1 if figures["full check"].ratio > (LIMIT_COMPILED if running() == COMPILED else LIMIT) else 0)


if __name__ == "__main__":
    main()
