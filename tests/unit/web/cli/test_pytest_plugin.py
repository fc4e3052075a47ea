"""The pytest plugin: asleep unless woken, and then a test a hand."""

import gzip
import re
from pathlib import Path

import pytest
import zstandard

from dealproof.replay.record import record
from dealproof.web.presentation.translations import sentences
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MALFORMED, hand_id, text

pytest_plugins = ["pytester"]


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """A folder with hands, good and bad, and a test of another kind."""
    pytester.makepyfile(test_other="def test_other(): pass")
    where = pytester.path
    (where / "a.hand.json").write_bytes(text(GOOD))
    (where / "b.hands.jsonl").write_bytes(b"\n".join([text(GOOD), b"", text(ILLEGAL), text(MALFORMED)]))
    (where / "c.hands.jsonl.gz").write_bytes(gzip.compress(text(HIDDEN) + b"\nno record"))
    (where / "notes.jsonl").write_bytes(b"no hands")
    return where


def test_the_plugin_sleeps_unless_it_is_woken(pytester: pytest.Pytester, folder: Path) -> None:
    pytester.runpytest("-W", "error").assert_outcomes(passed=1)


def test_the_option_makes_every_hand_a_test(pytester: pytest.Pytester, folder: Path) -> None:
    result = pytester.runpytest("--dealproof", "-W", "error", "-v")
    result.assert_outcomes(passed=3, failed=5)
    result.stdout.fnmatch_lines([f"a.hand.json::hand {hand_id(GOOD)} PASSED*", "*line 3 *FAILED*"])


def test_the_ini_value_makes_every_hand_a_test(pytester: pytest.Pytester, folder: Path) -> None:
    pytester.makeini("[pytest]\ndealproof = true\n")
    pytester.runpytest().assert_outcomes(passed=3, failed=4)


def test_a_failing_hand_says_event_rule_and_what_was_legal_and_shows_no_code(
    pytester: pytest.Pytester, folder: Path
) -> None:
    result = pytester.runpytest("--dealproof", "b.hands.jsonl", "-k", hand_id(ILLEGAL))
    result.assert_outcomes(failed=1, deselected=2)
    result.stdout.fnmatch_lines(
        [
            "Illegal move.",
            "Move * breaks a rule: *played *",
            "A seat that holds a card of the suit led must play one. (must-follow-suit)",
            "*may play *",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*raise NotVerified*")


def test_one_hand_can_be_named_by_its_line(pytester: pytest.Pytester, folder: Path) -> None:
    name = f"b.hands.jsonl::line 1 {hand_id(GOOD)}"
    pytester.runpytest("--dealproof", name).assert_outcomes(passed=1)


def test_a_file_cut_off_is_a_failing_test_beside_the_hands_before(pytester: pytest.Pytester) -> None:
    whole = gzip.compress(text(GOOD) + b"\n") + gzip.compress(text(GOOD))
    (pytester.path / "a.hands.jsonl.gz").write_bytes(whole[:-9])
    result = pytester.runpytest("--dealproof")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*a.hands.jsonl.gz is truncated*"])


def test_hands_are_shared_out_by_xdist(
    pytester: pytest.Pytester, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    result = pytester.runpytest_subprocess(
        "-p", "xdist", "-p", "dealproof.web.cli.pytest_plugin", "--dealproof", "-n", "2"
    )
    result.assert_outcomes(passed=3, failed=5)


NAMES = ["a.hands.jsonl", "a[1].hands.jsonl", "a::b.hands.jsonl", "[x]/y.hands.jsonl", "x::y/z[0]::.hands.jsonl"]
HANDS = ["t1", "a::b", "x::", "::y", "...", "a:b:c"]


@pytest.mark.parametrize("option", ["--lf", "--ff"])
@pytest.mark.parametrize("name", NAMES)
def test_last_failed_runs_what_failed_whatever_files_and_hands_are_called(
    pytester: pytest.Pytester, option: str, name: str
) -> None:
    """F6: beside another file with a failure, which is where pytest begins to leave files out."""
    path = pytester.path / name
    path.parent.mkdir(exist_ok=True)
    good, bad = text(GOOD), text(ILLEGAL)
    path.write_bytes(
        b"\n".join(each for hand in HANDS for each in (good, bad.replace(hand_id(ILLEGAL).encode(), hand.encode())))
    )
    (pytester.path / "other.hands.jsonl").write_bytes(good + b"\n" + bad)
    failed = len(HANDS) + 1
    pytester.runpytest("--dealproof").assert_outcomes(passed=failed, failed=failed)
    again = pytester.runpytest("--dealproof", option, "-v")
    if option == "--lf":
        again.assert_outcomes(failed=failed)
    else:
        again.assert_outcomes(passed=failed, failed=failed)
        outcomes = re.findall(r" (FAILED|PASSED) +\[", "\n".join(again.outlines))
        assert outcomes == ["FAILED"] * failed + ["PASSED"] * failed


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_is_selected_by_the_name_that_pytest_prints(pytester: pytest.Pytester, hand: str) -> None:
    """F6."""
    data = text(GOOD).replace(hand_id(GOOD).encode(), hand.encode())
    (pytester.path / "a.hands.jsonl").write_bytes(text(ILLEGAL) + b"\n" + data)
    printed = next(line for line in pytester.runpytest("--dealproof", "-v").outlines if "::line 2" in line)
    name = printed.partition(" PASSED")[0].partition(" FAILED")[0]
    again = pytester.runpytest("--dealproof", name)
    assert sum(again.parseoutcomes().values()) == 1


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("hands", text(GOOD) + b"\n" + text(GOOD)),
        ("array.json", b"[" + text(GOOD) + b",\n" + text(GOOD) + b"]"),
        ("packed", gzip.compress(text(GOOD) + b"\n" + text(GOOD))),
        ("a.jsonl", text(GOOD) + b"\n" + text(GOOD)),
        ("a.hands.jsonl.zst", zstandard.compress(text(GOOD) + b"\n" + text(GOOD))),
    ],
)
def test_a_file_that_is_named_is_read_as_check_reads_it(pytester: pytest.Pytester, name: str, data: bytes) -> None:
    """Item 4."""
    (pytester.path / name).write_bytes(data)
    pytester.runpytest("--dealproof", name, "-W", "error").assert_outcomes(passed=2)


def test_no_record_is_read_more_than_once(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Item 4: as fast as `check`, which parses each record once."""
    read: list[bytes] = []
    # Where the reader leaves for a module that is never compiled: a call inside a compiled one cannot be replaced.
    parse_surely = record.parse_surely
    monkeypatch.setattr(record, "parse_surely", lambda data: read.append(data) or parse_surely(data))  # type: ignore[func-returns-value]
    (pytester.path / "a.hands.jsonl").write_bytes((text(GOOD) + b"\n") * 7)
    pytester.runpytest_inprocess("--dealproof", "a.hands.jsonl").assert_outcomes(passed=7)
    assert len(read) == 7


def test_an_imported_hand_passes_under_a_name_that_says_what_is_not_known(pytester: pytest.Pytester) -> None:
    """RECORD.md, "Imported hands": it never looks like a hand whose deck is proven."""
    hand = (ROOT / "fixtures" / "import" / "kazhutha-room.hand.json").read_bytes()
    (pytester.path / "room.hand.json").write_bytes(hand)
    name = "room.hand.json::hand MANGO (imported: nothing is known of how the cards came about)"
    result = pytester.runpytest("--dealproof", "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([f"{name} PASSED*"])
    pytester.runpytest("--dealproof", name).assert_outcomes(passed=1)


def test_a_failing_hand_speaks_the_language_that_is_asked_for_and_has_an_english_name(
    pytester: pytest.Pytester, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEALPROOF_LANG", "ml")
    result = pytester.runpytest("--dealproof", "b.hands.jsonl", "-v", "-k", hand_id(ILLEGAL))
    result.stdout.fnmatch_lines(["*::line 3 *FAILED*", f"*{sentences('ml').say('rules', 'must-follow-suit')}*"])
    monkeypatch.setenv("DEALPROOF_LANG", "xx")
    result = pytester.runpytest("--dealproof", "b.hands.jsonl", "-k", hand_id(ILLEGAL))
    result.stdout.fnmatch_lines(["*“xx” (DEALPROOF_LANG) is not a language of dealproof*"])
