"""Records of operators: stored once, replaced by their opened form alone, judged with the receipt that the log has; and
what an operator reads back."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from dealproof.verifier.log_hash import log_head
from dealproof.web.http.rate_limit import RateLimit
from dealproof.web.store.rejudging import catch_up
from tests.support.operators import Asking, asking, dealt, rename, result_of, token_of
from tests.support.sealed import Sealed
from tests.unit.web.operators.test_publishing import void_record

EACH_DATABASE = True

pytestmark = pytest.mark.slow


@pytest.fixture
def asked(database: str, tmp_path: Path) -> Iterator[Asking]:
    with asking(database, tmp_path) as found:
        yield found


def hidden(hand: Sealed, events: int) -> dict[str, Any]:
    """The record of a hand in play, after so many events."""
    begun = hand.events[:events]
    return hand.record(server_seed=None, events=begun, log_head=log_head(hand.salt, begun), claim=None)


def put(asked: Asking, record: dict[str, Any]) -> tuple[int, str]:
    answer = asked.put("/hands/table.1/record", json.dumps(record).encode())
    return answer.status_code, answer.get_json().get("code", answer.get_json().get("outcome"))


def dealt_hand(asked: Asking) -> Sealed:
    """A hand that was committed and dealt."""
    hand = dealt(1)
    asked.post("/hands/table.1/commit", {"header": hand.header})
    asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()})
    return hand


def test_a_hidden_record_is_replaced_by_its_opened_form_alone(asked: Asking) -> None:
    """Issue 13, item 3: allowed only if the header is equal and the events extend."""
    hand = dealt_hand(asked)
    assert put(asked, hidden(hand, 5)) == (200, "stored")
    assert put(asked, hidden(hand, 5)) == (200, "present")
    assert put(asked, hidden(hand, 7)) == (409, "record-refused")
    assert put(asked, {**hand.record(), "header": {**hand.header, "dealer": 1}}) == (409, "other-header")
    changed = [dict(each) for each in hand.events]
    changed[2]["do"] = "pass" if changed[2]["do"] != "pass" else "bid"
    assert put(asked, hand.record(events=[*changed[:3], *hand.events[3:]]))[0] in {400, 409}
    assert put(asked, hand.record(events=hand.events[:4]))[0] == 409
    assert put(asked, hand.record(server_seed="00" * 32))[0] == 409
    assert asked.get("/hands/table.1").get_json()["record"] == "hidden"
    assert put(asked, hand.record()) == (200, "opened")
    assert put(asked, hand.record()) == (200, "present")
    assert asked.get("/hands/table.1").get_json()["record"] == "open"


def test_the_receipt_is_stored_with_the_record_and_renewed(asked: Asking) -> None:
    hand = dealt_hand(asked)
    assert put(asked, hand.record()) == (200, "stored")
    before = asked.site.get("/api/v1/hands/table.1").get_json()
    assert (before["published"]["close"], before["verdict"]) == (None, "verified")
    asked.post("/hands/table.1/result", result_of(hand))
    after = asked.site.get("/api/v1/hands/table.1").get_json()
    assert after["published"]["close"]["index"] == 2
    stored = asked.site.get("/hands/table.1/receipt").data
    assert stored == asked.get("/hands/table.1/receipt").data


def test_a_record_that_contradicts_itself_or_the_log_is_not_stored(asked: Asking) -> None:
    """Nobody could take it back."""
    hand = dealt_hand(asked)
    assert put(asked, hand.record(log_head="00" * 32)) == (409, "record-tampered")
    asked.post("/hands/table.1/result", {**result_of(hand), "result": "00" * 32})
    assert put(asked, hand.record()) == (409, "record-tampered")
    assert asked.get("/hands/table.1").get_json()["record"] is None


def test_a_record_with_a_wrong_claim_is_stored_with_its_verdict(asked: Asking) -> None:
    """Whoever paid wrongly is shown to have done so."""
    hand = dealt_hand(asked)
    record = hand.record()
    claim = json.loads(json.dumps(record["claim"]))
    claim["card_points"] = claim["card_points"][::-1]
    assert put(asked, {**record, "claim": claim}) == (200, "stored")
    assert asked.get("/hands/table.1").get_json()["verdict"] == "mismatch"


def test_a_hidden_record_is_replaced_by_the_void_one(asked: Asking) -> None:
    hand = dealt_hand(asked)
    assert put(asked, hidden(hand, 5)) == (200, "stored")
    events = hand.events[:7]
    void = void_record(hand) | {"player_seeds": hand.player_seeds, "reason": "players-left"}
    void |= {"events": events, "log_head": log_head(hand.salt, events)}
    assert asked.post("/hands/table.1/void", {"record": void}).status_code == 201
    found = asked.get("/hands/table.1").get_json()
    assert (found["verdict"], found["record"], found["close"]) == ("void", "open", 2)
    assert put(asked, hand.record())[0] == 409


def test_a_void_record_that_does_not_continue_the_stored_one_is_refused_before_its_leaf_is_published(
    asked: Asking,
) -> None:
    hand = dealt_hand(asked)
    put(asked, hidden(hand, 5))
    void = void_record(hand) | {"player_seeds": hand.player_seeds, "reason": "players-left"}
    void |= {"events": hand.events[:2], "log_head": log_head(hand.salt, hand.events[:2])}
    answer = asked.post("/hands/table.1/void", {"record": void})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "other-record")
    assert asked.get("/hands/table.1").get_json()["close"] is None


def test_a_hand_cannot_be_committed_under_the_id_of_a_stored_hand_with_another_header(asked: Asking) -> None:
    """It may be another operator's: the receipt of this one would go with its record."""
    hands = asked.site.application.extensions["hands"]
    others = dealt(1)
    hands.take_in([("others", json.dumps(others.record()).encode())])
    ours = dealt(1, "own")
    rename(ours, hand="table.1")
    answer = asked.post("/hands/table.1/commit", {"header": ours.header})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "other-header-stored")
    assert asked.get("/hands/table.1").status_code == 404


def test_a_leaf_that_contradicts_the_stored_record_is_not_published(asked: Asking) -> None:
    """Neither can be taken back, and together they would make the hand a tampered one."""
    hand = dealt(1)
    asked.post("/hands/table.1/commit", {"header": hand.header})
    assert put(asked, hidden(hand, 5)) == (200, "stored")
    said = [asked.post("/hands/table.1/deal", {"salt": "00" * 32}).get_json()["code"]]
    assert asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()}).status_code == 201
    assert put(asked, hand.record()) == (200, "opened")
    for name in ("log_head", "result"):
        body = {**result_of(hand), name: "00" * 32}
        said.append(asked.post("/hands/table.1/result", body, "again").get_json()["code"])
    assert said == ["leaf-contradicts"] * 3
    assert asked.get("/hands/table.1").get_json()["close"] is None
    assert asked.post("/hands/table.1/result", result_of(hand), "again").status_code == 201
    assert asked.get("/hands/table.1").get_json()["verdict"] == "verified"


def test_what_the_log_refuses_is_refused_for_its_own_reason_whatever_is_stored(asked: Asking) -> None:
    hand = dealt_hand(asked)
    asked.post("/hands/table.1/result", result_of(hand))
    put(asked, hand.record())
    said = asked.post("/hands/table.1/deal", {"salt": "00" * 32}).get_json()["code"]
    again = asked.post("/hands/table.1/result", {**result_of(hand), "result": "00" * 32}).get_json()["code"]
    assert [said, again] == ["hand-closed"] * 2


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 409),
        (b"{}", 409),
        (b'{"format": "dealproof/void/1"}', 409),
        (b'{"format": "dealproof/import/1"}', 409),
    ],
)
def test_what_is_no_record_of_the_hand_is_refused(asked: Asking, data: bytes, status: int) -> None:
    dealt_hand(asked)
    assert asked.put("/hands/table.1/record", data).status_code == status


def test_a_record_that_is_malformed_below_its_header_is_refused_with_the_place(asked: Asking) -> None:
    hand = dealt_hand(asked)
    answer = asked.put("/hands/table.1/record", json.dumps(hand.record(log_head="x")).encode())
    assert answer.get_json()["code"] == "record-refused"
    assert "/log_head" in answer.get_json()["message"]


def test_a_hand_is_read_back_with_its_leaves_and_verdict(asked: Asking) -> None:
    hand = dealt_hand(asked)
    published = asked.post("/hands/table.1/result", result_of(hand)).get_json()
    put(asked, hand.record())
    found = asked.get("/hands/table.1").get_json()
    assert found["leaves"]["close"] == published
    assert found["header"] == hand.header
    assert [found[key] for key in ("commit", "deal", "close")] == [0, 1, 2]
    assert (found["verdict"], found["grade"], found["record"], found["receipt"]) == ("verified", "C", "open", True)


def test_the_feed_gives_each_hand_once_after_its_last_change(asked: Asking) -> None:
    """Issue 13, item 3: a feed of an operator's hands, since a cursor."""
    one, two = dealt(1), dealt(2)
    asked.post("/hands/table.1/commit", {"header": one.header})
    asked.post("/hands/table.2/commit", {"header": two.header})
    first = asked.get("/hands").get_json()
    assert [each["hand"] for each in first["hands"]] == ["table.1", "table.2"]
    assert (first["next"], first["more"]) == (first["hands"][-1]["changed"], False)
    assert asked.get(f"/hands?since={first['next']}").get_json() == {"hands": [], "next": first["next"], "more": False}
    asked.post("/hands/table.1/deal", {"salt": one.salt.hex()})
    assert [each["hand"] for each in asked.get("/hands").get_json()["hands"]] == ["table.2", "table.1"]
    new = asked.get(f"/hands?since={first['next']}").get_json()
    assert [(each["hand"], each["deal"]) for each in new["hands"]] == [("table.1", 2)]


def test_a_hand_whose_verdict_is_another_one_when_it_is_judged_again_is_in_the_feed_again(asked: Asking) -> None:
    hand = dealt_hand(asked)
    put(asked, hand.record())
    asked.post("/hands/table.2/commit", {"header": dealt(2).header})
    cursor = asked.get("/hands").get_json()["next"]
    engine = asked.site.application.extensions["hands"].database
    for verdict, news in (("verified", []), ("mismatch", ["table.1"])):
        with engine.begin() as connection:
            connection.execute(text("UPDATE summaries SET judge = -1, verdict = :verdict"), {"verdict": verdict})
        catch_up(engine)
        assert [each["hand"] for each in asked.get(f"/hands?since={cursor}").get_json()["hands"]] == news


def test_the_feed_has_the_hands_of_the_operator_alone(asked: Asking, database: str) -> None:
    asked.post("/hands/table.1/commit", {"header": dealt(1).header})
    asked.token = token_of(database, "thrissur")
    asked.post("/hands/other.1/commit", {"header": dealt(1, "other").header})
    assert [each["hand"] for each in asked.get("/hands").get_json()["hands"]] == ["other.1"]
    assert [each["subject"] for each in asked.get("/audit").get_json()["acts"]][1:] == ["other.1"]


@pytest.mark.parametrize("query", ["since=x", "since=-1", "since=", "since=1.0", "until=1", "since=1&since=2"])
def test_a_cursor_that_no_page_named_is_refused(asked: Asking, query: str) -> None:
    for path in ("/hands", "/audit"):
        assert asked.get(f"{path}?{query}").status_code == 400


def test_the_audit_log_says_who_did_what(asked: Asking) -> None:
    """Issue 13, item 3: audit log of who did what; what was refused is in it."""
    hand = dealt_hand(asked)
    asked.post("/hands/table.1/deal", {"salt": "00" * 32})
    asked.put("/hands/table.1/record", b"{}")
    put(asked, hand.record())
    found = asked.get("/audit").get_json()
    token = asked.token[3:15]
    assert [(each["token"], each["act"], each["subject"], each["code"]) for each in found["acts"]] == [
        (None, "token", token, None),
        (token, "commit", "table.1", None),
        (token, "deal", "table.1", None),
        (token, "deal", "table.1", "duplicate-deal"),
        (token, "record", "table.1", "other-header"),
        (token, "record", "table.1", None),
    ]
    assert asked.get(f"/audit?since={found['acts'][-2]['id']}").get_json()["acts"] == found["acts"][-1:]


def test_refusals_do_not_fill_the_audit_log(asked: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some refusals of a token are noted a minute; what was done is always noted."""
    monkeypatch.setitem(asked.site.application.extensions, "noted", RateLimit(3, clock=lambda: 0.0))
    codes = [asked.post("/hands/table.1/deal", {"salt": "00" * 32}).get_json()["code"] for _ in range(5)]
    asked.post("/hands/table.1/commit", {"header": dealt(1).header})
    assert codes == ["no-commit"] * 5
    noted = [(each["act"], each["code"]) for each in asked.get("/audit").get_json()["acts"]]
    assert noted == [("token", None), *[("deal", "no-commit")] * 3, ("commit", None)]


def test_nothing_that_is_repeated_is_noted_twice(asked: Asking) -> None:
    for _ in range(2):
        asked.post("/hands/table.1/commit", {"header": dealt(1).header}, "a")
    assert [each["act"] for each in asked.get("/audit").get_json()["acts"]] == ["token", "commit"]


@pytest.mark.parametrize("hand", ["%00", "a%00", "%ff", "a%0d%0ab", "x" * 65, "%F0%9F%83%8F"])
def test_what_is_no_id_names_no_hand_in_any_database(asked: Asking, hand: str) -> None:
    """PostgreSQL stores no text with a NUL."""
    for answer in (
        asked.get(f"/hands/{hand}"),
        asked.get(f"/hands/{hand}/receipt"),
        asked.post(f"/hands/{hand}/cosignatures", {"lines": ["x"]}),
        asked.post(f"/hands/{hand}/seed-receipts", {"seat": 0, "seed_hash": "00" * 32}),
        asked.put(f"/hands/{hand}/record", b"{}"),
    ):
        assert (answer.status_code, answer.get_json()["code"]) == (404, "no-commit")
    assert asked.post(f"/hands/{hand}/deal", {"salt": "00" * 32}).status_code == 400


def test_a_page_ends_and_the_next_one_goes_on(asked: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealproof.web.operators.reading.PAGE", 2)
    for number in (1, 2, 3):
        asked.post(f"/hands/table.{number}/commit", {"header": dealt(number).header})
    seen, since, pages = [], 0, 0
    while True:
        page = asked.get(f"/hands?since={since}").get_json()
        seen += [each["number"] for each in page["hands"]]
        since, pages = page["next"], pages + 1
        if not page["more"]:
            break
    assert (seen, pages) == ([1, 2, 3], 2)


def test_an_account_says_what_the_limits_are(asked: Asking) -> None:
    found = asked.get("/account").get_json()
    assert found["limits"]["requests_per_minute"] == 600
    assert found["limits"]["record_bytes"] == 1 << 20
