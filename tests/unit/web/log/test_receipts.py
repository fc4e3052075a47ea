"""Receipts from the leaves of a log, and what they show (LOG.md, "Receipts")."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from dealproof.replay.audit import audited
from dealproof.replay.publication import facts, with_receipt
from dealproof.replay.record.record import Record
from dealproof.replay.record.void import VoidRecord
from dealproof.replay.verdict import Verdict
from dealproof.replay.void import audited_void
from dealproof.verifier.encoding import canonical
from dealproof.verifier.signature import public_key
from dealproof.verifier.tlog.cosignature import cosign, seat_key
from dealproof.verifier.tlog.leaf import format_leaf
from dealproof.verifier.tlog.note import Key, Note, format_note, parse_note
from dealproof.verifier.tlog.policy import Log, Policy, Witness, format_policy
from dealproof.verifier.tlog.publication import Hand, published
from dealproof.verifier.tlog.receipt import (
    Receipt,
    SeedReceipt,
    format_receipt,
    format_seed_receipt,
    parse_receipt,
)
from dealproof.web.log.errors import LogError, NotWitnessed
from dealproof.web.log.key_file import LogKey, read_key
from dealproof.web.log.publishing import LogService, Signed, Unpublished, append
from dealproof.web.log.receipts import receipt_of
from dealproof.web.log.witnessing import Witnesses
from dealproof.web.store.log_database import LogDatabase
from tests.support.logs import NAME, NOW, FakeWitness, commit, commits, deal, listening, running_log
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, Run, hand_id, record

EACH_DATABASE = True

VOID = next(
    each["record"]
    for each in map(json.loads, (ROOT / "fixtures/log/void.jsonl").read_bytes().splitlines())
    if each["name"] == "seed-missing-one"
)


def judged(told: dict[str, Any]) -> tuple[Record | VoidRecord, Verdict]:
    data = json.dumps(told).encode()
    found: tuple[Record | VoidRecord | None, Verdict] = audited_void(data) if "reason" in told else audited(data)
    assert found[0] is not None
    return found[0], found[1]


def leaves(told: dict[str, Any]) -> dict[str, bytes]:
    """The leaves of a hand as its operator appends them, from its record."""
    header, of_record = told["header"], facts(*judged(told))
    common = {"hand": header["hand"], "time": NOW * 1000}
    fields = {key: header[key] for key in ("table", "number", "server_commitment")}
    made = {"commit": {"type": "commit", **fields, "header": sha256(canonical(header)).hexdigest()}}
    if of_record.salt is not None:
        made["deal"] = {"type": "deal", "salt": of_record.salt.hex()}
    made["close"] = {**of_record.close}
    return {place: format_leaf({**common, **leaf}) for place, leaf in made.items()}


@contextmanager
def witnessed_log(database: str, folder: Path) -> Iterator[tuple[LogService, Policy]]:
    """A log with one witness, which the policy trusts."""
    with running_log(database, folder) as log:
        witness = FakeWitness("one.example", log.key.public)
        policy = Policy((Log(log.key.public),), (Witness("w", witness.key),), (), "w")
        yield log._replace(cosign=Witnesses(("http://w",), policy, witness.post).cosign), policy


def made(log: LogService, header: dict[str, Any]) -> Receipt:
    with log.database.reading() as tables:
        return receipt_of(tables, header)


def test_a_hand_that_was_published_before_it_was_dealt_gets_grade_a_from_its_receipt(
    database: str, tmp_path: Path
) -> None:
    """The whole way: commit, checkpoint with a cosignature, deal, result, receipt; others append in between."""
    told = record(GOOD)
    of_hand = leaves(told)
    with witnessed_log(database, tmp_path) as (log, policy):
        for at, place in enumerate(("commit", "deal", "close")):
            append(log, [*commits(7, f"before{at}"), of_hand[place]])
            append(log, commits(300, f"after{at}"))
        receipt = made(log, told["header"])
    assert parse_receipt(format_receipt(receipt)) == receipt
    verdict = with_receipt(*judged(told), format_receipt(receipt), policy, NOW)
    assert (verdict.verdict, verdict.grade, verdict.publication) == ("verified", "A", None)
    assert verdict.checks["published-before-play"] == "passed"
    assert [each.proof.checkpoint.size for each in receipt.entries] == [8, 316, 624], "the first that holds the leaf"


def test_the_receipt_of_a_hand_has_the_leaves_that_are_published_so_far(database: str, tmp_path: Path) -> None:
    told = record(GOOD)
    of_hand = leaves(told)
    with witnessed_log(database, tmp_path) as (log, policy):
        with pytest.raises(LogError) as refused:
            made(log, told["header"])
        assert refused.value.code == "no-published-commit"
        with pytest.raises(Unpublished):
            append(log._replace(cosign=refuse), [of_hand["commit"]])
        with pytest.raises(LogError) as refused:
            made(log, told["header"])
        assert refused.value.code == "no-published-commit"
        append(log, [of_hand["commit"]])
        assert [each.leaf["type"] for each in made(log, told["header"]).entries] == ["commit"]
        with pytest.raises(Unpublished):
            append(log._replace(cosign=refuse), [of_hand["deal"]])
        early = made(log, told["header"])
        assert [each.leaf["type"] for each in early.entries] == ["commit"]
        verdict = with_receipt(*judged(told), format_receipt(early), policy, NOW)
        assert (verdict.grade, verdict.publication) == ("C", "not-dealt")


def test_after_a_crash_the_deal_still_comes_after_a_checkpoint_with_the_commit(database: str, tmp_path: Path) -> None:
    """LOG.md, "Running a log": if the order matters, the second is added after the first is published. The operator
    goes on with the deal though the commit was stored and never published."""
    told = record(GOOD)
    of_hand = leaves(told)
    with witnessed_log(database, tmp_path) as (log, policy):
        with pytest.raises(Unpublished):
            append(log._replace(cosign=refuse), [of_hand["commit"]])
        append(log, [of_hand["deal"]])
        receipt = made(log, told["header"])
    assert [each.proof.checkpoint.size for each in receipt.entries] == [1, 2]
    assert with_receipt(*judged(told), format_receipt(receipt), policy, NOW).grade == "A"


def test_the_receipt_of_a_void_hand_ends_with_its_void_leaf(database: str, tmp_path: Path) -> None:
    of_hand = leaves(VOID)
    with witnessed_log(database, tmp_path) as (log, policy):
        for place in ("commit", "close"):
            append(log, [of_hand[place]])
        receipt = made(log, VOID["header"])
    assert [each.leaf["type"] for each in receipt.entries] == ["commit", "void"]
    verdict = with_receipt(*judged(VOID), format_receipt(receipt), policy, NOW)
    assert (verdict.verdict, verdict.publication) == ("void", "not-dealt")


def test_a_header_that_was_changed_after_its_commit_gets_no_receipt(database: str, tmp_path: Path) -> None:
    told = record(GOOD)
    with witnessed_log(database, tmp_path) as (log, _):
        append(log, [leaves(told)["commit"]])
        with pytest.raises(LogError) as refused:
            made(log, {**told["header"], "dealer": 3 - told["header"]["dealer"]})
        assert refused.value.code == "commit-of-another-header"


def seats_of(header: dict[str, Any]) -> list[tuple[bytes, Key]]:
    secrets = [sha256(name.encode()).digest() for name in header["seats"]]
    return [(secret, seat_key(public_key(secret))) for secret in secrets]


def test_what_all_seats_signed_before_they_opened_their_seeds_witnesses_the_commit(
    database: str, tmp_path: Path
) -> None:
    """LOG.md, "Cosignatures of seats"; without a witness."""
    header = record(GOOD)["header"]
    leaf = commit(header["hand"], 1, header=sha256(canonical(header)).hexdigest())
    hand = Hand({**header, "table": "t", "number": 1}, [key.public for _, key in seats_of(header)], b"\x11" * 32, {})
    header = {**hand.header, "server_commitment": json.loads(leaf)["server_commitment"]}
    hand = hand._replace(header=header)
    with running_log(database, tmp_path) as log:
        append(log, [commit(header["hand"], 1, header=sha256(canonical(header)).hexdigest())])
        with log.database.reading() as tables:
            shown = receipt_of(tables, header).commit.proof.note
        lines = [cosign(shown.text, key, NOW + seat, secret) for seat, (secret, key) in enumerate(seats_of(header))]
        append(log, [deal(header["hand"])])
        with log.database.reading() as tables:
            receipts = [format_receipt(receipt_of(tables, header, each)) for each in (lines, lines[1:])]
    policy = Policy((Log(log.key.public),))
    found = [published(each, hand, policy, NOW) for each in receipts]
    assert [(each.withheld, each.by) for each in found] == [(None, "seats"), ("unwitnessed", None)]
    assert found[0].seats == (0, 1, 2, 3)


def refuse(signed: Signed, database: LogDatabase) -> Note:
    """A quorum that is never complete."""
    raise NotWitnessed("not-witnessed", size=signed.checkpoint.size, reasons="")


@pytest.fixture
def log_key(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> LogKey:
    path = tmp_path / "keys" / "log.key"
    monkeypatch.setenv("DEALPROOF_LOG_KEY", str(path))
    run("log", "init", NAME)
    return read_key(path)


def lines(*leaves: bytes) -> bytes:
    return b"".join(leaf + b"\n" for leaf in leaves)


def test_the_command_writes_the_receipt_beside_the_record(run: Run, log_key: LogKey, tmp_path: Path) -> None:
    told = record(GOOD)
    witness = FakeWitness("one.example", log_key.public)
    policy = Policy((Log(log_key.public),), (Witness("w", witness.key),), (), "w")
    (tmp_path / "policy").write_bytes(format_policy(policy))
    (tmp_path / "hands").mkdir()
    (tmp_path / "hands" / "a.hand.json").write_text(json.dumps(told))
    with listening(witness) as address:
        arguments = ("--policy", "policy", "--witness", address)
        assert run("log", "append", "-", *arguments, stdin=lines(*leaves(told).values())).exit_code == 0
    wrote = run("log", "receipt", "hands/a.hand.json", "--policy", "policy")
    path = tmp_path / "hands" / f"{hand_id(GOOD)}.receipt.json"
    assert (wrote.exit_code, wrote.stderr) == (0, "")
    assert wrote.stdout == (
        f"{path.relative_to(tmp_path)} is the receipt of the hand {hand_id(GOOD)}. "
        "It shows that the header was published before the deal.\n"
    )
    assert with_receipt(*judged(told), path.read_bytes(), policy, NOW + 9).grade == "A"
    assert "(unwitnessed)" in run("log", "receipt", "hands/a.hand.json", "--output", "b").stdout
    assert (tmp_path / "b").read_bytes() == path.read_bytes()


def test_the_command_adds_what_is_not_in_the_log(run: Run, log_key: LogKey, tmp_path: Path) -> None:
    told = record(GOOD)
    (tmp_path / "a.hand.json").write_text(json.dumps(told))
    run("log", "append", "-", stdin=lines(*leaves(told).values()))
    seed = SeedReceipt(told["header"]["hand"], 2, told["header"]["player_commitments"][2], NOW * 1000)
    (tmp_path / "seed").write_bytes(format_note(log_key.sign(format_seed_receipt(seed))))
    other = FakeWitness("another.example", log_key.public)
    (tmp_path / "lines").write_bytes(other.line(parse_note(run("log", "checkpoint").stdout.encode())))
    given = ("--cosignatures", "lines", "--seed-receipt", "seed", "--output", "r")
    assert run("log", "receipt", "a.hand.json", *given).exit_code == 0
    receipt = parse_receipt((tmp_path / "r").read_bytes())
    assert [note.text for note in receipt.seed_receipts] == [format_seed_receipt(seed)]
    assert [each.name for each in receipt.commit.proof.note.signatures] == [NAME, "another.example"]


def test_a_record_that_the_log_contradicts_gets_no_receipt_and_status_1(
    run: Run, log_key: LogKey, tmp_path: Path
) -> None:
    told = record(GOOD)
    (tmp_path / "a.hand.json").write_text(json.dumps({**told, "log_head": "00" * 32}))
    run("log", "append", "-", stdin=lines(*leaves(told).values()))
    result = run("log", "receipt", "a.hand.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "(wrong-leaf). The log_head of the result leaf" in result.stderr
    assert not [*tmp_path.glob("*.receipt.json")]


def test_what_the_command_cannot_do_is_a_sentence_and_status_2(run: Run, log_key: LogKey, tmp_path: Path) -> None:
    told = record(GOOD)
    (tmp_path / "a.hand.json").write_text(json.dumps(told))
    (tmp_path / "b.hand.json").write_text("{}")
    (tmp_path / "c.hand.json").write_text(json.dumps({**VOID, "reason": "nothing"}))
    imported = json.loads(next((ROOT / "web/samples").glob("*import*.hand.json")).read_bytes())
    (tmp_path / "d.hand.json").write_text(json.dumps(imported))
    for arguments, said in (
        (("a.hand.json",), "The log has no published commit of the hand"),
        (("b.hand.json",), "is not a record of a hand"),
        (("c.hand.json",), "'nothing' is not one of seed-missing"),
        (("d.hand.json",), "is an imported hand"),
        (("nowhere",), "There is no file nowhere"),
        (("a.hand.json", "--cosignatures", "b.hand.json"), "does not hold signature lines"),
        (("a.hand.json", "--seed-receipt", "b.hand.json"), "is not a signed note"),
        (("a.hand.json", "--seed-receipt", "none"), "none cannot be read: No such file"),
    ):
        result = run("log", "receipt", *arguments)
        assert (result.exit_code, result.stdout) == (2, ""), arguments
        assert said in result.stderr
    run("log", "append", "-", stdin=lines(*leaves(told).values()))
    (tmp_path / "file").write_text("")
    assert "cannot be written" in run("log", "receipt", "a.hand.json", "--output", "file/r").stderr
