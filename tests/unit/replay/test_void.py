"""Void records: what is read, what is malformed and where, and the decks that were thrown away (RECORD.md, "Void
records")."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.replay import rulesets, void
from dealproof.replay.record import void as voids
from dealproof.replay.void import audit_void
from dealproof.verifier.encoding import canonical
from dealproof.verifier.errors import Malformed
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt
from tests.reference import protocol
from tests.support.paths import ROOT

VECTORS = {
    each["name"]: each for each in map(json.loads, (ROOT / "fixtures" / "log" / "void.jsonl").read_bytes().splitlines())
}
DEALT: dict[str, Any] = VECTORS["players-left-28"]["record"]
MISSING: dict[str, Any] = VECTORS["seed-missing-one"]["record"]
GOOD = [each["record"] for each in VECTORS.values() if each["expect"]["pointer"] is None]


def told(record: Any) -> dict[str, Any]:
    return audit_void(json.dumps(record).encode()).to_json()


@pytest.mark.parametrize("record", GOOD, ids=lambda record: record["header"]["hand"])
def test_a_void_record_is_read_as_it_is_written(record: dict[str, Any]) -> None:
    data = canonical(record)
    assert voids.format(voids.parse(data)) == data
    assert voids.is_void(record)


def test_a_hand_record_is_no_void_record() -> None:
    hand = {key: DEALT[key] for key in DEALT if key not in ("format", "reason")} | {"claim": None}
    assert not voids.is_void(hand)
    with pytest.raises(Malformed):
        voids.parse(canonical(hand))


MALFORMED = {
    "no-object": ([], "", "wrong-type"),
    "another-kind": ({**DEALT, "format": "dealproof/import/1"}, "/format", "unknown-format"),
    "hidden": ({**DEALT, "server_seed": None}, "/server_seed", "wrong-type"),
    "seed-false": ({**MISSING, "player_seeds": [False, *MISSING["player_seeds"][1:]]}, "/player_seeds/0", "wrong-type"),
    "seeds-null": ({**MISSING, "player_seeds": None}, "/player_seeds", "wrong-type"),
    "log-head-short": ({**DEALT, "log_head": "00"}, "/log_head", "not-hex"),
    "log-head-without-a-seed": ({**MISSING, "log_head": "00" * 32}, "/log_head", "not-dealt"),
    "events-without-log-head": ({**DEALT, "log_head": None}, "/events", "not-dealt"),
    "both-without-a-seed": (
        {**DEALT, "player_seeds": MISSING["player_seeds"], "reason": "seed-missing"},
        "/log_head",
        "not-dealt",
    ),
    "reason-a-list": ({**DEALT, "reason": ["misdeal"]}, "/reason", "wrong-type"),
    "reason-in-capitals": ({**DEALT, "reason": "Misdeal"}, "/reason", "unknown-value"),
    "nobody-missing": ({**DEALT, "reason": "seed-missing"}, "/reason", "wrong-reason"),
    "missing-for-another-reason": ({**MISSING, "reason": "players-left"}, "/reason", "wrong-reason"),
    "fraction-in-an-event": ({**DEALT, "events": [{**DEALT["events"][0], "t": 0.5}]}, "/events/0/t", "float"),
}


@pytest.mark.parametrize(("record", "pointer", "code"), MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_void_record_is_malformed_at_its_place(record: Any, pointer: str, code: str) -> None:
    verdict = told(record)
    assert verdict["verdict"] == "malformed"
    assert (verdict["malformed"]["pointer"], verdict["malformed"]["code"]) == (pointer, code)


@given(st.binary(max_size=40) | st.integers(1, 400).map(lambda place: canonical(DEALT)[place:]))
def test_whatever_the_bytes_are_there_is_a_verdict(data: bytes) -> None:
    assert audit_void(data).verdict == "malformed"


def test_the_deck_thrown_away_is_that_of_the_seeds() -> None:
    """Recomputed by the slow reference of the protocol."""
    seen = 0
    for record in GOOD:
        decks = told(record)["decks"]
        header, seeds = record["header"], record["player_seeds"]
        assert (decks is None) == (None in seeds)
        if decks is not None:
            game = rulesets.builtin(header["rules"])
            assert game is not None
            stream = protocol.stream(
                bytes.fromhex(record["server_seed"]), protocol.salt(header, seeds), game.draw_of(0)
            )
            order = protocol.shuffle(protocol.Reader(stream), [*range(len(game.deck(len(seeds))))])
            assert decks[game.draw_of(0)] == [game.deck(len(seeds))[place] for place in order]
            seen += 1
    assert seen > 8


def record_of(rules: str, wanted: Any) -> dict[str, Any]:
    """A verified hand of the fixtures that is as wanted."""
    for line in (ROOT / "fixtures" / "records" / f"{rules}.jsonl").read_bytes().splitlines():
        vector = json.loads(line)
        if vector["expect"]["verdict"] == "verified" and wanted(vector["record"]):
            found: dict[str, Any] = vector["record"]
            return found
    raise AssertionError(f"{rules} has no such hand")


def given_up(record: dict[str, Any], events: int) -> dict[str, Any]:
    """The hand given up after some of its events."""
    kept = record["events"][:events]
    head = log_head(salt(record["header"], record["player_seeds"]), kept)
    copied = {key: record[key] for key in ("header", "rules", "server_seed", "player_seeds")}
    return {"format": "dealproof/void/1", **copied, "events": kept, "log_head": head, "reason": "misdeal"}


def test_every_deal_before_a_redeal_is_shown() -> None:
    record = record_of("28-standard", lambda each: any(event["do"] == "redeal" for event in each["events"]))
    place = next(place for place, event in enumerate(record["events"]) if event["do"] == "redeal")
    before, after = told(given_up(record, place)), told(given_up(record, place + 1))
    assert (before["verdict"], [*before["decks"]]) == ("void", ["deal/0"])
    assert [*after["decks"]] == ["deal/0", "deal/1"]
    assert sorted(after["decks"]["deal/0"]) == sorted(after["decks"]["deal/1"])
    assert after["decks"]["deal/0"] == before["decks"]["deal/0"]


def test_a_cut_does_not_change_the_deck_that_is_shown() -> None:
    record = record_of("28-standard", lambda each: each["events"][0]["do"] == "cut")
    assert told(given_up(record, 0))["decks"] == told(given_up(record, 1))["decks"]


def test_a_seating_that_was_given_up_shows_its_one_deck() -> None:
    record = record_of("seating-28", lambda _: True)
    game = rulesets.builtin("seating-28")
    assert game is not None
    assert [*told(given_up(record, 0))["decks"]] == [game.draw_of(0)]


def test_a_stock_made_again_is_no_deal() -> None:
    record = record_of("rummy-13", lambda each: len(each["events"]) > 10)
    assert [*told(given_up(record, len(record["events"]) - 1))["decks"]] == ["deal/0"]


def test_where_judging_fails_the_verdict_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(void, "_judge", failing)
    verdict = audit_void(json.dumps(DEALT).encode())
    assert verdict.verdict == "error"
    assert "secret" not in str(verdict.error)
    assert verdict.hand == DEALT["header"]["hand"]
