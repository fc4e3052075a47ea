"""The bundle of a disputed hand (issue 13, item 5): its files, the command that repeats it, and equal bytes."""

import hashlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dealproof.replay import rulesets
from dealproof.replay.audit import error_verdict
from dealproof.replay.judge import judged, parse
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.imported import ImportedRecord
from dealproof.replay.verdict import Verdict
from dealproof.verifier.encoding import canonical
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.note_signature import has_line
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.disputes import case as case_module
from dealproof.web.disputes.archive import TIME, pack
from dealproof.web.disputes.case import Evidence, Hidden, NotForTheseCards, OtherReceipt, open_case
from dealproof.web.disputes.clock import settled
from dealproof.web.disputes.files import bundle, files
from tests.support.disputes import ANOTHER, CLOCK, HIDDEN, kinds, of_vector, samples, unpacked, vectors
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import Run

KINDS = sorted(kinds())
COMMAND = re.compile(r"^    (dealproof .*)$", re.MULTILINE)
PUBLISHED = "20-28-published-before-play"


@pytest.mark.parametrize("kind", KINDS)
def test_the_commands_of_the_readme_repeat_the_verdict_and_the_bundle(kind: str, run: Run, tmp_path: Path) -> None:
    data = bundle(open_case(kinds()[kind]))
    made = unpacked(data)
    for name, content in made.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    check, again = COMMAND.findall(made["README.md"].decode())
    assert run(*shlex.split(check)[1:]).stdout_bytes == made["verdict.json"]
    ended = run(*shlex.split(again)[1:])
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert (tmp_path / "again.zip").read_bytes() == data


def test_the_commands_are_run_as_they_are_written(tmp_path: Path) -> None:
    """By a shell, without this process: the program of the installation, no environment, any time zone."""
    made = unpacked(bundle(open_case(samples()[PUBLISHED]._replace(under=rulesets.builtin("28-gulan")))))
    for name, content in made.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    folder = Path(sys.executable).parent
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "TZ": "Pacific/Chatham", "HOME": str(tmp_path)}
    check, _ = COMMAND.findall(made["README.md"].decode())
    ran = subprocess.run(check, shell=True, cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert ran.stdout == made["verdict.json"]
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True, capture_output=True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_bundle_has_the_evidence_byte_for_byte_and_the_hash_of_every_file(kind: str) -> None:
    evidence = kinds()[kind]
    made = unpacked(bundle(open_case(evidence)))
    assert made["record.json"] == evidence.record
    imported = b"dealproof/import/1" in evidence.record
    assert made.get("receipt.json") == (None if imported else evidence.receipt)
    sums = made.pop("SHA256SUMS").decode().splitlines()
    assert sums == [f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in made.items()]


@pytest.mark.parametrize("kind", KINDS)
def test_the_verdict_is_that_of_the_judge_and_not_of_the_bundle(kind: str) -> None:
    """The verdict without its words, from `replay` alone."""
    evidence = kinds()[kind]
    record, expected = judged(evidence.record, "record.json")
    if record is not None and not isinstance(record, ImportedRecord) and evidence.receipt is not None:
        expected = with_receipt(record, expected, evidence.receipt, evidence.policy, CLOCK)
    found = json.loads(files(open_case(evidence))["verdict.json"])
    for each in (found, wanted := expected.to_json()):
        for words in (("fault", "did"), ("malformed", "reason")):
            part = each[words[0]]
            assert part is None or isinstance(part, dict)
            (part or {}).pop(words[1], None)
    assert found == json.loads(json.dumps(wanted))


@pytest.mark.parametrize("kind", KINDS)
def test_the_hash_of_the_rule_set_is_the_digest_in_the_header(kind: str) -> None:
    evidence = kinds()[kind]
    made, record = files(open_case(evidence)), json.loads(evidence.record) if kind not in {"not-json", "empty"} else {}
    digest = record.get("header", {}).get("rules_digest")
    if digest is not None and "rules.json" in made and "failed" not in json.loads(made["verdict.json"])["checks"]:
        assert hashlib.sha256(made["rules.json"]).hexdigest() == digest
    if "rules.json" in made:
        game = rulesets.builtin(record.get("header", record)["rules"])
        assert game is None or made["rules.json"] == canonical(game.to_json())


def test_the_checkpoints_are_the_signed_notes_of_the_receipt() -> None:
    evidence = samples()[PUBLISHED]
    made = files(open_case(evidence))
    receipt = json.loads(evidence.receipt or b"")
    (log,) = evidence.policy.logs
    for name in ("commit", "deal", "close"):
        checkpoint = made[f"checkpoints/{name}.txt"]
        assert checkpoint.decode() in receipt[name]["proof"]
        assert has_line(parse_note(checkpoint), log.key)


MAKE = """
import sys
from hashlib import sha256
from tests.support.disputes import kinds
from dealproof.replay import rulesets
from dealproof.web.disputes.case import open_case
from dealproof.web.disputes.files import bundle
for name, each in sorted(kinds().items()):
    print(name, sha256(bundle(open_case(each))).hexdigest())
"""


@pytest.mark.slow
def test_two_processes_make_the_same_bytes_whatever_their_hash_seed_time_zone_and_language() -> None:
    printed = set()
    for seed, zone, language in (("0", "UTC", "C"), ("4242", "Asia/Kolkata", "C.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": language}
        command = [sys.executable, "-c", MAKE]
        printed.add(subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True).stdout)
    (only,) = printed
    assert only.count(b"\n") == len(KINDS)


@pytest.mark.parametrize("name", [vector["name"] for vector in vectors("log/receipts.jsonl")])
def test_the_last_time_in_a_receipt_gives_the_verdict_of_every_later_clock(name: str) -> None:
    """LOG.md, "What is shown": a cosignature counts at any time after one hour before it."""
    (vector,) = [each for each in vectors("log/receipts.jsonl") if each["name"] == name]
    evidence = of_vector(vector)
    record, plain = judged(evidence.record, "record.json")
    if record is None or isinstance(record, ImportedRecord) or evidence.receipt is None or record.server_seed is None:
        assert record is None or record.server_seed is None or evidence.receipt is None  # type: ignore[union-attr]
        return
    now = settled(evidence.receipt, record.keys, evidence.policy, CLOCK)
    verdicts = [with_receipt(record, plain, evidence.receipt, evidence.policy, each) for each in (now, CLOCK, 1 << 50)]
    assert now <= CLOCK
    assert verdicts[0] == verdicts[1]
    if settled(evidence.receipt, record.keys, evidence.policy, 1 << 50) == now:
        assert verdicts[1] == verdicts[2]


def test_a_clock_that_is_given_is_the_clock_of_the_bundle() -> None:
    early = open_case(samples()[PUBLISHED]._replace(now=1))
    assert early.now == 1
    assert "--now 1 " in files(early)["README.md"].decode()
    assert early.verdict.publication == "unwitnessed"


def test_a_cosignature_of_the_future_does_not_set_the_clock_ahead() -> None:
    evidence = samples()[PUBLISHED]._replace(clock=1_000_000_000)
    case = open_case(evidence)
    assert case.now == 1_000_000_000
    assert case.verdict.publication == "unwitnessed"


def test_a_hidden_hand_has_no_bundle() -> None:
    hidden = samples()[HIDDEN]
    with pytest.raises(Hidden):
        open_case(hidden)
    broken = json.loads(hidden.record)
    broken["surplus"] = 1
    with pytest.raises(Hidden):
        open_case(Evidence(json.dumps(broken).encode()))


def test_a_receipt_of_another_hand_and_one_of_no_hand_are_refused() -> None:
    (vector,) = [each for each in vectors("log/receipts.jsonl") if each["name"] == ANOTHER]
    with pytest.raises(OtherReceipt, match=vector["receipt"]["header"]["hand"]):
        open_case(of_vector(vector))
    with pytest.raises(OtherReceipt, match="None"):
        open_case(samples()[PUBLISHED]._replace(receipt=b"[]"))


@pytest.mark.parametrize("kind", ["22-28-given-up", "23-kazhutha-imported", "malformed", "15-kazhutha-donkey"])
def test_rules_that_are_not_for_the_cards_of_a_hand_are_refused(kind: str) -> None:
    with pytest.raises(NotForTheseCards):
        open_case(kinds()[kind]._replace(under=rulesets.builtin("28-gulan")))


def test_an_archive_has_one_time_one_owner_and_safe_names() -> None:
    with zipfile.ZipFile(io.BytesIO(pack({"a.txt": b"1", "b/c-d.txt": b"2"}))) as archive:
        assert archive.testzip() is None
        for each in archive.infolist():
            assert (each.date_time, each.create_system, each.external_attr >> 16) == (TIME, 3, 0o100644)
            assert (each.compress_type, each.extra, each.comment) == (zipfile.ZIP_STORED, b"", b"")
    for name in ("/a", "../a", "a/../b", ".a", "a\\b", "a b", "C:a", "-a", "a\n", "é", ""):
        with pytest.raises(ValueError, match="safe name"):
            pack({name: b""})


MOST = 200_000
"""Bytes of the largest bundle of a sample: it is downloaded by phones."""


def test_a_bundle_is_small() -> None:
    assert max(len(bundle(open_case(each))) for name, each in samples().items() if name != HIDDEN) < MOST


def test_no_policy_is_in_a_bundle_that_trusts_no_log() -> None:
    made = files(open_case(samples()[PUBLISHED]._replace(policy=Policy())))
    assert "policy.txt" not in made
    assert "--policy policy.txt" not in made["README.md"].decode()
    assert json.loads(made["verdict.json"])["publication"] == "no-policy"


def test_every_sample_has_evidence() -> None:
    assert len(samples()) == len([*SAMPLES.glob("*.hand.json")])
    assert len([each for each in samples().values() if each.receipt]) == len([*SAMPLES.glob("*.receipt.json")])
    assert all(parse(each.record) for each in samples().values())


def test_a_hand_that_could_not_be_judged_is_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(data: bytes, source: str, receipt: object) -> tuple[None, Verdict]:
        return None, error_verdict("h1", ValueError(), source)

    monkeypatch.setattr(case_module, "judged", failing)
    made = files(open_case(samples()["01-28-made-with-a-ruff"]))
    assert json.loads(made["verdict.json"])["verdict"] == "error"
    assert "Could not be judged" in made["summary.txt"].decode()
    assert "This says nothing about the hand." in made["report.html"].decode()
    assert "rules.json" not in made


def test_the_other_built_in_rule_sets_for_a_hand_fit_at_every_number_of_seats() -> None:
    """`rulesets.alike` is what the site offers, `rulesets.fits` what a bundle accepts."""
    for game in rulesets.games().values():
        assert all(rulesets.fits(game, other, seats) for other in rulesets.alike(game) for seats in game.seats)
        assert all(rulesets.fits(game, game, seats) for seats in game.seats)
        assert not any(rulesets.fits(game, game, seats) for seats in {1, 9} - {*game.seats})
