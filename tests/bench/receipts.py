"""What a receipt adds to the check of a record: hands with one beside the same hands without.

    python -m tests.bench.receipts [ROUNDS]

The hands are those of the vectors with grade A, unsigned and played to the end: each receipt has three
checkpoints with the line of a log and one to three of witnesses.
"""

from __future__ import annotations

import json
import platform
import sys
from typing import Any, Final, NamedTuple

from dealproof.replay import audit
from dealproof.replay.publication import with_receipt
from dealproof.verifier.tlog.policy import Policy, parse_policy
from dealproof.verifier.tlog.receipt import parse_receipt
from dealproof.web.cli.build import running
from tests.bench.rounds import Contender, measure, table
from tests.support.paths import ROOT

VECTORS: Final = ROOT / "fixtures" / "log" / "receipts.jsonl"
A_SECOND: Final = 1_000_000
"""Microseconds."""


class Case(NamedTuple):
    """A record, its receipt, and the policy and clock of the reader."""

    record: bytes
    receipt: bytes
    policy: Policy
    now: int


def cases() -> list[Case]:
    """The hands that were published, verified and unsigned."""
    vectors: list[dict[str, Any]] = [*map(json.loads, VECTORS.read_bytes().splitlines())]
    return [
        Case(
            json.dumps(each["record"]).encode(),
            json.dumps(each["receipt"]).encode(),
            parse_policy(each["policy"].encode()),
            each["now"],
        )
        for each in vectors
        if each["expect"]["grade"] == "A"
        and each["record"]["header"]["seat_keys"] is None
        and isinstance(each["receipt"], dict)
        and "format" not in each["record"]
    ]


def alone(case: Case) -> object:
    """The check of a record."""
    return audit.audit(case.record)


def together(case: Case) -> object:
    """The check of a record with its receipt."""
    record, verdict = audit.audited(case.record)
    assert record is not None
    found = with_receipt(record, verdict, case.receipt, case.policy, case.now)
    assert found.publication is None
    return found


def main() -> None:
    """Measures and prints the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    found = cases()
    figures = measure(
        {
            "record alone": Contender(alone, found),
            "receipt, from bytes": Contender(lambda case: parse_receipt(case.receipt), found),
            "record and receipt": Contender(together, found),
        },
        "record alone",
        rounds,
    )
    print(f"dealproof, {running()}, on CPython {platform.python_version()}")
    size = sum(len(each.receipt) for each in found) // len(found)
    print(f"{len(found)} hands, receipts of {size} bytes, {rounds} rounds\n")
    print(table(figures))
    for name in ("record alone", "record and receipt"):
        print(f"\n{name}: {A_SECOND / figures[name].microseconds:.0f} a second")


if __name__ == "__main__":
    main()
