"""The pytest plugin: asleep unless woken, and then a test a hand."""

import gzip
from pathlib import Path

import pytest

from tests.web.conftest import GOOD, HIDDEN, ILLEGAL, MALFORMED, hand_id, text

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
    result.assert_outcomes(passed=3, failed=4)
    result.stdout.fnmatch_lines([f"a.hand.json::hand [[]{hand_id(GOOD)}[]] PASSED*", "*line 3 *FAILED*"])


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
    name = f"b.hands.jsonl::line 1 [{hand_id(GOOD)}]"
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
    result = pytester.runpytest_subprocess("-p", "xdist", "-p", "web.pytest_plugin", "--dealproof", "-n", "2")
    result.assert_outcomes(passed=3, failed=4)
