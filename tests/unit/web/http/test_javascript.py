"""The browser's own check, `web/http/static/dealproof.js`, under Node: the vectors, and the same findings as
Python's."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealproof.replay.audit import narrate
from dealproof.replay.games import FAMILIES
from dealproof.replay.judge import judged
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.record import from_json
from dealproof.replay.rulesets import builtin
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.stream import salt
from dealproof.verifier.tlog.policy import Policy, parse_policy
from tests.support.paths import ROOT

HERE = Path(__file__).parent / "browser"
RECORDS = ROOT / "fixtures" / "records"
HASHES = ["commitment", "player-seeds", "rules-digest", "log-head", "signatures"]
LABELS = ["deal/0", "deal/1", "reshuffle/0", "reshuffle/1", "seating"]


def lines() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every line of fixtures/records/ whose record is well-formed, by file and name."""
    for path in sorted(RECORDS.glob("*.jsonl")):
        for line in map(json.loads, path.read_bytes().splitlines()):
            if line["expect"]["pointer"] is None:
                yield f"{path.stem}: {line['name']}", line


def found(line: dict[str, Any]) -> dict[str, Any]:
    """What Python finds in a record. The checks are those of the fixture, which `tests/` hold Python to."""
    record = line["record"]
    salted = salt(record["header"], record["player_seeds"])
    told = {"salt": salted.hex(), "checks": {name: line["expect"]["checks"][name] for name in HASHES}}
    if record["server_seed"] is None:
        return told
    draws = Draws(bytes.fromhex(record["server_seed"]), salted)
    orders = [(label, n, draws(label).order(n)) for label in LABELS for n in (32, 36, 48, 52, 106, 159)]
    return {**told, "orders": orders, "numbers": numbers(draws), "deals": deals(record)}


def numbers(draws: Draws) -> list[tuple[str, int, int]]:
    return [("first-seat", m, draws("first-seat").uniform(m)) for m in (2, 3, 4, 5, 6, 7, 8, 2**31 + 1, 2**32)]


def deals(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The deals of a hand as the page tells them, with what lies open beside them."""
    narrative = narrate(from_json(record))
    opening = narrative.opening
    lies = {"first": opening.first, "turned": opening.turned, "opened": opening.opened} if opening else {}
    return [{"draw": deal.draw, "cut": deal.cut, "stages": deal.stages, **lies} for deal in narrative.deals]


def rule_set(record: dict[str, Any]) -> object:
    game = builtin(record["header"]["rules"])
    return game.to_json() if game else None


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A line a record: its text, its built-in rule set, and what Python finds."""
    path = tmp_path_factory.mktemp("javascript") / "found.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for name, line in lines():
            text = json.dumps(line["record"], ensure_ascii=False)
            told = {"name": name, "text": text, "rules": rule_set(line["record"]), "found": found(line)}
            file.write(json.dumps(told, ensure_ascii=False) + "\n")
    return path


@pytest.fixture(scope="module")
def receipts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A line a receipt of fixtures/log: record, receipt, policy and clock, the result that the replay came to, and what
    Python finds."""
    path = tmp_path_factory.mktemp("javascript") / "receipts.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for line in map(json.loads, (ROOT / "fixtures" / "log" / "receipts.jsonl").read_bytes().splitlines()):
            file.write(json.dumps(receipt_line(line)) + "\n")
    return path


def receipt_line(line: dict[str, Any]) -> dict[str, Any]:
    receipt = line.get("receipt_text") or (line["receipt"] and json.dumps(line["receipt"]))
    receipt = receipt and receipt.ljust(line.get("pad_to", 0))
    record, policy = json.dumps(line["record"]), line["policy"]
    hand, alone = judged(record.encode())
    assert hand is not None
    trusted = parse_policy(policy.encode()) if policy else Policy()
    verdict = with_receipt(hand, alone, receipt and receipt.encode(), trusted, line["now"])
    told = {
        "outcome": verdict.checks["published-before-play"],
        "publication": verdict.publication,
        "published": verdict.published,
        "remarks": [each.to_json() for each in verdict.remarks[len(alone.remarks) :]],
    }
    inputs = {"name": line["name"], "record": record, "receipt": receipt, "policy": policy or None, "now": line["now"]}
    return {**inputs, "result": alone.result, "found": told}


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_the_browsers_module_under_node(name: str, findings: Path, receipts: Path) -> None:
    node = shutil.which("node")
    assert node, "Node.js must be installed: the browser's check is tested with `node --test`"
    environment = {**os.environ, "DEALPROOF_FOUND": str(findings), "DEALPROOF_RECEIPTS": str(receipts)}
    run = subprocess.run(
        [node, "--test", "--test-reporter=tap", HERE / name],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    failed = [line.strip() for line in run.stdout.splitlines() if line.lstrip().startswith(("not ok", "error:"))]
    assert run.returncode == 0, "\n".join(failed) or run.stderr
    assert "# tests 0" not in run.stdout


def test_every_record_that_is_well_formed_is_compared() -> None:
    assert len(list(lines())) > 500


def test_records_of_every_family_are_compared() -> None:
    games = [builtin(line["record"]["header"]["rules"]) for _, line in lines()]
    assert {game.family for game in games if game} == set(FAMILIES)
