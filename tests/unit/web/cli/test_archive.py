"""`dealproof archive`: honest archives are quiet and frauds are named from the command line, whatever the sources and
the number of workers. Source: README, "Auditing a whole archive"."""

import json
from collections.abc import Callable
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from jsonschema import Draft202012Validator
from pyarrow import parquet

from dealproof.replay.archive.plan import ALL, Plan, read_plan
from dealproof.verifier.errors import Malformed
from dealproof.web.archive.log_facts import log_facts
from dealproof.web.archive.report import FILES
from dealproof.web.log.key_file import create_key
from dealproof.web.log.verification import verify
from tests.support.logs import commits, deal, files, reading, result
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import Run

Made = Callable[[str, int], Path]


@pytest.fixture
def made(run: Run, tmp_path: Path) -> Made:
    """A file with the archive of a fraud."""

    def make(kind: str, hands: int) -> Path:
        path = tmp_path / f"{kind}.jsonl"
        asked = ("--fraud", kind, "--count", str(hands), "--moves", "0", "--seed", "7", "--out", str(path))
        assert run("simulate", "28-standard", *asked).exit_code == 0
        return path

    return make


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """A plan of the statistics that are counted quickly."""
    path = tmp_path / "plan.json"
    found = Plan(statistics=tuple(name for name in ALL if name not in {"neighbours", "serial"}))
    path.write_text(json.dumps(found.to_json()), encoding="utf-8")
    return path


def report(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    Draft202012Validator(json.loads((folder / "report.schema.json").read_text(encoding="utf-8"))).validate(found)
    return found


def test_an_honest_archive_is_quiet_and_its_report_the_same_bytes_by_one_process_and_two(
    run: Run, made: Made, plan: Path, tmp_path: Path
) -> None:
    archive = made("none", 600)
    texts = []
    for jobs in ("1", "2"):
        out = tmp_path / "out" / jobs
        found = run("archive", "audit", str(archive), "--plan", str(plan), "--out", str(out), "--jobs", jobs)
        assert found.exit_code == 0, found.output
        assert "Nothing unusual was found" in found.stdout
        assert {path.name for path in out.iterdir()} == {*FILES}
        texts.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert texts[0] == texts[1]
    assert report(tmp_path / "out" / "1")["data"]["records"] == 600


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "hands", "statistic"),
    [
        ("off-by-one", 60, "cycles"),
        ("best-of-two", 200, "kept"),
        ("marked-account", 600, "advantage"),
        ("void-worst", 400, "voids"),
        ("refuser", 400, "refusals"),
    ],
)
def test_a_fraud_is_named_and_the_status_is_1(
    run: Run, made: Made, plan: Path, tmp_path: Path, kind: str, hands: int, statistic: str
) -> None:
    archive = made(kind, hands)
    found = run("archive", "audit", str(archive), "--plan", str(plan), "--out", str(tmp_path / "out"), "--jobs", "1")
    assert found.exit_code == 1, found.output
    assert "Alarm" in found.stdout
    tests = {each["id"]: each["statistic"] for each in report(tmp_path / "out")["tests"]}
    named = {tests[each["test"]] for each in report(tmp_path / "out")["findings"] if each["code"] == "test"}
    assert statistic in named


def test_files_a_folder_parquet_and_the_database_of_a_site_give_one_hash_and_one_report(
    run: Run, made: Made, plan: Path, tmp_path: Path
) -> None:
    archive = made("none", 40)
    lines = archive.read_bytes().splitlines()
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(archive.read_bytes())
    table = pyarrow.table({"hand": list(range(40)), "bytes": lines})
    parquet.write_table(table, tmp_path / "a.parquet")
    database = f"sqlite:///{tmp_path / 'hands.db'}"
    assert run("import", str(archive), "--database", database).exit_code == 0
    found = []
    for number, source in enumerate((str(archive), str(folder), str(tmp_path / "a.parquet"), database)):
        out = tmp_path / str(number)
        ended = run("archive", "audit", source, "--plan", str(plan), "--out", str(out), "--jobs", "1")
        assert ended.exit_code == 0, ended.output
        found.append(report(out))
    assert all(each == found[0] for each in found)


def test_an_audit_that_cannot_be_done_says_why_and_ends_with_2(run: Run, plan: Path, tmp_path: Path) -> None:
    audit = partial(run, "archive", "audit", "--out", str(tmp_path / "out"))
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    (tmp_path / "no.parquet").write_bytes(b"PAR1")
    parquet.write_table(pyarrow.table({"one": ["a"], "other": ["b"]}), tmp_path / "two.parquet")
    (tmp_path / "bad.json").write_text('{"format": "dealproof/archive-plan/1", "level": "2", "statistics": ["cycles"]}')
    for source, sentence in (
        ("empty.jsonl", "no record"),
        ("missing.jsonl", "missing.jsonl"),
        ("no.parquet", "cannot be read as a Parquet file"),
        ("two.parquet", "--column"),
    ):
        ended = audit(str(tmp_path / source), "--plan", str(plan))
        assert (ended.exit_code, sentence in ended.stderr) == (2, True), ended.output
    ended = audit(f"sqlite:///{tmp_path / 'none.db'}")
    assert (ended.exit_code, "no database" in ended.stderr) == (2, True), ended.output
    ended = audit(str(tmp_path / "empty.jsonl"), "--plan", str(tmp_path / "bad.json"))
    assert (ended.exit_code, "/level" in ended.stderr) == (2, True), ended.output


@pytest.mark.parametrize("library", ["matplotlib", "scipy", "statsmodels"])
def test_without_the_extra_the_library_is_named_before_anything_is_counted(
    run: Run, made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    version = metadata.version

    def installed(name: str) -> str:
        if name == library:
            raise metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(metadata, "version", installed)
    ended = run("archive", "audit", str(made("none", 5)), "--out", str(tmp_path / "out"))
    assert ended.exit_code == 2
    assert library in ended.stderr
    assert "dealproof[archive]" in ended.stderr
    assert not (tmp_path / "out").exists()


def test_the_plan_is_printed_and_its_hash_is_that_of_the_report(run: Run) -> None:
    printed = run("archive", "plan").stdout.encode()
    assert read_plan(printed) == Plan()
    assert run("archive", "plan", "--hash").stdout.strip() == Plan().digest()


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [
        ({"format": "other"}, "/format"),
        ({"level": "0.00"}, "/level"),
        ({"level": 0}, "/level"),
        ({"level": "0.0000001"}, "/level"),
        ({"statistics": []}, "/statistics"),
        ({"statistics": ["cycles", "cycles"]}, "/statistics/1"),
        ({"statistics": ["astrology"]}, "/statistics/0"),
        ({"extra": "1"}, "/extra"),
    ],
)
def test_a_plan_that_cannot_be_used_is_refused_at_its_first_fault(changed: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Malformed) as fault:
        read_plan(json.dumps({**Plan().to_json(), **changed}).encode())
    assert fault.value.pointer == pointer


def test_hands_of_the_log_that_the_archive_lacks_are_counted_and_the_other_way_round(tmp_path: Path) -> None:
    """Hand 1 has a result in the log, hand 2 has none."""
    key = create_key(tmp_path / "log.key", "log.example/28")
    log = verify(reading(files(key, [*commits(2), deal("t.1"), result("t.1")])))
    found = log_facts(log, [b"id other other"])
    assert (found["hands"], found["withheld"], found["unlogged"]) == (2, 1, 1)
    found = log_facts(log, [b"id t.1 t.1", b"id t.1 t.1", b"id t.2 t.2"])
    assert (found["withheld"], found["unlogged"], found["overdue"]) == (0, 0, 0)


def test_receipts_tell_the_time_from_commit_to_deal_and_a_late_one_is_a_failure(
    run: Run, plan: Path, tmp_path: Path
) -> None:
    """RECORD.md, *published-before-play*: a receipt that refutes it makes the record tampered."""
    asked = ("--plan", str(plan), "--policy", str(SAMPLES / "demo.policy"), "--jobs", "1", "--now", "2147483648")
    audit = partial(run, "archive", "audit", "--receipts", str(SAMPLES), *asked)
    audit(str(SAMPLES / "20-28-published-before-play.hand.json"), "--out", str(tmp_path / "good"))
    found = report(tmp_path / "good")
    assert found["verdicts"] == {"verified": 1}
    assert found["completeness"]["commit_to_deal"]["hands"] == 1
    audit(str(SAMPLES / "21-28-published-late.hand.json"), "--out", str(tmp_path / "late"))
    assert report(tmp_path / "late")["verdicts"] == {"tampered": 1}
