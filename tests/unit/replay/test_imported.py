"""Imported hands: what is read, what is malformed and where, and each verdict (RECORD.md, "Imported hands")."""

import json
from copy import deepcopy
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.replay import imported as audit
from dealproof.replay import rulesets
from dealproof.replay.audit import deal
from dealproof.replay.core.rulings import UNIFORM_SHUFFLE
from dealproof.replay.games.kazhutha.deck import ALL_CARDS
from dealproof.replay.imported import audit_import, deal_import
from dealproof.replay.record import imported
from dealproof.replay.record.record import from_json
from dealproof.replay.simulation.imported_hands import imported as imported_hand
from dealproof.replay.simulation.records import simulate
from dealproof.verifier.encoding import canonical
from dealproof.verifier.errors import Malformed

Json = dict[str, Any]
SEED = "imported hands"
COUNT = 12


def pairs(rules: str, count: int = COUNT) -> list[tuple[Json, Json]]:
    """Simulated hands of a rule set, each with the same hand imported."""
    game = rulesets.games()[rules]
    return [(hand.record, imported_hand(hand).record) for hand in simulate(game, SEED, count)]


HANDS = {
    rules: pairs(rules) for rules in ("28-standard", "40-cheettukali", "56-gulan", "seating-28", "kazhutha", "rummy-13")
}


def with_claim(rules: str) -> Json:
    return next(record for _, record in HANDS[rules] if record["claim"] and record["events"])


TWENTY_EIGHT, KAZHUTHA = with_claim("28-standard"), with_claim("kazhutha")
REDEALT = next(record for _, record in HANDS["28-standard"] if len(record["deals"]) > 1)
RESHUFFLED = next(record for _, record in HANDS["rummy-13"] if len(record["deals"]) > 1)


def judged(record: Any) -> Json:
    return audit_import(json.dumps(record).encode()).to_json()


def changed(record: Json, **changes: Any) -> Json:
    """A copy with other values; `...` takes a key away."""
    made = deepcopy(record) | changes
    return {key: value for key, value in made.items() if value is not ...}


# Reading


@pytest.mark.parametrize("rules", HANDS)
def test_a_record_is_read_as_it_is_written(rules: str) -> None:
    for _, record in HANDS[rules]:
        data = canonical(record)
        assert imported.format(imported.parse(data)) == data
        assert imported.is_imported(record)


def test_other_records_are_no_imported_hands() -> None:
    hand, _ = HANDS["28-standard"][0]
    assert not imported.is_imported(hand)
    with pytest.raises(Malformed):
        imported.parse(canonical(hand))


FIRST, SECOND = REDEALT["deals"][:2]
OWN = {"rule_set": rulesets.presets()["house-28-six"].to_json(), "rules": "house-28-six"}
EVENT = TWENTY_EIGHT["events"][0]
MALFORMED: dict[str, tuple[Any, str, str]] = {
    "no-object": ([], "", "wrong-type"),
    "another-version": (changed(TWENTY_EIGHT, format="dealproof/import/2"), "/format", "unknown-format"),
    "unknown-key": (changed(TWENTY_EIGHT, server_seed=None), "/server_seed", "unknown-key"),
    "no-hand": (changed(TWENTY_EIGHT, hand=...), "/hand", "missing-key"),
    "hand-no-id": (changed(TWENTY_EIGHT, hand="a b"), "/hand", "not-an-id"),
    "number-nought": (changed(TWENTY_EIGHT, number=0), "/number", "out-of-range"),
    "rules-a-number": (changed(TWENTY_EIGHT, rules=28), "/rules", "wrong-type"),
    "rules-unknown": (changed(TWENTY_EIGHT, rules="28-nowhere"), "/rules", "unknown-rules"),
    "rule-set-of-a-built-in-one": (changed(TWENTY_EIGHT, rule_set={}), "/rule_set", "rules-not-null"),
    "rule-set-missing": (changed(TWENTY_EIGHT, rule_set=...), "/rule_set", "missing-key"),
    "own-rules-of-another-name": (changed(TWENTY_EIGHT, **OWN | {"rules": "x"}), "/rule_set/id", "other-name"),
    "own-rules-for-six": (changed(TWENTY_EIGHT, **OWN), "/seats", "wrong-number-of-seats"),
    "own-rules-no-object": (changed(TWENTY_EIGHT, rules="x", rule_set=[]), "/rule_set", "wrong-type"),
    "three-seats": (changed(TWENTY_EIGHT, seats=["a", "b", "c"]), "/seats", "wrong-number-of-seats"),
    "equal-names": (changed(TWENTY_EIGHT, seats=["a", "b", "a", "c"]), "/seats/2", "equal-names"),
    "dealer-null": (changed(TWENTY_EIGHT, dealer=None), "/dealer", "wrong-type"),
    "dealer-in-kazhutha": (changed(KAZHUTHA, dealer=0), "/dealer", "no-dealer"),
    "first-seat-where-none-is-drawn": (changed(TWENTY_EIGHT, first_seat=0), "/first_seat", "no-first-seat"),
    "first-seat-missing": (changed(KAZHUTHA, first_seat=...), "/first_seat", "missing-key"),
    "first-seat-null": (changed(KAZHUTHA, first_seat=None), "/first_seat", "wrong-type"),
    "first-seat-outside": (changed(KAZHUTHA, first_seat=8), "/first_seat", "no-such-seat"),
    "match-in-kazhutha": (
        changed(KAZHUTHA, match={"id": "m", "number": 1, "before": {}}),
        "/match",
        "no-match",
    ),
    "match-without-its-number": (
        changed(TWENTY_EIGHT, match={"id": "m", "before": {}}),
        "/match/number",
        "missing-key",
    ),
    "standing-of-another-method": (
        changed(TWENTY_EIGHT, match={"id": "m", "number": 1, "before": {"net": 0}}),
        "/match/before/net",
        "unknown-key",
    ),
    "deals-no-list": (changed(TWENTY_EIGHT, deals={}), "/deals", "wrong-type"),
    "no-deals": (changed(TWENTY_EIGHT, deals=[]), "/deals/0", "missing-deal"),
    "too-many-deals": (changed(TWENTY_EIGHT, deals=[[]] * 10_002), "/deals", "too-many"),
    "a-deal-no-list": (changed(TWENTY_EIGHT, deals=["As"]), "/deals/0", "wrong-type"),
    "a-card-a-number": (changed(TWENTY_EIGHT, deals=[[*FIRST[:-1], 7]]), "/deals/0/31", "wrong-type"),
    "no-card-of-the-notation": (changed(TWENTY_EIGHT, deals=[[*FIRST[:-1], "10s"]]), "/deals/0", "wrong-cards"),
    "a-card-of-another-pack": (changed(TWENTY_EIGHT, deals=[[*FIRST[:-1], "2s"]]), "/deals/0", "wrong-cards"),
    "a-card-twice": (changed(TWENTY_EIGHT, deals=[[*FIRST[:-1], FIRST[0]]]), "/deals/0", "wrong-cards"),
    "a-card-missing": (changed(TWENTY_EIGHT, deals=[FIRST[:-1]]), "/deals/0", "wrong-cards"),
    "a-card-too-many": (changed(TWENTY_EIGHT, deals=[[*FIRST, FIRST[0]]]), "/deals/0", "wrong-cards"),
    "second-deal-missing": (changed(REDEALT, deals=[FIRST]), "/deals/1", "missing-deal"),
    "second-deal-of-other-cards": (
        changed(REDEALT, deals=[FIRST, [*SECOND[1:], SECOND[1]], *REDEALT["deals"][2:]]),
        "/deals/1",
        "wrong-cards",
    ),
    "a-deal-that-nothing-needs": (
        changed(TWENTY_EIGHT, deals=[*TWENTY_EIGHT["deals"], SECOND]),
        "/deals/1",
        "unused-deal",
    ),
    "stock-missing": (changed(RESHUFFLED, deals=RESHUFFLED["deals"][:1]), "/deals/1", "missing-deal"),
    "stock-of-the-whole-pack": (
        changed(RESHUFFLED, deals=[RESHUFFLED["deals"][0], RESHUFFLED["deals"][0], *RESHUFFLED["deals"][2:]]),
        "/deals/1",
        "wrong-cards",
    ),
    "an-event-signed": (
        changed(TWENTY_EIGHT, events=[{**EVENT, "sig": "A" * 86 + "=="}]),
        "/events/0/sig",
        "unknown-key",
    ),
    "another-fault-in-a-signed-event": (
        changed(TWENTY_EIGHT, events=[{**EVENT, "sig": 1, "seat": 9}]),
        "/events/0/seat",
        "no-such-seat",
    ),
    "a-fault-before-a-signed-event": (
        changed(TWENTY_EIGHT, events=[{"do": "fly"}, {**EVENT, "sig": 1}]),
        "/events/0/do",
        "unknown-do",
    ),
    "an-event-of-another-game": (changed(KAZHUTHA, events=[{"seat": 0, "do": "pass"}]), "/events/0/do", "unknown-do"),
    "times-go-back": (
        changed(KAZHUTHA, events=[{"seat": 0, "do": "timeout", "t": 5}, {"seat": 1, "do": "timeout", "t": 4}]),
        "/events/1/t",
        "time-goes-back",
    ),
    "a-claim-of-another-shape": (changed(TWENTY_EIGHT, claim={}), "/claim/bid", "missing-key"),
    "origin-missing": (changed(TWENTY_EIGHT, origin=...), "/origin", "missing-key"),
    "origin-empty": (changed(TWENTY_EIGHT, origin=""), "/origin", "wrong-length"),
    "origin-too-long": (changed(TWENTY_EIGHT, origin="x" * 257), "/origin", "wrong-length"),
    "origin-null": (changed(TWENTY_EIGHT, origin=None), "/origin", "wrong-type"),
    "fraction-in-a-deal": (changed(TWENTY_EIGHT, deals=[[*FIRST[:-1], 0.5]]), "/deals/0/31", "float"),
}


@pytest.mark.parametrize(("record", "pointer", "code"), MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_imported_hand_is_malformed_at_its_place(record: Any, pointer: str, code: str) -> None:
    verdict = judged(record)
    assert verdict["verdict"] == "malformed"
    assert (verdict["malformed"]["pointer"], verdict["malformed"]["code"]) == (pointer, code)
    assert (verdict["checks"], verdict["grade"]) == ({}, None)


KEPT_ORDER = (
    *("hand", "table", "number", "rules", "seats", "dealer", "first_seat", "match", "rule_set"),
    *("deals", "events", "claim", "origin"),
)


def test_of_several_faults_the_first_in_the_order_of_the_record_is_named() -> None:
    """RECORD.md, "Imported hands": the keys one after the other, then what is found while the hand is dealt."""
    record = changed(with_claim("rummy-13"), **dict.fromkeys(KEPT_ORDER, False))
    for key in KEPT_ORDER:
        assert judged(record)["malformed"]["pointer"] == f"/{key}"
        if key == "rule_set":
            assert judged(record)["malformed"]["code"] == "rules-not-null"
        record[key] = with_claim("rummy-13")[key]
    assert judged(record)["verdict"] == "verified"


@given(st.binary(max_size=40) | st.integers(1, 400).map(lambda place: canonical(TWENTY_EIGHT)[place:]))
def test_whatever_the_bytes_are_there_is_a_verdict(data: bytes) -> None:
    assert audit_import(data).verdict == "malformed"


# Verdicts


@pytest.mark.parametrize("rules", HANDS)
def test_an_imported_hand_shows_legality_and_result_and_nothing_of_the_deck(rules: str) -> None:
    """PROTOCOL.md, "What a check answers": all but `legal` and `result` are not shown, and there is no grade."""
    for _, record in HANDS[rules]:
        verdict = judged(record)
        shown = {name: answer for name, answer in verdict["checks"].items() if answer != "not shown"}
        assert shown == {"legal": "passed"} | ({"result": "passed"} if record["claim"] else {})
        assert (verdict["verdict"], verdict["grade"]) == ("verified", None)
        assert verdict["remarks"][0] == {"event": None, "remark": "imported"}
        assert not {UNIFORM_SHUFFLE.id, "first-player-drawn"} & {*verdict["rulings"]}
        assert (verdict["published"], verdict["decks"]) == (None, None)


def test_every_verdict_holds_alone_or_with_the_others() -> None:
    claim = {**KAZHUTHA["claim"], "donkey": 99}
    assert judged(changed(KAZHUTHA, claim=claim))["all"] == ["mismatch"]
    assert judged(changed(KAZHUTHA, claim=claim))["differences"] == [
        {"field": "/donkey", "claimed": 99, "computed": KAZHUTHA["claim"]["donkey"]}
    ]
    assert judged(changed(KAZHUTHA, events=KAZHUTHA["events"][:-1]))["all"] == ["incomplete"]
    illegal = judged(changed(KAZHUTHA, events=[{"seat": 0, "do": "play", "card": "Jk"}], claim=claim))
    assert illegal["all"] == ["illegal"]
    assert illegal["fault"]["event"] == 0
    assert (illegal["checks"]["legal"], illegal["checks"]["result"]) == ("failed", "not shown")


def test_after_an_illegal_event_no_later_deal_is_compared() -> None:
    """RECORD.md, "Verdict": after the first illegal event nothing more is judged."""
    record = changed(REDEALT, events=[{"seat": 0, "do": "play", "card": "Jk"}], deals=[FIRST, ["As"]])
    assert judged(record)["verdict"] == "illegal"


def test_a_house_with_rules_of_its_own_is_judged_by_them() -> None:
    game = rulesets.presets()["house-28-six"]
    record = imported_hand(next(simulate(game, SEED, 1))).record
    assert record["rule_set"] == game.to_json()
    assert judged(record)["verdict"] == "verified"
    other = changed(record, rule_set={**record["rule_set"], "id": "other"})
    assert judged(other)["malformed"]["pointer"] == "/rule_set/id"


@pytest.mark.parametrize("rules", HANDS)
def test_a_hand_imported_and_the_same_hand_from_its_seeds_are_the_same_after_every_event(rules: str) -> None:
    for sealed, record in HANDS[rules]:
        from_seeds, given_cards = deal(from_json(sealed)), deal_import(imported.from_json(record))
        read = imported.from_json(record)
        game, seats = read.game, range(len(read.seats))
        for event in (*read.events, None):
            assert game.legal(from_seeds) == game.legal(given_cards)
            assert [game.view(from_seeds, each) for each in seats] == [game.view(given_cards, each) for each in seats]
            if event is not None:
                from_seeds.apply(event)
                given_cards.apply(event)


@given(st.sampled_from(sorted(HANDS)), st.data())
def test_any_prefix_of_a_legal_hand_replays(rules: str, data: st.DataObject) -> None:
    """With as many deals as the prefix needs it is legal; with another number of deals it is malformed."""
    record = data.draw(st.sampled_from([record for _, record in HANDS[rules]]))
    events = record["events"][: data.draw(st.integers(0, len(record["events"])))]
    verdicts = {}
    for count in range(1, len(record["deals"]) + 1):
        verdicts[count] = judged(changed(record, events=events, deals=record["deals"][:count], claim=None))["verdict"]
    assert [verdict for verdict in verdicts.values() if verdict != "malformed"] in (["verified"], ["incomplete"])


def cards_of(rules: str, hand: Any) -> list[int]:
    """Every card of a hand of rummy, or of the masks of Kazhutha, wherever it lies."""
    if rules == "rummy-13":
        return sorted(chain(*hand.hands, *hand.gone, hand.stock, hand.discards, [hand.turned]))
    masks = [*hand.hands, hand.discards, hand.table]
    assert sum(mask.bit_count() for mask in masks) == ALL_CARDS.bit_count()
    return masks


@pytest.mark.parametrize("rules", ["rummy-13", "kazhutha"])
def test_no_card_is_lost_or_doubled_by_any_event(rules: str) -> None:
    for _, record in HANDS[rules]:
        read = imported.from_json(record)
        hand = deal_import(read)
        before = cards_of(rules, hand)
        for event in read.events:
            hand.apply(event)
            assert rules == "kazhutha" or cards_of(rules, hand) == before
            cards_of(rules, hand)


def test_where_judging_fails_the_verdict_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(audit, "_judge", failing)
    verdict = audit_import(json.dumps(TWENTY_EIGHT).encode())
    assert verdict.verdict == "error"
    assert "secret" not in str(verdict.error)
    assert verdict.hand == TWENTY_EIGHT["hand"]
