"""Leaves of operators: each is published once for its idempotency key, only for its own tables and hands, and only if
the log can accept it."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dealproof.verifier.tlog.leaf import format_leaf, parse_leaf
from dealproof.web.log.publishing import append
from dealproof.web.log.resources import published_size
from dealproof.web.operators.publishing import KEPT
from dealproof.web.store.log_database import LogDatabase
from dealproof.web.store.operator_database import operator_database
from tests.support.logs import commits
from tests.support.operators import Asking, asking, dealt, rename, result_of, token_of
from tests.support.paths import ROOT
from tests.support.sealed import Sealed

EACH_DATABASE = True

pytestmark = pytest.mark.slow


@pytest.fixture
def asked(database: str, tmp_path: Path) -> Iterator[Asking]:
    with asking(database, tmp_path) as found:
        yield found


def log_of(asked: Asking) -> LogDatabase:
    return LogDatabase(asked.site.application.extensions["hands"].database)


def leaves(asked: Asking) -> list[bytes]:
    with log_of(asked).reading() as tables:
        return tables.entries(0, tables.size())


def kept(asked: Asking, database: str) -> int:
    """How many requests of the operator are remembered, of those that the tests make."""
    keys = [f"key-{number}" for number in range(asked.count + 1)]
    with operator_database(database) as opened, opened.reading() as tables:
        account = tables.accounts.named("kochi")
        assert account is not None
        return sum(tables.requests.find(account, key) is not None for key in keys)


played = cache(dealt)


def header(number: int = 1, table: str = "table", **changed: Any) -> dict[str, Any]:
    return {**played(number, table).header, **changed}


def test_the_same_key_and_body_give_the_same_answer_and_one_leaf(asked: Asking) -> None:
    """Issue 13, item 3: idempotency keys."""
    answers = [asked.post("/hands/table.1/commit", {"header": header()}, "a") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.data for answer in answers}) == 1
    assert len(leaves(asked)) == 1


def test_another_body_or_address_under_a_key_is_refused(asked: Asking) -> None:
    assert asked.post("/hands/table.1/commit", {"header": header()}, "a").status_code == 201
    other = asked.post("/hands/table.1/commit", {"header": header(), "time": 1}, "a")
    moved = asked.post("/hands/table.1/deal", {"salt": "00" * 32}, "a")
    assert [(each.status_code, each.get_json()["code"]) for each in (other, moved)] == [(409, "key-reused")] * 2
    assert len(leaves(asked)) == 1


def test_two_operators_may_use_the_same_key(asked: Asking, database: str) -> None:
    assert asked.post("/hands/table.1/commit", {"header": header()}, "a").status_code == 201
    asked.token = token_of(database, "thrissur")
    assert asked.post("/hands/other.1/commit", {"header": header(table="other")}, "a").status_code == 201


def test_under_another_key_a_leaf_that_says_the_same_is_not_added_again(asked: Asking) -> None:
    first, second = (asked.post("/hands/table.1/commit", {"header": header()}).get_json() for _ in range(2))
    assert first == second
    timed = asked.post("/hands/table.1/commit", {"header": header(), "time": first["leaf"]["time"] + 1})
    assert (timed.status_code, timed.get_json()["code"]) == (409, "duplicate-commit")
    assert len(leaves(asked)) == 1


def test_a_request_that_is_refused_keeps_nothing_and_leaves_its_key_free(asked: Asking, database: str) -> None:
    """A server seed is not stored before it is open: the result of a hand that was not dealt is refused."""
    hand = dealt(1)
    asked.post("/hands/table.1/commit", {"header": hand.header})
    refused = asked.post("/hands/table.1/result", result_of(hand), "r")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "deal-missing")
    with operator_database(database) as opened, opened.reading() as tables:
        account = tables.accounts.named("kochi")
        assert account is not None
        assert tables.requests.find(account, "r") is None
    asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()})
    assert asked.post("/hands/table.1/result", result_of(hand), "r").status_code == 201


@pytest.mark.parametrize("key", ["", "a b", "x" * 65, '"quoted"'])
def test_what_publishes_needs_a_key(asked: Asking, key: str) -> None:
    headers = {**asked.headers(), **({"Idempotency-Key": key} if key else {})}
    for kind in ("commit", "deal", "result", "void"):
        answer = asked.site.post(f"/api/v1/operator/hands/table.1/{kind}", json={}, headers=headers)
        assert (answer.status_code, answer.get_json()["code"]) == (400, "no-key")


def test_old_keys_are_forgotten_and_the_leaf_is_answered_all_the_same(asked: Asking, database: str) -> None:
    first = asked.post("/hands/table.1/commit", {"header": header()})
    with operator_database(database) as opened, opened.writing() as tables:
        tables.requests.prune(parse_leaf(leaves(asked)[0])["time"] + KEPT)  # type: ignore[operator]
    assert kept(asked, database) == 0
    assert asked.post("/hands/table.1/commit", {"header": header()}, "key-1").data == first.data


def test_the_time_of_the_body_is_that_of_the_leaf(asked: Asking) -> None:
    leaf = asked.post("/hands/table.1/commit", {"header": header(), "time": 1_790_000_000_123}).get_json()["leaf"]
    assert leaf["time"] == 1_790_000_000_123
    assert leaves(asked) == [format_leaf(leaf)]


def test_what_the_log_refuses_has_its_code(asked: Asking) -> None:
    hand = dealt(1)
    asked.post("/hands/table.1/commit", {"header": hand.header})
    gap = asked.post("/hands/table.3/commit", {"header": header(3)})
    other = asked.post("/hands/table.1/commit", {"header": {**hand.header, "dealer": 1}})
    wrong = {**result_of(hand), "server_seed": "00" * 32}
    asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()})
    again = asked.post("/hands/table.1/deal", {"salt": "00" * 32})
    seed = asked.post("/hands/table.1/result", wrong)
    asked.post("/hands/table.1/result", result_of(hand))
    closed = asked.post("/hands/table.1/result", {**result_of(hand), "log_head": "00" * 32})
    found = [(each.status_code, each.get_json()["code"]) for each in (gap, other, again, seed, closed)]
    assert found == [
        *((409, "number-out-of-order"), (409, "duplicate-commit"), (409, "duplicate-deal")),
        *((409, "seed-mismatch"), (409, "hand-closed")),
    ]


def test_no_server_commitment_is_used_for_two_hands(asked: Asking) -> None:
    """The log would accept it: whoever knows the seed of the first hand knows that of the second."""
    asked.post("/hands/table.1/commit", {"header": header()})
    used = header(2, server_commitment=header()["server_commitment"])
    refused = asked.post("/hands/table.2/commit", {"header": used})
    assert (refused.status_code, refused.get_json()["code"]) == (409, "commitment-used")


def broken(name: str) -> dict[str, Any]:
    """A body of a commit with something wrong."""
    whole = header()
    return {
        "no header": {},
        "another member": {"header": whole, "seed": "x"},
        "no object": {"header": "x"},
        "a key missing": {"header": {key: whole[key] for key in whole if key != "dealer"}},
        "an unknown rule set": {"header": {**whole, "rules": "28-nowhere"}},
        "another digest": {"header": {**whole, "rules_digest": "00" * 32}},
        "a time before 1970": {"header": whole, "time": -1},
        "a time that is no number": {"header": whole, "time": "1"},
        "a time that is null": {"header": whole, "time": None},
        "another hand": {"header": {**whole, "hand": "table.2"}},
        "rules that are built in": {"header": whole, "rules": {}},
    }[name]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("no header", "members"),
        ("another member", "members"),
        ("no object", "malformed"),
        ("a key missing", "malformed"),
        ("an unknown rule set", "malformed"),
        ("another digest", "rules-digest"),
        ("a time before 1970", "no-time"),
        ("a time that is no number", "no-time"),
        ("a time that is null", "no-time"),
        ("another hand", "other-hand"),
        ("rules that are built in", "malformed"),
    ],
)
def test_a_commit_that_is_not_right_is_refused_with_what_is_wrong(asked: Asking, name: str, code: str) -> None:
    answer = asked.post("/hands/table.1/commit", broken(name))
    assert (answer.status_code, answer.get_json()["code"]) == (400, code)
    assert "{" not in answer.get_json()["message"]
    assert leaves(asked) == []


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"salt": 1.5}', b'{"salt": "a", "salt": "b"}', b"\xff"])
def test_what_is_no_json_object_is_refused(asked: Asking, data: bytes) -> None:
    headers = {**asked.headers(), "Idempotency-Key": "a"}
    path = "/api/v1/operator/hands/table.1/deal"
    answer = asked.site.post(path, data=data, content_type="application/json", headers=headers)
    assert answer.status_code == 400
    other = asked.site.post(path, data=data, content_type="text/plain", headers=headers)
    assert (other.status_code, other.get_json()["code"]) == (415, "json-only")


def test_a_table_belongs_to_the_operator_that_first_commits_a_hand_on_it(asked: Asking, database: str) -> None:
    """Issue 13, item 3: per-operator tables."""
    hand = dealt(1)
    asked.post("/hands/table.1/commit", {"header": hand.header})
    assert asked.get("/account").get_json()["tables"] == ["table"]
    asked.token = token_of(database, "thrissur")
    answers = [
        asked.post("/hands/table.2/commit", {"header": header(2)}),
        asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()}),
        asked.post("/hands/table.1/result", result_of(hand)),
        asked.post("/hands/table.1/seed-receipts", {"seat": 0, "seed_hash": "00" * 32}),
        asked.post("/hands/table.1/cosignatures", {"lines": ["x"]}),
        asked.put("/hands/table.1/record", json.dumps(hand.record()).encode()),
        asked.get("/hands/table.1"),
        asked.get("/hands/table.1/receipt"),
    ]
    assert [each.status_code for each in answers] == [403] * len(answers)
    codes = [each.get_json()["code"] for each in answers]
    assert codes == ["table-of-another", *["hand-of-another"] * 7]
    assert len(leaves(asked)) == 1


def test_a_table_with_hands_that_no_operator_published_must_be_assigned(asked: Asking, database: str) -> None:
    log = asked.site.application.extensions["operators"].log
    asked.get("/account")
    append(log, commits(1))
    refused = asked.post("/hands/t.2/commit", {"header": header(2, "t")})
    assert (refused.status_code, refused.get_json()["code"]) == (403, "table-unassigned")
    assert "dealproof operator assign kochi t" in refused.get_json()["message"]
    with operator_database(database) as opened, opened.writing() as tables:
        account = tables.accounts.named("kochi")
        assert account is not None
        tables.accounts.assign(account, "t")
    assert asked.post("/hands/t.2/commit", {"header": header(2, "t")}).status_code == 201


def test_nothing_follows_for_a_hand_without_a_commit(asked: Asking) -> None:
    hand = dealt(1)
    answers = [
        asked.post("/hands/table.1/deal", {"salt": hand.salt.hex()}),
        asked.post("/hands/table.1/result", result_of(hand)),
        asked.post("/hands/table.1/seed-receipts", {"seat": 0, "seed_hash": "00" * 32}),
        asked.post("/hands/table.1/cosignatures", {"lines": ["x"]}),
        asked.put("/hands/table.1/record", json.dumps(hand.record()).encode()),
        asked.get("/hands/table.1"),
        asked.get("/hands/table.1/receipt"),
    ]
    assert [(each.status_code, each.get_json()["code"]) for each in answers] == [(404, "no-commit")] * len(answers)


def test_rules_that_are_not_built_in_come_with_the_commit(asked: Asking) -> None:
    found = json.loads((ROOT / "fixtures" / "heavy" / "endless-redeals-100.hand.json").read_bytes())
    own = found["header"]
    path = f"/hands/{own['hand']}/commit"
    assert asked.post(path, {"header": own}).status_code == 400
    assert asked.post(path, {"header": own, "rules": found["rules"]}).status_code == 201


def test_every_leaf_is_in_a_published_checkpoint_when_it_is_answered(asked: Asking) -> None:
    """Issue 13, item 3: returns the leaf with its proofs when published."""
    for number in (1, 2, 3):
        answer = asked.post(f"/hands/table.{number}/commit", {"header": header(number)}).get_json()
        with log_of(asked).reading() as tables:
            note = tables.checkpoint()
        assert note is not None
        assert answer["index"] < answer["size"] == published_size(note)


def test_without_a_log_the_api_says_what_whoever_runs_the_service_has_to_do(database: str, tmp_path: Path) -> None:
    with asking(database, tmp_path, log_key="", policy="") as asked:
        answer = asked.post("/hands/table.1/commit", {"header": header()})
        assert (answer.status_code, answer.get_json()["code"]) == (501, "no-log")
        assert "--log-key" in answer.get_json()["message"]
        assert asked.get("/account").status_code == 200


def test_a_void_hand_is_published_and_its_record_is_stored(asked: Asking) -> None:
    hand = dealt(1)
    asked.post("/hands/table.1/commit", {"header": hand.header})
    record = void_record(hand)
    other = asked.post("/hands/table.1/void", {"record": {**record, "header": {**hand.header, "dealer": 1}}})
    assert (other.status_code, other.get_json()["code"]) == (409, "other-header")
    lying = asked.post("/hands/table.1/void", {"record": {**record, "server_seed": "00" * 32}})
    assert (lying.status_code, lying.get_json()["code"]) == (409, "void-tampered")
    assert asked.post("/hands/table.1/void", {"record": hand.record()}).get_json()["code"] == "not-void"
    assert asked.site.get("/api/v1/hands/table.1").status_code == 404
    answer = asked.post("/hands/table.1/void", {"record": record}).get_json()
    assert (answer["leaf"]["reason"], answer["leaf"]["missing"]) == ("seed-missing", [1])
    shown = asked.site.get("/api/v1/hands/table.1").get_json()
    assert (shown["verdict"], shown["published"]["close"]["index"]) == ("void", 1)


def void_record(hand: Sealed) -> dict[str, Any]:
    """The record of a hand that was given up because seat 1 did not open its seed."""
    return {
        "format": "dealproof/void/1",
        "header": hand.header,
        "rules": None,
        "server_seed": hand.server_seed.hex(),
        "player_seeds": [seed if seat != 1 else None for seat, seed in enumerate(hand.player_seeds)],
        "events": [],
        "log_head": None,
        "reason": "seed-missing",
    }


def test_a_hand_on_another_table_has_a_number_of_its_own(asked: Asking) -> None:
    hand = dealt(1)
    rename(hand, table="second", hand="second.7", number=7)
    assert asked.post("/hands/second.7/commit", {"header": hand.header}).status_code == 201
