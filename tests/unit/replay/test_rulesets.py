"""Rule sets: released ones never change, each is read as it is written, and one of a house's own makes sense.

Source: RECORD.md, "Rule sets"; gulan/RULES.md, "Decks"; PROTOCOL.md, "Header" (`rules_digest`).
"""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
import rfc8785

from dealproof.replay import rulesets
from dealproof.replay.games import FAMILIES, gulan
from dealproof.replay.games.gulan.consistency import contradictions
from dealproof.replay.games.gulan.ruleset import RuleSet
from dealproof.replay.games.gulan.variants import GULAN_28, STANDARD_28, VARIANTS
from dealproof.replay.json_schema import dataclass_json
from dealproof.verifier.errors import Malformed
from tests.generate.schema_fixtures import put
from tests.support.paths import ROOT

DIGESTS: dict[str, str] = json.loads((ROOT / "fixtures" / "rulesets.json").read_bytes())
Json = dict[str, Any]
each_rule_set = pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)


def changed(*changes: tuple[str, Any], base: RuleSet = STANDARD_28) -> Json:
    """The JSON of a house's own rules, with values changed at pointers."""
    told: Json = dataclass_json.write(replace(base, id="house"))
    for pointer, value in changes:
        put(pointer, value)(told)
    return told


def fault(value: Any) -> Malformed:
    with pytest.raises(Malformed) as found:
        gulan.read(value, "house", "/rules")
    return found.value


# Released rule sets never change: a change is a new ID


@pytest.mark.parametrize("id", rulesets.ids())
def test_the_digest_of_a_released_rule_set_stays(id: str) -> None:
    game = rulesets.builtin(id)
    assert game is not None
    assert game.digest == sha256(rfc8785.dumps(game.to_json())).hexdigest() == DIGESTS[id]


def test_every_rule_set_that_was_ever_released_is_still_built_in() -> None:
    assert set(DIGESTS) == set(rulesets.ids())
    assert rulesets.builtin("29-standard") is None


# Read as written


@each_rule_set
def test_a_rule_set_is_read_as_it_is_written(rules: RuleSet) -> None:
    told = dataclass_json.write(rules)
    assert dataclass_json.read(RuleSet, told, "") == rules
    assert dataclass_json.read(RuleSet, json.loads(json.dumps(told)), "") == rules
    assert dataclass_json.write(dataclass_json.read(RuleSet, told, "")) == told
    assert told["id"] == rules.id


@each_rule_set
def test_a_built_in_rule_set_contradicts_itself_nowhere(rules: RuleSet) -> None:
    assert list(contradictions(rules)) == []
    own = dataclass_json.write(replace(rules, id="house"))
    assert gulan.read(own, "house", "/rules").rules == replace(rules, id="house")


# Options: each value of each is read, and nothing else


def test_every_option_is_named_and_an_unknown_value_refused() -> None:
    """An option is refused by name, never ignored."""
    for pointer in options(dataclass_json.write(STANDARD_28)):
        found = fault(changed((pointer, "unheard-of")))
        assert found.pointer == f"/rules{pointer}"
        assert found.code in ("unknown-option", "wrong-type")
        assert fault(changed((f"{pointer}-too", True))).code == "unknown-key"


def options(value: Json, pointer: str = "") -> list[str]:
    found: list[str] = []
    for key, each in value.items():
        if isinstance(each, dict) and key not in ("pack", "score"):
            found += options(each, f"{pointer}/{key}")
        elif key not in ("id", "pack", "score", "stages"):
            found.append(f"{pointer}/{key}")
    return found


ALL_OPTIONS: list[tuple[RuleSet, str, Any]] = [
    (GULAN_28, "/stages/0/auction/rounds", 1),
    (GULAN_28, "/trump/self_reveal", "concealed-card"),
    (GULAN_28, "/thani/trump", "first-led"),
    (GULAN_28, "/thani/partners", "sit-out"),
    (GULAN_28, "/jodi/bids", "below-honors"),
    (GULAN_28, "/jodi/min_cards", 3),
    (GULAN_28, "/jodi/score", "double"),
    (GULAN_28, "/score/senior", "as-honors"),
    (GULAN_28, "/match/stock", 5),
    (GULAN_28, "/match/method", "box"),
    (GULAN_28, "/match/kunukku_off", "counter-slam"),
    (GULAN_28, "/no_jack_discard", True),
    (STANDARD_28, "/jodi/enabled", True),
    (STANDARD_28, "/redeal/four_jacks_in_eight", True),
    (STANDARD_28, "/redeal/no_points_in_hand", "may"),
    (STANDARD_28, "/no_jack_discard", True),
]


@pytest.mark.parametrize(("base", "pointer", "value"), ALL_OPTIONS)
def test_every_option_of_the_rules_can_be_switched(base: RuleSet, pointer: str, value: Any) -> None:
    """gulan/RULES.md, wherever it says `option`; it changes the digest."""
    game = gulan.read(changed((pointer, value), base=base), "house", "/rules")
    assert game.digest != gulan.read(changed(base=base), "house", "/rules").digest


# Contradictions, line by line


RANK = {"rank": "6", "copies": 1, "points": 0}
STAGES: list[Json] = dataclass_json.write(STANDARD_28)["stages"]
TEAM_PASS = {"order": "team-pass", "minimum": 14}

CONTRADICTIONS: list[tuple[str, str, list[tuple[str, Any]]]] = [
    ("/seats", "odd-seats", [("/seats", 3)]),
    ("/seats", "odd-seats", [("/seats", 0)]),
    ("/seats", "odd-seats", [("/seats", 14)]),
    ("/seats", "odd-seats", [("/seats", -2)]),
    ("/pack/ranks", "no-cards", [("/pack/ranks", [])]),
    ("/pack/ranks/0/rank", "unknown-rank", [("/pack/ranks/0/rank", "10")]),
    ("/pack/ranks/0/rank", "unknown-rank", [("/pack/ranks/0/rank", "j")]),
    ("/pack/ranks/0/rank", "unknown-rank", [("/pack/ranks/0/rank", "")]),
    ("/pack/ranks/0/rank", "unknown-rank", [("/pack/ranks/0/rank", "JQ")]),
    ("/pack/ranks/7/rank", "equal-ranks", [("/pack/ranks/7/rank", "J")]),
    ("/pack/ranks/2/copies", "out-of-range", [("/pack/ranks/2/copies", 0)]),
    ("/pack/ranks/2/copies", "out-of-range", [("/pack/ranks/2/copies", 3)]),
    ("/pack/ranks/7/points", "wrong-points", [("/pack/ranks/7/points", -1)]),
    ("/pack/ranks/0/points", "wrong-points", [("/pack/ranks/0/points", 4)]),
    (
        "/pack/ranks",
        "out-of-order",
        [
            ("/pack/ranks/0", {"rank": "9", "copies": 1, "points": 2}),
            ("/pack/ranks/1", {"rank": "J", "copies": 1, "points": 3}),
        ],
    ),
    ("/pack/aliases/3", "unknown-rank", [("/pack/aliases", {"3": "J"})]),
    ("/pack/aliases/J", "unknown-rank", [("/pack/aliases", {"J": "3"})]),
    ("/pack/aliases/7", "unknown-rank", [("/pack/aliases", {"7": "8", "8": "Q"})]),
    ("/pack/aliases/9", "unknown-rank", [("/pack/aliases", {"9": "J"})]),
    ("/pack/aliases/a~1b", "unknown-rank", [("/pack/aliases", {"a/b": "J"})]),
    (
        "/pack/aliases/3",
        "two-packs",
        [("/pack/ranks/7", {"rank": "3", "copies": 2, "points": 3}), ("/pack/aliases", {"3": "J"})],
    ),
    ("/pack/ranks/7/rank", "unknown-rank", [("/pack/ranks/7", {"rank": "3", "copies": 1, "points": 3})]),
    ("/stages", "no-deal", [("/stages", [])]),
    ("/stages/0/packets", "out-of-range", [("/stages/0/packets", [])]),
    ("/stages/1/packets", "out-of-range", [("/stages/1/packets", [5, -1])]),
    ("/stages/1/packets", "out-of-range", [("/stages/1/packets", [4, 0])]),
    ("/stages", "uneven-deal", [("/stages/1/packets", [3])]),
    ("/stages", "uneven-deal", [("/stages/1/packets", [5])]),
    ("/stages", "uneven-deal", [("/seats", 6)]),
    ("/stages", "uneven-deal", [("/pack/ranks/7/copies", 2)]),
    ("/total", "wrong-total", [("/total", 27)]),
    ("/honors", "out-of-range", [("/honors", 29)]),
    ("/honors", "out-of-range", [("/honors", 13)]),
    ("/senior", "out-of-range", [("/senior", 20)]),
    ("/senior", "out-of-range", [("/senior", 29)]),
    ("/stages/0/auction/minimum", "out-of-range", [("/stages/0/auction/minimum", 0)]),
    ("/stages/1/auction/minimum", "out-of-range", [("/stages/1/auction/minimum", 29)]),
    ("/stages/0/auction/rounds", "out-of-range", [("/stages/0/auction/rounds", 2)]),
    ("/stages/0/auction/rounds", "out-of-range", [("/stages/0/auction", TEAM_PASS | {"rounds": 3})]),
    ("/stages/0/auction/rounds", "out-of-range", [("/stages/0/auction", TEAM_PASS | {"rounds": 0})]),
    ("/score/bands", "no-price", [("/score/bands", [])]),
    ("/score/bands", "no-price", [("/score/bands/0/at_least", 15)]),
    ("/score/bands/1/at_least", "out-of-order", [("/score/bands/1/at_least", 14)]),
    ("/score/bands/2/at_least", "out-of-order", [("/score/bands/2/at_least", 19)]),
    ("/score/bands/0", "out-of-range", [("/score/bands/0/made", 0)]),
    ("/score/bands/0", "out-of-range", [("/score/bands/0/failed", 0)]),
    ("/score/thani/failed", "no-flags", [("/score/thani/failed", "flag")]),
    ("/score/jodi/failed", "no-flags", [("/score/jodi/failed", "flag")]),
    ("/score/thani", "out-of-range", [("/score/thani/made", 0)]),
    ("/score/jodi", "out-of-range", [("/score/jodi/failed", 1)]),
    ("/match", "out-of-range", [("/match/stock", 0)]),
    ("/match", "out-of-range", [("/match/flag_at", 0)]),
    ("/match/stock", "out-of-range", [("/match/stock", 2**53 - 1)]),
    ("/match/stock", "out-of-range", [("/match/stock", 2**52)]),
    ("/score/bands/2/made", "out-of-range", [("/score/bands/2/made", 2**52 - 1)]),
    ("/score/bands/0/failed", "out-of-range", [("/score/bands/0/failed", 1 - 2**52)]),
    ("/score/thani/made", "out-of-range", [("/score/thani/made", 2**53 - 1)]),
    ("/score/jodi/failed", "out-of-range", [("/score/jodi/failed", 1 - 2**53)]),
    ("/score/no_points", "out-of-range", [("/score/no_points", 2**53 - 1)]),
    ("/jodi/min_cards", "out-of-range", [("/jodi/min_cards", -1)]),
    ("/jodi/min_cards", "out-of-range", [("/jodi/min_cards", 9)]),
    ("/jodi/last_trick", "out-of-range", [("/jodi/last_trick", 0)]),
    ("/jodi/last_trick", "out-of-range", [("/jodi/last_trick", 9)]),
    ("/score/no_points", "out-of-range", [("/score/no_points", 0)]),
    ("/score/bands/2/at_least", "out-of-range", [("/score/bands/2/at_least", 29)]),
    ("/score/total_named", "no-price", [("/score/total_named", True)]),
    (
        "/redeal/four_jacks_in_eight",
        "without-effect",
        [("/redeal/four_jacks_in_eight", True), ("/stages", [{"packets": [8], "auction": STAGES[0]["auction"]}])],
    ),
    (
        "/redeal/four_jacks_in_eight",
        "without-effect",
        [("/redeal/four_jacks", None), ("/redeal/four_jacks_in_eight", True)],
    ),
    ("/score/senior", "without-effect", [("/score/senior", "as-honors")]),
    ("/id", "other-name", [("/id", "another")]),
]


@pytest.mark.parametrize(("pointer", "code", "changes"), CONTRADICTIONS)
def test_rules_that_contradict_themselves_are_refused_at_the_value(
    pointer: str, code: str, changes: list[tuple[str, Any]]
) -> None:
    found = fault(changed(*changes))
    assert (found.pointer, found.code) == (f"/rules{pointer}", code)
    assert found.reason.endswith(".")


# Edges that are inside


def tables(seats: int, packets: list[int], ranks: str) -> Json:
    """Rules for so many seats, the pack dealt in one stage."""
    points = {"J": 3, "3": 3, "9": 2, "A": 1, "T": 1}
    pack = [{"rank": rank, "copies": 1, "points": points.get(rank, 0)} for rank in ranks]
    return changed(
        ("/seats", seats),
        ("/pack", {"ranks": pack, "aliases": {"3": "J"} if "3" in ranks else {}}),
        ("/total", 4 * sum(each["points"] for each in pack)),
        ("/stages", [{"packets": packets, "auction": STAGES[0]["auction"]}]),
    )


INSIDE: dict[str, Callable[[], Json]] = {
    "two seats": lambda: tables(2, [16], "J9ATKQ87"),
    "eight seats": lambda: tables(8, [4], "J9ATKQ87"),
    "ten seats": lambda: tables(10, [4], "J39ATKQ876"),
    "twelve seats": lambda: tables(12, [1, 2], "J9ATKQ876"),
    "honors at the total": lambda: changed(("/honors", 28)),
    "honors at the least bid": lambda: changed(("/honors", 14)),
    "senior just above honors": lambda: changed(("/senior", 21)),
    "the least bid the total": lambda: changed(("/stages/1/auction/minimum", 28)),
    "a band below every bid": lambda: changed(("/score/bands/0/at_least", -5)),
    "the largest stock": lambda: changed(("/match/stock", 2**52 - 1)),
    "the largest price": lambda: changed(("/score/thani/made", 2**52 - 2)),
    "three for jack": lambda: changed(base=VARIANTS[4]),
}


@pytest.mark.parametrize("name", INSIDE)
def test_rules_at_an_edge_are_read(name: str) -> None:
    value = INSIDE[name]()
    assert gulan.read(value, "house", "/rules").to_json() == value


def test_rules_of_a_house_are_prepared_once_and_kept_by_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Item 5: the hands of a house bring the same rules, hand after hand."""
    own = json.loads(json.dumps(rulesets.preset("house-28-six").to_json()))  # type: ignore[union-attr]
    own["id"] = "house-of-this-test"  # what another test has read is kept already
    read: list[str] = []
    family = FAMILIES[own["family"]]
    counted = replace(family, read=lambda *given: (read.append("read"), family.read(*given))[1])
    monkeypatch.setitem(FAMILIES, own["family"], counted)
    first = rulesets.read(own, own["id"], "/rules")
    again = rulesets.read(dict(reversed(own.items())), own["id"], "/rules")
    assert again is first
    assert read == ["read"]
    with pytest.raises(Malformed):
        rulesets.read(own, "another-id", "/rules")
    other = rulesets.read(own | {"id": "other"}, "other", "/rules")
    assert other.digest != first.digest


def test_rules_that_cannot_be_read_are_not_kept_and_name_the_same_fault_again() -> None:
    for value in ({"family": "gulan", "b": 1, "a": 2}, {"family": "gulan", "a": 1.5}, {"family": "rummy", "\ud800": 1}):
        said = []
        for _ in range(2):
            with pytest.raises(Malformed) as fault:
                rulesets.read(value, "x", "/rules")
            said.append((fault.value.pointer, fault.value.code))
        assert said[0] == said[1]


def test_how_many_rule_sets_are_kept_is_bounded() -> None:
    own = rulesets.preset("house-28-six")
    assert own is not None
    for number in range(rulesets.MOST_KEPT + 9):
        rulesets.read(own.to_json() | {"id": f"house-{number}"}, f"house-{number}", "/rules")
    assert rulesets._kept.cache_info().currsize == rulesets.MOST_KEPT
