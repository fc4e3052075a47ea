"""What lists show is judged once and stored: at import, and again where another version of the judge had judged."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine
from sqlalchemy import text as sql

from dealproof.replay.audit import deal
from dealproof.replay.core.cards import TEXTS
from dealproof.replay.record.events import read_events
from dealproof.replay.record.record import parse
from dealproof.web import judging
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.published.lists import Broken
from dealproof.web.store import rejudging, service, summary
from dealproof.web.store.engine import engine, migrate, migrations, opened
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MISMATCH, TAMPERED, Run, hand_id, record, text

NAMES = (GOOD, ILLEGAL, MISMATCH, HIDDEN, TAMPERED)


EACH_DATABASE = True


@pytest.fixture
def made(database: str) -> Iterator[Engine]:
    found = opened(database)
    yield found
    found.dispose()


def bring(made: Engine, *names: str) -> Hands:
    hands = Hands(made)
    hands.take_in((name, text(name)) for name in names)
    return hands


def forbid_judging(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes every attempt to judge; a list is to make none."""
    judged: list[str] = []
    for module in (judging, service, summary):
        monkeypatch.setattr(module, "judge", lambda *_: judged.append("judge"))
    monkeypatch.setattr(judging, "publish", lambda *_: judged.append("publish"))
    return judged


def test_a_summary_says_what_the_audit_says(made: Engine) -> None:
    latest = bring(made, *NAMES).latest()
    assert latest.next is None
    by_hand = {each.hand: each for each in latest.hands}
    for name, verdict, grade in (
        (GOOD, "verified", "C"),
        (ILLEGAL, "illegal", "C"),
        (MISMATCH, "mismatch", "C"),
        (HIDDEN, "hidden", None),
        (TAMPERED, "tampered", "F"),
    ):
        header, entry = record(name)["header"], by_hand[hand_id(name)]
        assert (entry.verdict, entry.grade) == (verdict, grade)
        assert (entry.table, entry.number, entry.rules) == (header["table"], header["number"], "28-standard")
        assert list(entry.seats) == header["seats"]
        assert not entry.provisional
    event = parse(text(ILLEGAL)).json["events"][by_hand[hand_id(ILLEGAL)].fault.event]  # type: ignore[union-attr]
    fault = by_hand[hand_id(ILLEGAL)].fault
    assert fault == Broken(fault.event if fault else -1, event["seat"], "must-follow-suit", event["card"])
    assert by_hand[hand_id(GOOD)].fault is None


def test_lists_judge_nothing(made: Engine, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """S4: however heavy a hand is, a list reads what was stored when it was judged."""
    told = record(GOOD)
    told["header"]["match"] = {"id": "m1", "number": 1, "before": {"totals": [0, 0]}}
    told["header"]["hand"] = "in-match"
    hands = bring(made, *NAMES)
    hands.take_in([("x", json.dumps(told).encode())])
    site = create_app(database, SiteSettings(log=False)).test_client()
    judged = forbid_judging(monkeypatch)
    paths = ("/", "/hands", f"/tables/{record(GOOD)['header']['table']}", "/matches/m1")
    for path in [*paths, *(f"/api/v1{path}" for path in paths[1:])]:
        answer = site.get(path)
        assert answer.status_code == 200, path
        assert "in-match" in answer.get_data(as_text=True)
    assert judged == []
    site.application.extensions["hands"].database.dispose()


def test_a_match_is_read_from_what_was_stored(made: Engine) -> None:
    data = (ROOT / "fixtures" / "matches" / "28-gulan.jsonl").read_bytes().splitlines()
    hands = Hands(made)
    hands.take_in(("x", line) for line in data)
    found = hands.match(parse(data[0]).header["match"]["id"], 1)
    assert found is not None
    rows: list[Any] = [row for row in found.rows if hasattr(row, "hand")]
    assert [row.hand.before for row in rows] == [parse(line).header["match"]["before"] for line in data]
    assert [row.carried for row in rows] == [None, *([True] * (len(data) - 1))]
    assert [row.hand.opening for row in rows] == [True, *([False] * (len(data) - 1))]


def test_hands_stored_before_there_were_summaries_are_listed_as_not_judged_and_then_judged(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Item 5: a migration judges what is there, in batches."""
    monkeypatch.setattr(rejudging, "AT_ONCE", 2)
    old = engine(database)
    bring(old, *NAMES)
    with old.begin() as connection:
        command.downgrade(migrations(connection), "0002")
    migrate(old)
    hands = Hands(old)
    assert [each.verdict for each in hands.latest().hands] == [None] * len(NAMES)
    assert [each.hand for each in hands.latest().hands] == [hand_id(name) for name in reversed(NAMES)]
    counted: list[int] = []
    assert rejudging.pending(old) == len(NAMES)
    assert rejudging.catch_up(old, counted.append) == len(NAMES)
    assert counted == [2, 4, 5]
    assert {each.verdict for each in hands.latest().hands} == {"verified", "illegal", "mismatch", "hidden", "tampered"}
    assert rejudging.pending(old) == 0
    old.dispose()


def test_what_an_older_judge_judged_is_not_shown_and_is_judged_again(made: Engine) -> None:
    hands = bring(made, GOOD, ILLEGAL)
    with made.begin() as connection:
        connection.execute(sql("UPDATE summaries SET judge = judge - 1, verdict = 'verified', fault_rule = NULL"))
    assert [each.verdict for each in hands.latest().hands] == [None, None]
    assert hands.latest(service.Filters(verdict="verified")).hands == ()
    rejudging.catch_up(made)
    assert [each.verdict for each in hands.latest().hands] == ["illegal", "verified"]


def test_judging_again_goes_on_where_it_was_broken_off(made: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rejudging, "AT_ONCE", 2)
    bring(made, *NAMES)
    with made.begin() as connection:
        connection.execute(sql("UPDATE summaries SET judge = 0"))

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rejudging.catch_up(made, stop)
    assert rejudging.pending(made) == len(NAMES) - 2


def test_a_hand_that_makes_the_judge_fail_is_stored_as_that_and_the_others_are_shown(
    made: Engine, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S1."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    hands = bring(made, GOOD)
    with monkeypatch.context() as patch:
        patch.setattr("dealproof.replay.core.engine.play_out", fail)
        assert hands.take_in([("x", text(ILLEGAL))]).stored == 1
    assert [each.verdict for each in hands.latest().hands] == ["error", "verified"]
    site = create_app(database, SiteSettings(log=False)).test_client()
    for path in ("/", "/hands?verdict=error"):
        assert hand_id(ILLEGAL) in site.get(path).get_data(as_text=True)
    assert hand_id(GOOD) in site.get("/").get_data(as_text=True)
    site.application.extensions["hands"].database.dispose()


def test_an_import_judges_what_waits(run: Run, made: Engine) -> None:
    hands = bring(made, GOOD)
    with made.begin() as connection:
        connection.execute(sql("UPDATE summaries SET judge = 0"))
    Path("a.hand.json").write_bytes(text(GOOD))
    result = run("import", "a.hand.json")
    assert result.exit_code == 0
    assert "Judging 1 stored hands" in result.stdout
    assert [each.verdict for each in hands.latest().hands] == ["verified"]
    assert "Judging" not in run("import", "a.hand.json").stdout


def test_a_page_of_many_heavy_hands_is_made_without_judging(
    database: str, made: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S4: thirty hands of rummy with thousands of events, the last one illegal."""
    told = heavy_rummy()
    hands = Hands(made)
    hands.take_in((str(number), renamed(told, f"heavy-{number}")) for number in range(30))
    site = create_app(database, SiteSettings(log=False)).test_client()
    judged = forbid_judging(monkeypatch)
    shown = site.get("/").get_data(as_text=True)
    assert sum(f'/hands/heavy-{number}"' in shown for number in range(30)) == 30
    assert judged == []
    site.application.extensions["hands"].database.dispose()


def heavy_rummy() -> dict[str, Any]:
    """A hand of rummy whose eight players draw and discard what they drew, and in the end a card that is not held."""
    told = json.loads((SAMPLES / "17-rummy-declared.hand.json").read_bytes())
    told["header"] |= {"seats": [f"P{seat}" for seat in range(8)], "player_commitments": [None] * 8}
    told |= {"player_seeds": ["x"] * 8, "events": [], "claim": None}
    record = parse(json.dumps(told).encode())
    hand: Any = deal(record)
    for number in range(2000):
        event = {"seat": hand.turn, "do": "draw", "from": "stock"}
        if number % 2:
            event = {"seat": hand.turn, "do": "discard", "card": TEXTS[hand.drawn]}
        told["events"].append(event)
        hand.apply(read_events([event], record.game.actions, 8)[0])
    told["events"].append({"seat": hand.turn, "do": "discard", "card": "As"})
    return told


def renamed(told: dict[str, Any], hand: str) -> bytes:
    return json.dumps(told | {"header": told["header"] | {"hand": hand}}).encode()
