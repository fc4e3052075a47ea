"""`dealproof dispute`: what it reads, what it refuses, and what it prints."""

import json
import zipfile
from pathlib import Path

import pytest

from dealproof.web.presentation.text_columns import COLUMNS, width
from tests.support.disputes import samples, unpacked
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MALFORMED, Run, hand_id, text

PUBLISHED = "20-28-published-before-play"


def test_it_prints_the_summary_of_the_bundle_in_80_columns_and_says_what_it_wrote(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(ILLEGAL))
    result = run("dispute", "a.hand.json", "-o", "a.zip")
    made = unpacked(Path("a.zip").read_bytes())
    assert result.exit_code == 0
    assert result.stdout.startswith(made["summary.txt"].decode())
    assert "a.zip has the whole bundle: 7 files, SHA-256" in " ".join(result.stdout.split())
    assert max(map(width, result.stdout.splitlines())) <= COLUMNS


def test_a_hand_is_a_file_a_line_of_a_file_standard_input_or_a_stored_id(run: Run) -> None:
    data = text(GOOD)
    Path("a.hand.json").write_bytes(data)
    Path("b.jsonl").write_bytes(text(ILLEGAL) + b"\n" + data + b"\n")
    assert run("import", "a.hand.json").exit_code == 0
    for number, hand in enumerate(("a.hand.json", "b.jsonl:2", "-", hand_id(GOOD))):
        assert run("dispute", hand, "-o", f"{number}.zip", stdin=data).exit_code == 0
    assert len({Path(f"{number}.zip").read_bytes() for number in range(4)}) == 1


def test_a_receipt_beside_the_record_is_found_and_one_may_be_named(run: Run) -> None:
    evidence = samples()[PUBLISHED]
    hand = json.loads(evidence.record)["header"]["hand"]
    Path("alone").mkdir()
    Path("alone/a.hand.json").write_bytes(evidence.record)
    Path("a.hand.json").write_bytes(evidence.record)
    for name in (f"{hand}.receipt.json", "alone/named.json"):
        Path(name).write_bytes(evidence.receipt or b"")
    policy = str(SAMPLES / "demo.policy")
    assert run("dispute", "a.hand.json", "--policy", policy, "-o", "a.zip").exit_code == 0
    named = ("--receipt", "alone/named.json", "--policy", policy, "-o", "b.zip")
    assert run("dispute", "alone/a.hand.json", *named).exit_code == 0
    assert Path("a.zip").read_bytes() == Path("b.zip").read_bytes()
    assert json.loads(unpacked(Path("a.zip").read_bytes())["verdict.json"])["grade"] == "A"


def test_a_given_clock_is_kept(run: Run) -> None:
    Path("a.hand.json").write_bytes(samples()[PUBLISHED].record)
    Path("r.json").write_bytes(samples()[PUBLISHED].receipt or b"")
    options = ("--receipt", "r.json", "--policy", str(SAMPLES / "demo.policy"), "--now", "2025-01-01T00:00:00Z")
    assert run("dispute", "a.hand.json", *options, "-o", "a.zip").exit_code == 0
    made = unpacked(Path("a.zip").read_bytes())
    assert "--now 1735689600 " in made["README.md"].decode()
    assert json.loads(made["verdict.json"])["publication"] == "unwitnessed"


def test_a_preset_and_a_rule_set_of_ones_own_can_be_named(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    own = run("rules", "28-standard", "--set", "jodi.enabled=true", "--id", "our-28").stdout_bytes
    Path("our-28.json").write_bytes(own)
    assert run("dispute", "a.hand.json", "--under", "our-28.json", "-o", "a.zip").exit_code == 0
    assert unpacked(Path("a.zip").read_bytes())["rules-under.json"] == own.strip()


def forged(run: Run) -> str:
    """A file with the ID of a built-in rule set that is not that rule set."""
    own = json.loads(run("rules", "28-standard", "--set", "jodi.enabled=true", "--id", "our-28").stdout)
    Path("forged.json").write_text(json.dumps({**own, "id": "28-gulan"}))
    return "forged.json"


def test_what_cannot_be_disputed_is_refused_in_a_sentence_and_nothing_is_written(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    Path("hidden.hand.json").write_bytes(text(HIDDEN))
    Path("array.json").write_bytes(b"[" + text(GOOD) + b"]")
    Path("nested.json").write_bytes(b"[[1]]")
    Path("no-receipt.json").write_bytes(b"{}")
    Path("other.json").write_bytes(samples()[PUBLISHED].receipt or b"")
    Path("no-rules.json").write_bytes(b'{"family": "gulan"}')
    refused = {
        ("hidden.hand.json",): (2, "has not been revealed yet"),
        ("nobody",): (5, "no hand with this ID is stored"),
        ("nowhere/a.hand.json",): (2, "There is no file"),
        ("nested.json",): (2, "is not the record of one hand"),
        ("a.hand.json", "--receipt", "nowhere.json"): (2, "nowhere.json cannot be read"),
        ("a.hand.json", "--receipt", "no-receipt.json"): (2, "names no hand"),
        ("a.hand.json", "--receipt", "other.json"): (2, "of another hand, 28-published-before-play"),
        ("a.hand.json", "--under", "kazhutha"): (2, "cannot be judged under kazhutha"),
        ("a.hand.json", "--under", "28-gullan"): (2, "28-gulan"),
        ("a.hand.json", "--under", "no-rules.json"): (2, "no-rules.json is not a rule set"),
        ("a.hand.json", "--under", forged(run)): (2, "has the ID of the built-in rule set 28-gulan"),
    }
    for arguments, (status, said) in refused.items():
        result = run("dispute", *arguments, "-o", "x.zip")
        assert (result.exit_code, result.stdout) == (status, ""), arguments
        assert said in result.stderr, arguments
        assert not Path("x.zip").exists()
    assert run("dispute", "array.json", "-o", "x.zip").exit_code == 0


@pytest.mark.parametrize("name", [GOOD, MALFORMED])
def test_a_record_is_never_overwritten_by_its_bundle(run: Run, name: str) -> None:
    data = text(name)
    Path("a.hand.json").write_bytes(data)
    Path("link.zip").symlink_to("a.hand.json")
    for output in ("a.hand.json", "./a.hand.json", "link.zip"):
        result = run("dispute", "a.hand.json", "-o", output)
        assert result.exit_code == 2
        assert "one of the files that the bundle is made of" in result.stderr
    assert Path("a.hand.json").read_bytes() == data


def test_what_is_no_file_is_not_replaced(run: Run, tmp_path: Path) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    Path("folder").mkdir()
    for output in ("folder", "/dev/null"):
        result = run("dispute", "a.hand.json", "-o", output)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "is there already and is not a file" in result.stderr
    assert Path("/dev/null").is_char_device()
    assert run("dispute", "a.hand.json", "-o", "a.hand.json/x.zip").exit_code == 2


def test_an_archive_that_is_there_is_replaced_whole(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    Path("a.zip").write_bytes(b"old" * 100_000)
    assert run("dispute", "a.hand.json", "-o", "a.zip").exit_code == 0
    with zipfile.ZipFile("a.zip") as archive:
        assert archive.testzip() is None
