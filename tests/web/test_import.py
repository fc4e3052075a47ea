"""`dealproof import`: bytes as received, one transaction a file, and nothing that is stored is ever replaced."""

import json
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy import text as sql

from tests.web.conftest import GOOD, HIDDEN, ILLEGAL, MALFORMED, MISMATCH, Run, hand_id, record, text
from web.commands.sources import Unreadable
from web.db import opened
from web.service import Hands


@pytest.fixture
def database(each_database: str) -> str:
    return each_database


def stored(database: str) -> dict[str, bytes]:
    made = create_engine(database)
    with made.connect() as connection:
        rows = connection.execute(sql("SELECT hand, record FROM hands")).all()
    made.dispose()
    return {hand: bytes(record) for hand, record in rows}


def test_records_are_stored_byte_for_byte(run: Run, database: str) -> None:
    pretty = json.dumps(record(GOOD), indent=3).encode()
    Path("a.hand.json").write_bytes(pretty)
    Path("b.hands.jsonl").write_bytes(text(ILLEGAL) + b"\r\n" + text(MISMATCH))
    assert run("import", "a.hand.json", "b.hands.jsonl").exit_code == 0
    assert stored(database) == {
        hand_id(GOOD): pretty,
        hand_id(ILLEGAL): text(ILLEGAL),
        hand_id(MISMATCH): text(MISMATCH),
    }


def test_the_same_bytes_again_change_nothing_and_that_is_said(run: Run, database: str) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    run("import", "a.hand.json")
    before = stored(database)
    result = run("import", "a.hand.json")
    assert result.exit_code == 0
    assert "1 here already" in result.stdout
    assert f"{hand_id(GOOD)} is stored already" in result.stdout
    assert stored(database) == before


@pytest.mark.parametrize(("first", "second"), [("a.hands.jsonl", "b.hand.json"), ("b.hand.json", "a.hands.jsonl")])
def test_a_record_as_a_line_and_as_a_file_with_a_line_ending_is_one_record(
    run: Run, database: str, first: str, second: str
) -> None:
    Path("a.hands.jsonl").write_bytes(text(GOOD) + b"\n")
    Path("b.hand.json").write_bytes(text(GOOD) + b"\n")
    run("import", first)
    before = stored(database)
    assert before[hand_id(GOOD)] == text(GOOD) + (b"\n" if first == "b.hand.json" else b"")
    result = run("import", second)
    assert result.exit_code == 0
    assert "1 here already" in result.stdout
    assert stored(database) == before


def test_other_bytes_under_the_same_id_are_refused_by_name_and_the_rest_is_stored(run: Run, database: str) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    run("import", "a.hand.json")
    Path("b.hands.jsonl").write_bytes(text(GOOD).replace(b": ", b":", 1) + b"\n" + text(ILLEGAL))
    result = run("import", "b.hands.jsonl")
    assert result.exit_code == 1
    assert "b.hands.jsonl:1: refused" in result.stdout
    assert hand_id(GOOD) in result.stdout
    assert stored(database) == {hand_id(GOOD): text(GOOD), hand_id(ILLEGAL): text(ILLEGAL)}


def test_the_second_of_two_records_with_one_id_in_one_file_is_refused(run: Run, database: str) -> None:
    Path("a.hands.jsonl").write_bytes(b"\n".join([text(GOOD), text(GOOD).replace(b": ", b":", 1), text(GOOD)]))
    result = run("import", "a.hands.jsonl")
    assert result.exit_code == 1
    assert "1 stored, 1 here already, 1 refused" in result.stdout
    assert stored(database) == {hand_id(GOOD): text(GOOD)}


def test_a_malformed_record_is_refused_by_its_sentence_and_the_others_are_stored(run: Run, database: str) -> None:
    Path("a.hands.jsonl").write_bytes(b"\n".join([text(MALFORMED), text(GOOD)]))
    result = run("import", "a.hands.jsonl")
    assert result.exit_code == 1
    assert "/events/9/player" in result.stdout
    assert list(stored(database)) == [hand_id(GOOD)]


def test_a_hidden_hand_is_stored(run: Run, database: str) -> None:
    Path("a.hand.json").write_bytes(text(HIDDEN))
    assert run("import", "a.hand.json").exit_code == 0
    assert list(stored(database)) == [hand_id(HIDDEN)]


def test_a_file_that_breaks_off_while_it_is_read_leaves_nothing(database: str) -> None:
    def breaking() -> "list[tuple[str, bytes]]":
        yield "a:1", text(GOOD)  # type: ignore[misc]
        raise Unreadable("a cannot be read: the disk is gone.")

    hands = Hands(opened(database))
    with pytest.raises(Unreadable):
        hands.take_in(breaking())
    hands.database.dispose()
    assert stored(database) == {}


def test_a_missing_file_is_status_2_and_the_others_are_stored(run: Run, database: str) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    result = run("import", "nowhere", "a.hand.json")
    assert result.exit_code == 2
    assert "nowhere cannot be read" in result.stderr
    assert list(stored(database)) == [hand_id(GOOD)]


def test_nothing_to_import_is_status_5(run: Run) -> None:
    Path("a.jsonl").touch()
    assert run("import", "a.jsonl").exit_code == 5


@pytest.mark.parametrize("url", ["nosuch://x", "sqlite:////proc/none/hands", "postgresql://nobody@127.0.0.1:1/x"])
def test_a_database_that_cannot_be_used_is_a_sentence(run: Run, url: str) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    result = run("import", "--database", url, "a.hand.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("dealproof: The database")


def test_a_file_that_is_no_database_is_a_sentence(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(GOOD))
    result = run("import", "--database", "a.hand.json", "a.hand.json")
    assert result.exit_code == 2
    assert "cannot be used" in result.stderr
