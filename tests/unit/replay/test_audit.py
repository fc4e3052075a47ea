"""The audit, row by row. Source: PROTOCOL.md, "What a check answers"; RECORD.md, "Verdict" and "Small print"."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dealproof.replay.audit import audit
from dealproof.replay.verdict import Verdict
from dealproof.verifier.commitment import commit_player_seed
from dealproof.verifier.encoding import format_base64
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.signature import public_key, sign
from dealproof.verifier.stream import salt
from tests.generate.schema_fixtures import put
from tests.support.paths import ROOT
from tests.support.sealed import Sealed, judged

RECORDS = ROOT / "fixtures" / "records"
GULAN = sorted(path for path in RECORDS.glob("*.jsonl") if path.stem[:2] in ("28", "40", "56"))
HASHES = ("commitment", "player-seeds", "rules-digest", "log-head", "signatures")
OTHER = "0" * 64
Json = dict[str, Any]


class Bound(Sealed):
    """A sealed hand all of whose seats have committed, its header changed before anything is dealt."""

    def __init__(self, rules: str = "28-standard", seed: int = 1, **header: Any) -> None:
        super().__init__(rules, seed)
        committed = [commit_player_seed(each) for each in self.player_seeds]
        self.header |= {"player_commitments": committed} | header
        self.salt = salt(self.header, self.player_seeds)
        self.hand = self.start()


@cache
def whole() -> Json:
    """A complete hand in which nothing is left unshown but what no single record can show."""
    key = format_base64(public_key(bytes(range(32))))
    hand = Bound(seat_keys=[None, key, None, None])
    hand.signer = 1
    record: Json = hand.play().record()
    return record


def with_(*changes: tuple[str, Any], record: Json | None = None) -> Json:
    changed = copy.deepcopy(record or whole())
    for pointer, value in changes:
        put(pointer, value)(changed)
    return changed


def logged(events: list[Json], record: Json | None = None, **more: Any) -> Json:
    """The record with another log, its head and its signatures right again."""
    changed = copy.deepcopy(record or whole()) | {"events": copy.deepcopy(events)} | more
    salt_bytes = salt(changed["header"], changed["player_seeds"])
    changed["log_head"] = log_head(salt_bytes, changed["events"])
    for index, event in enumerate(changed["events"]):
        if event.pop("sig", None) or event.get("seat") == 1:
            head = log_head(salt_bytes, changed["events"][: index + 1])
            event["sig"] = format_base64(sign(bytes(range(32)), bytes.fromhex(head)))
    return changed


def checks(verdict: Verdict, *names: str) -> list[str]:
    return [verdict.checks[name] for name in names]


# PROTOCOL.md, "What a check answers", row by row


def test_a_whole_hand_passes_every_check_but_the_one_that_needs_a_log() -> None:
    verdict = judged(whole())
    assert (verdict.verdict, verdict.all, verdict.grade) == ("verified", ("verified",), "C")
    assert verdict.checks.pop("published-before-play") == "not shown"
    assert set(verdict.checks.values()) == {"passed"}


def test_server_seed_not_open_yet() -> None:
    verdict = judged(with_(("/server_seed", None)))
    assert checks(verdict, "commitment", "legal", "result") == ["not shown"] * 3
    assert checks(verdict, "player-seeds", "rules-digest", "log-head", "signatures") == ["passed"] * 4
    assert (verdict.verdict, verdict.all, verdict.grade) == ("hidden", ("hidden",), None)
    assert (verdict.result, verdict.fault, verdict.differences, verdict.rulings) == (None, None, (), ())


@pytest.mark.parametrize("nulls", [(0,), (3,), (0, 1, 2, 3)])
def test_some_seats_commitment_is_null_the_others_match(nulls: tuple[int, ...]) -> None:
    seeds = Bound().player_seeds
    commitments = [None if seat in nulls else commit_player_seed(seed) for seat, seed in enumerate(seeds)]
    verdict = Bound(player_commitments=commitments).play().verdict()
    assert checks(verdict, "player-seeds") == ["not shown"]
    assert (verdict.verdict, verdict.grade) == ("verified", "C")


def test_a_null_commitment_hides_no_other_seats_wrong_one() -> None:
    verdict = Bound(player_commitments=[None, None, OTHER, None]).play().verdict()
    assert checks(verdict, "player-seeds") == ["failed"]
    assert (verdict.verdict, verdict.grade) == ("tampered", "F")


def test_rules_digest_is_null() -> None:
    verdict = Bound(rules_digest=None).play().verdict()
    assert checks(verdict, "rules-digest") == ["not shown"]
    assert (verdict.verdict, verdict.grade) == ("verified", "C")


@pytest.mark.parametrize("keys", [None, [None] * 4])
def test_no_seat_has_a_key(keys: Any) -> None:
    verdict = Bound(seat_keys=keys).play().verdict()
    assert checks(verdict, "signatures") == ["not shown"]
    assert (verdict.verdict, verdict.grade) == ("verified", "C")


def test_no_event_had_to_be_signed() -> None:
    """S17: RECORD.md, "Small print": keys in the header show nothing before their seats act."""
    assert checks(judged(logged([])), "signatures") == ["not shown"]
    assert checks(judged(with_(("/server_seed", None), record=logged([]))), "signatures") == ["not shown"]
    first = whole()["events"][:1]
    assert first[0]["seat"] == 1
    assert checks(judged(logged(first)), "signatures") == ["passed"]


def test_log_stops_early_all_legal_so_far() -> None:
    for events in ([], whole()["events"][:9]):
        verdict = judged(logged(events))
        assert checks(verdict, "legal", "result") == ["passed", "not shown"]
        assert (verdict.verdict, verdict.all, verdict.grade) == ("incomplete", ("incomplete",), "C")
        assert verdict.result is None


def test_an_illegal_event() -> None:
    verdict = judged(logged([{"seat": 1, "do": "pass"}]))
    assert checks(verdict, "legal", "result") == ["failed", "not shown"]
    assert (verdict.verdict, verdict.all, verdict.grade) == ("illegal", ("illegal",), "C")
    assert (verdict.result, verdict.differences) == (None, ())


def test_complete_claim_is_null() -> None:
    verdict = judged(with_(("/claim", None)))
    assert checks(verdict, "legal", "result") == ["passed", "not shown"]
    assert (verdict.verdict, verdict.grade) == ("verified", "C")
    assert verdict.result == whole()["claim"]


def failing() -> dict[str, Json]:
    """By check: the whole hand with one thing changed that this check alone, of the hashes, does not let pass."""
    header = {"server_commitment": OTHER, "rules_digest": OTHER}
    signed = next(index for index, event in enumerate(whole()["events"]) if "sig" in event)
    made = {
        "commitment": Bound(server_commitment=header["server_commitment"]),
        "player-seeds": Bound(player_commitments=[OTHER] * 4),
        "rules-digest": Bound(rules_digest=header["rules_digest"]),
    }
    return {name: hand.play().record() for name, hand in made.items()} | {
        "log-head": with_(("/log_head", OTHER)),
        "signatures": with_((f"/events/{signed}/sig", "A" * 86 + "==")),
    }


@pytest.mark.parametrize("name", HASHES)
def test_a_hash_or_a_signature_does_not_match(name: str) -> None:
    """The one that fails: failed; legality and result as found; grade F."""
    verdict = judged(failing()[name])
    assert [each for each in HASHES if verdict.checks[each] == "failed"] == [name]
    assert checks(verdict, "legal", "result") == ["passed", "passed"]
    assert (verdict.verdict, verdict.all, verdict.grade) == ("tampered", ("tampered",), "F")
    assert verdict.result is not None


def test_after_a_failed_hash_the_replay_goes_on_with_the_seeds_that_stand_there() -> None:
    """RECORD.md, "Verdict": another server seed deals other cards, under which the events are illegal."""
    verdict = judged(with_(("/server_seed", "11" * 32)))
    assert checks(verdict, "commitment", "log-head", "legal") == ["failed", "passed", "failed"]
    assert verdict.all == ("tampered", "illegal")


# The grade: legality and result do not move it


def test_legality_and_result_do_not_move_the_grade() -> None:
    wrong = [with_(("/claim/deals", 9)), logged([{"seat": 0, "do": "play", "card": "2s"}]), logged([])]
    assert {judged(record).grade for record in wrong} == {"C"}
    assert judged(with_(("/log_head", OTHER), record=wrong[1])).grade == "F"


# The verdict: the first that holds, and all


def test_of_several_verdicts_the_first_names_the_hand_and_all_are_listed() -> None:
    mismatch, illegal = with_(("/claim/deals", 9)), logged([{"seat": 0, "do": "pass"}])
    assert judged(mismatch).all == ("mismatch",)
    for record, found in ((mismatch, "mismatch"), (illegal, "illegal"), (logged([]), "incomplete")):
        assert judged(with_(("/log_head", OTHER), record=record)).all == ("tampered", found)
        assert judged(with_(("/server_seed", None), ("/log_head", OTHER), record=record)).all == ("hidden", "tampered")
        assert judged(with_(("/server_seed", None), record=record)).all == ("hidden",)


def test_malformed_stands_alone() -> None:
    verdict = judged(with_(("/server_seed", None), ("/log_head", "x")))
    assert (verdict.all, verdict.checks, verdict.grade) == (("malformed",), {}, None)
    assert verdict.hand == "hand-1"


def test_hidden_and_tampered_has_grade_f() -> None:
    """RECORD.md, "Small print"; the failed hash may be any but the commitment, which is not shown."""
    for name, record in failing().items():
        verdict = judged(with_(("/server_seed", None), record=record))
        expected = (("hidden",), None) if name == "commitment" else (("hidden", "tampered"), "F")
        assert (verdict.all, verdict.grade) == expected


# Differences name leaves


def test_differences_name_leaves() -> None:
    claim = whole()["claim"]
    changes = [
        ("/claim/card_points/1", 99),
        ("/claim/score/points", "flag"),
        ("/claim/trump", None),
        ("/claim/ended", "x"),
    ]
    told = judged(with_(*changes)).to_json()["differences"]
    assert told == [
        {"field": "/ended", "claimed": "x", "computed": claim["ended"]},
        {"field": "/trump", "claimed": None, "computed": claim["trump"]},
        {"field": "/card_points/1", "claimed": 99, "computed": claim["card_points"][1]},
        {"field": "/score/points", "claimed": "flag", "computed": claim["score"]["points"]},
    ]


def test_a_standing_differs_leaf_by_leaf_and_whole_where_one_side_has_none() -> None:
    before = {"kooli": [6, 6], "slams": [0, 0], "kunukku": [False] * 4, "fresh": None}
    hand = Bound("28-gulan", match={"id": "m", "number": 1, "before": before}).play()
    match = hand.record()["claim"]["match"]
    wrong = with_(("/claim/match/kunukku/2", True), ("/claim/match/fresh", 1), record=hand.record())
    assert [each.field for each in judged(wrong).differences] == ["/match/kunukku/2", "/match/fresh"]
    none = judged(with_(("/claim/match", None), record=hand.record()))
    assert [each.to_json() for each in none.differences] == [{"field": "/match", "claimed": None, "computed": match}]


# Signatures


def signing() -> tuple[Json, list[int]]:
    """The whole hand, and the events of the seat that signs."""
    record = copy.deepcopy(whole())
    return record, [index for index, event in enumerate(record["events"]) if event.get("seat") == 1]


def test_every_event_of_a_seat_with_a_key_must_be_signed() -> None:
    record, signed = signing()
    for index in signed:
        sig = record["events"][index].pop("sig")
        assert checks(judged(record), "log-head", "signatures") == ["passed", "failed"]
        record["events"][index]["sig"] = sig
    assert checks(judged(record), "signatures") == ["passed"]


def test_a_signature_covers_the_log_up_to_and_with_its_event() -> None:
    record, signed = signing()
    first, second = signed[:2]
    sigs = [record["events"][index]["sig"] for index in (first, second)]
    record["events"][first]["sig"], record["events"][second]["sig"] = sigs[1], sigs[0]
    assert checks(judged(record), "signatures") == ["failed"]


def test_who_signs_cannot_have_an_earlier_event_changed() -> None:
    record, signed = signing()
    changed = copy.deepcopy(record["events"])
    changed[signed[0]] |= {"t": 1}
    record |= {"events": changed, "log_head": log_head(salt(record["header"], record["player_seeds"]), changed)}
    assert checks(judged(record), "log-head", "signatures") == ["passed", "failed"]


def test_the_sig_of_a_seat_without_a_key_is_not_checked() -> None:
    record, signed = signing()
    other = next(index for index in range(len(record["events"])) if index not in signed)
    record["events"][other]["sig"] = "A" * 86 + "=="
    assert judged(record).verdict == "verified"


def test_an_event_without_a_seat_is_signed_by_nobody() -> None:
    key = format_base64(public_key(bytes(range(32))))
    others = [format_base64(public_key(bytes([seat]) * 32)) for seat in range(3)]
    hands = (Bound(seed=seed, seat_keys=[others[0], key, *others[1:]]) for seed in range(200))
    hand = next(each for each in hands if each.game.legal(each.hand)[-1]["do"] == "redeal")
    reason = hand.game.legal(hand.hand)[-1]["reason"]
    hand.log({"do": "redeal", "reason": reason})
    assert checks(hand.verdict(), "signatures", "legal") == ["not shown", "passed"]
    hand.events[0]["sig"] = "A" * 86 + "=="
    assert checks(hand.verdict(), "signatures", "log-head") == ["not shown", "passed"]
    hand.log({"seat": 1, "do": "bid", "value": 14})
    assert checks(hand.verdict(), "signatures", "legal") == ["failed", "passed"]


# Remarks


def test_two_seats_with_the_same_seed_are_remarked_and_no_fault() -> None:
    hand = Bound(seed=2, player_commitments=[None] * 4)
    hand.player_seeds[3] = hand.player_seeds[1]
    hand.salt = salt(hand.header, hand.player_seeds)
    hand.hand = hand.start()
    verdict = hand.play().verdict()
    assert verdict.to_json()["remarks"] == [{"event": None, "remark": "equal-player-seeds"}]
    assert (verdict.verdict, judged(whole()).remarks) == ("verified", ())
    assert judged(with_(("/server_seed", None), record=hand.record())).remarks == verdict.remarks


# Vectors: an independent implementation says the same of every record, in every field


def vectors(path: Path) -> list[tuple[str, Json, Json]]:
    lines = (json.loads(line) for line in path.read_bytes().splitlines())
    return [(line["name"], line["record"], line["expect"]) for line in lines]


@pytest.mark.parametrize("path", GULAN, ids=lambda path: path.stem)
def test_the_verdict_on_every_vector_is_the_one_expected(path: Path) -> None:
    for name, record, expect in vectors(path):
        told = audit(json.dumps(record).encode()).to_json()
        fault, malformed = told["fault"] or {}, told["malformed"] or {}
        assert isinstance(fault, dict)
        assert isinstance(malformed, dict)
        found = {key: told[key] for key in ("verdict", "all", "checks", "grade", "result", "remarks")}
        found |= {"event": fault.get("event"), "pointer": malformed.get("pointer"), "rules": fault.get("rule")}
        assert found == expect | {"rules": next(iter(expect["rules"]), None)}, name
