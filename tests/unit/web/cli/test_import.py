"""`dealproof import`: bytes as received, one transaction a file, and nothing that is stored is replaced, but a hidden
record by its opened form."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text as sql

from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt
from dealproof.web.cli.input.sources import Unreadable
from dealproof.web.store import engine as db
from dealproof.web.store.engine import engine, opened
from dealproof.web.store.errors import StatementFailed
from dealproof.web.store.service import Hands
from tests.support import postgresql
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MALFORMED, MISMATCH, Run, hand_id, record, text

SEVERAL = ROOT / "fixtures" / "several"


EACH_DATABASE = True


def stored(database: str) -> dict[str, bytes]:
    made = engine(database)
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
    assert "1 stored already" in result.stdout
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
    assert "1 stored already" in result.stdout
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
    assert "1 stored, 1 stored already, 1 refused" in result.stdout
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


def several(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((SEVERAL / f"{name}.hand.json").read_bytes())
    return told


def take(run: Run, told: dict[str, Any]) -> tuple[int, str]:
    """What an import of one record ends with, and what it says."""
    Path("x.hand.json").write_text(json.dumps(told))
    result = run("import", "x.hand.json")
    return result.exit_code, " ".join(result.stdout.split())


def test_a_hidden_hand_is_replaced_by_its_opened_form_and_listed_as_that(run: Run, database: str) -> None:
    """S8."""
    hidden, opened_form = several("hidden-secret-1"), several("opened-secret-1")
    hidden["events"] = hidden["events"][:20]
    hidden["log_head"] = log_head(salt(hidden["header"], hidden["player_seeds"]), hidden["events"])
    assert take(run, hidden)[0] == 0
    assert take(run, opened_form) == (0, "x.hand.json: 1 revealed. secret-1 was hidden and is now revealed.")
    assert json.loads(stored(database)["secret-1"]) == opened_form
    hands = Hands(opened(database))
    (entry,) = hands.latest().hands
    assert entry.verdict == "verified"
    hands.database.dispose()
    for again in (opened_form, hidden):
        assert take(run, again) == (0, "x.hand.json: 1 stored already. secret-1 is stored already.")
    assert json.loads(stored(database)["secret-1"]) == opened_form


def other_header(told: dict[str, Any]) -> None:
    told["header"]["number"] += 1


def other_player_seed(told: dict[str, Any]) -> None:
    told["player_seeds"][0] = "another"


def other_log(told: dict[str, Any]) -> None:
    told["events"][0]["value"] += 1


def shorter_log(told: dict[str, Any]) -> None:
    del told["events"][-1]


def other_seed(told: dict[str, Any]) -> None:
    told["server_seed"] = "00" * 32


def wrong_head(told: dict[str, Any]) -> None:
    told["log_head"] = "00" * 32


def still_hidden(told: dict[str, Any]) -> None:
    told["server_seed"] = None
    told["claim"] = None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (other_header, "another header, other rules or other player seeds"),
        (other_player_seed, "another header, other rules or other player seeds"),
        (other_log, "do not begin with those of the stored one"),
        (shorter_log, "do not begin with those of the stored one"),
        (other_seed, "does not match the commitment"),
        (wrong_head, "one of its hashes or signatures does not match"),
        (still_hidden, "Only a record that reveals its server seed"),
    ],
)
def test_nothing_else_replaces_a_hidden_hand_and_a_sentence_says_why(
    run: Run, database: str, change: Callable[[dict[str, Any]], None], reason: str
) -> None:
    """S8."""
    hidden, given = several("hidden-secret-1"), several("opened-secret-1")
    assert take(run, hidden)[0] == 0
    change(given)
    status, said = take(run, given)
    assert status == 1
    assert "refused. Hand secret-1 is stored and still hidden." in said
    assert reason in said
    assert json.loads(stored(database)["secret-1"]) == hidden


def test_another_record_of_an_opened_hand_is_refused_as_what_it_is(run: Run, database: str) -> None:
    """S7: equivocation."""
    first, second = (SEVERAL / "two-records-of-one-hand.hands.jsonl").read_bytes().splitlines()
    assert take(run, json.loads(first))[0] == 0
    status, said = take(run, json.loads(second))
    assert status == 1
    assert "they cannot both be the record of this hand (equivocation)" in said
    Path("y.hand.json").write_text(json.dumps(json.loads(first), indent=1))
    result = run("import", "y.hand.json")
    assert result.exit_code == 1
    assert "with the same values in other bytes" in " ".join(result.stdout.split())
    assert json.loads(stored(database)["reuse-1"]) == json.loads(first)


def test_two_imports_of_the_same_hands_in_opposite_order_both_end_well(server: postgresql.Server) -> None:
    """S12: PostgreSQL would find a deadlock if they wrote at the same time."""
    names = (GOOD, ILLEGAL, MISMATCH, HIDDEN)
    with server.database() as url:
        hands = [Hands(opened(url)) for _ in range(2)]
        begun = threading.Barrier(2)

        def records(backwards: bool) -> Iterator[tuple[str, bytes]]:
            for index, name in enumerate(reversed(names) if backwards else names):
                yield name, text(name)
                if index == 0:
                    # Both have written their first hand by now, if they can.
                    with suppress(threading.BrokenBarrierError):
                        begun.wait(2)

        with ThreadPoolExecutor(2) as pool:
            receipts = list(pool.map(lambda which: hands[which].take_in(records(bool(which))), range(2)))
        assert sorted((each.stored, len(each.present)) for each in receipts) == [(0, 4), (4, 0)]
        for each in hands:
            each.database.dispose()


def test_an_import_waits_for_another_one_that_holds_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S12: on SQLite the second one waits as long as there is patience."""
    database = str(tmp_path / "x.sqlite3")
    monkeypatch.setitem(db.PATIENCE, "busy_timeout", 20)
    first, second = Hands(opened(database)), Hands(opened(database))
    done = threading.Event()

    def records() -> Iterator[tuple[str, bytes]]:
        yield "a", text(GOOD)
        with pytest.raises(StatementFailed, match="locked"):
            second.take_in([("b", text(ILLEGAL))])
        done.set()

    assert first.take_in(records()).stored == 1
    assert done.is_set()
    assert second.take_in([("b", text(ILLEGAL))]).stored == 1
    first.database.dispose()
    second.database.dispose()


# Receipts


PUBLISHED = next(
    each
    for each in map(json.loads, (ROOT / "fixtures" / "log" / "receipts.jsonl").read_bytes().splitlines())
    if each["name"] == "good-quorum-1-of-1"
)


def grades(database: str) -> dict[str, str | None]:
    hands = Hands(opened(database))
    found = {each.hand: each.grade for each in hands.latest().hands}
    hands.database.dispose()
    return found


def test_a_receipt_is_stored_with_the_record_that_it_lies_beside(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The policy says what lists show: that of the option, or of the site's own setting."""
    good = PUBLISHED
    hand = good["record"]["header"]["hand"]
    Path("x.hand.json").write_text(json.dumps(good["record"]))
    Path(f"{hand.replace(':', '_')}.receipt.json").write_text(json.dumps(good["receipt"]))
    Path("policy").write_text(good["policy"])
    result = run("import", ".", "--now", str(good["now"]), "--database", "none.db")
    assert result.exit_code == 0, result.stderr
    assert grades("none.db")[hand] == "C"
    assert run("import", ".", "--policy", "policy", "--now", str(good["now"]), "--database", "a.db").exit_code == 0
    assert grades("a.db")[hand] == "A"
    monkeypatch.setenv("DEALPROOF_POLICY", "policy")
    assert run("import", ".", "--now", str(good["now"]), "--database", "none.db").exit_code == 0
    assert grades("none.db")[hand] == "A"


def test_a_receipt_of_another_record_is_refused_and_the_hand_is_stored(run: Run) -> None:
    good = PUBLISHED
    hand = good["record"]["header"]["hand"]
    other = {**good["receipt"], "header": {**good["receipt"]["header"], "number": 4028}}
    Path("x.hand.json").write_text(json.dumps(good["record"]))
    Path(f"{hand}.receipt.json").write_text(json.dumps(other))
    result = run("import", "x.hand.json", "--database", "a.db")
    assert result.exit_code == 1
    assert "The header in the receipt is not the header of the record." in " ".join(result.stdout.split())
    assert [*grades("a.db")] == [hand]


def test_a_policy_of_the_environment_that_is_none_is_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("policy").write_text("log x\n")
    monkeypatch.setenv("DEALPROOF_POLICY", "policy")
    result = run("import", ".", "--database", "a.db")
    assert result.exit_code == 2
    assert "policy is not a policy: Line 1" in result.stderr


def test_a_stored_hand_is_shown_and_checked_with_its_stored_receipt(run: Run) -> None:
    good = PUBLISHED
    hand = good["record"]["header"]["hand"]
    Path("in").mkdir()
    Path("in/x.hand.json").write_text(json.dumps(good["record"]))
    Path(f"in/{hand}.receipt.json").write_text(json.dumps(good["receipt"]))
    Path("policy").write_text(good["policy"])
    options = ["--policy", "policy", "--now", str(good["now"]), "--database", "a.db"]
    assert run("import", "in", *options).exit_code == 0
    assert "grade A" in run("show", hand, *options).stdout
    (checked,) = map(json.loads, run("check", hand, "--format", "json", *options).stdout.splitlines())
    assert (checked["grade"], checked["publication"]) == ("A", None)
    untrusting = run("show", hand, "--database", "a.db").stdout
    assert "grade C" in untrusting
    assert "no policy says which logs to trust" in " ".join(untrusting.split())
