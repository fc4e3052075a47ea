"""The record's JSON Schema: all that the parser accepts it accepts; what only the parser refuses is a closed list.

Source: RECORD.md, "Record" and "Limits"; fixtures/schema/README.md (the list).
"""

import ast
import copy
import inspect
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from dealproof.replay import rulesets
from dealproof.replay.games import rummy
from dealproof.replay.games.gulan import consistency
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.variants import STANDARD_28
from dealproof.replay.json_schema.dataclass_json import write
from dealproof.replay.record.record import parse
from dealproof.replay.record.schema import ID, record_schema
from dealproof.verifier.encoding import UNHOLDABLE
from dealproof.verifier.errors import Malformed
from tests.generate.schema_fixtures import FOLDER, examples, house_rules, sound
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

FIXTURES = ROOT / "fixtures"
SCHEMA: dict[str, Any] = record_schema()
VALIDATOR = Draft202012Validator(SCHEMA)
LIST = sorted(path.name.removesuffix(".hand.json") for path in FOLDER.glob("*.hand.json"))
Json = dict[str, Any]


def refusal(data: bytes) -> str | None:
    """The name under which the list has what the parser says of a record, or None where it accepts it."""
    try:
        parse(data)
    except Malformed as fault:
        if fault.pointer.startswith("/header/seat_keys/") and fault.code == "duplicate-key":
            return "one-key-two-seats"
        own = fault.pointer.startswith("/rules/") and fault.code not in UNHOLDABLE
        return f"own-rules-{fault.code}" if own else fault.code
    return None


def check_agree(record: Json) -> None:
    """Parser and schema say the same of a record, but for what the list has."""
    code = refusal(json.dumps(record).encode())
    if VALIDATOR.is_valid(record):
        assert code is None or code in LIST, code
    else:
        assert code is not None


def vectors() -> Iterator[tuple[str, Json]]:
    for path in sorted((FIXTURES / "records").glob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            vector = json.loads(line)
            yield vector["name"], vector["record"]


# What a person reads


def test_it_is_a_schema_of_2020_12_under_its_own_name() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$id"] == ID == "https://dealproof.example/hand/1"


def test_every_definition_is_used_and_none_is_missing() -> None:
    text = json.dumps(SCHEMA)
    for name in SCHEMA["$defs"]:
        assert f'"#/$defs/{name}"' in text, name
    assert text.count("#/$defs/") > len(SCHEMA["$defs"])


# What the list says


@pytest.mark.parametrize("name", LIST)
def test_what_only_the_parser_refuses_stands_in_the_list_with_an_example(name: str) -> None:
    data = (FOLDER / f"{name}.hand.json").read_bytes()
    assert VALIDATOR.is_valid(json.loads(data))
    assert refusal(data) == name


def test_the_examples_are_what_the_generator_writes_and_told_in_the_readme() -> None:
    told = (FOLDER.parent / "README.md").read_text("utf-8")
    written = examples()
    assert sorted(written) == LIST
    for name, data in written.items():
        assert (FOLDER / f"{name}.hand.json").read_bytes() == data
        assert f"`{name}`" in told


def test_the_list_has_every_way_in_which_own_rules_contradict_themselves() -> None:
    """Each code that a family's consistency yields, the name that is not the header's, and aces that a seating
    lacks."""
    trees = (ast.parse(inspect.getsource(module)) for module in (consistency, rummy.consistency))
    yields = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Yield))
    codes = {
        each.elts[1].value for each in yields if isinstance(each, ast.Tuple) and isinstance(each.elts[1], ast.Constant)
    }
    assert {f"own-rules-{code}" for code in codes | {"other-name", "too-few-aces"}} == {
        name for name in LIST if name.startswith("own-")
    }


# What both say alike


@pytest.mark.parametrize("record", [sound(), sound(house_rules())], ids=["built-in", "own rules"])
def test_a_sound_record_is_accepted_by_both(record: Json) -> None:
    assert refusal(json.dumps(record).encode()) is None
    assert VALIDATOR.is_valid(record)


def test_both_say_the_same_of_records_of_every_rule_set() -> None:
    """All malformed ones, and of the others every eighth."""
    for count, (name, record) in enumerate(vectors()):
        if name.startswith("malformed") or count % 8 == 0:
            check_agree(record)


def test_what_the_parser_accepts_the_schema_accepts_for_every_table_and_match() -> None:
    """Own rules for 2 to 12 seats and each way of counting a match, the standing before and after told."""
    for seats, packets, ranks in ((2, 16, 8), (4, 8, 8), (6, 6, 9), (8, 4, 8), (10, 4, 10), (12, 3, 9)):
        for method, standing in standings(seats).items():
            check_accepted(own_record(seats, packets, ranks, method, standing))


def standings(seats: int) -> Json:
    earrings = {"slams": [0, 1], "kunukku": [False, True] * (seats // 2), "fresh": 1}
    return {
        "points": {"totals": [3, -2]},
        "kooli-exchange": {"kooli": [6, 6], **earrings},
        "box": {"net": -4, **earrings},
        "kooli-return": {"kooli": [0, 2], "flags": [1, 0]},
    }


def own_record(seats: int, packets: int, ranks: int, method: str, standing: Json) -> Json:
    """A record of so many seats under own rules: the last seat bids, and the claim tells the standing."""
    rules = house_rules()
    points = {"J": 3, "3": 3, "9": 2, "A": 1, "T": 1}
    names = {8: "J9ATKQ87", 9: "J9ATKQ876", 10: "J39ATKQ876"}[ranks]
    rules |= {
        "seats": seats,
        "pack": {
            "ranks": [{"rank": rank, "copies": 1, "points": points.get(rank, 0)} for rank in names],
            "aliases": {"3": "J"} if "3" in names else {},
        },
        "total": 4 * sum(points.get(rank, 0) for rank in names),
        "stages": [{"packets": [packets], "auction": rules["stages"][0]["auction"]}],
        "match": rules["match"] | {"method": method},
    }
    record = sound(rules)
    for part, key in ((record["header"], "seats"), (record["header"], "player_commitments"), (record, "player_seeds")):
        part[key] = [f"P{seat}" for seat in range(seats)] if key != "player_commitments" else [None] * seats
    record["header"] |= {"dealer": seats - 1, "match": {"id": "m", "number": 2, "before": standing}}
    record["events"] = [{"seat": seats - 1, "do": "bid", "value": 14}]
    return record | {"claim": claim(standing)}


def claim(standing: Json | None) -> Json:
    return {
        "rules": "house-28",
        "ended": "played",
        "declarer": 1,
        "bid": "thani",
        "kind": "thani",
        "trump": None,
        "made": True,
        "card_points": [0, 28],
        "tricks": [0, 8],
        "score": {"team": 1, "points": 4},
        "match": standing,
        "deals": 1,
    }


def check_accepted(record: Json) -> None:
    assert refusal(json.dumps(record).encode()) is None
    VALIDATOR.validate(record)


# The sweep: every place of a record changed in every way


VALUES = (None, True, 0, 1, -1, 4, 1.0, 1.5, 2**53, "", "x", "thani", "a\n", "\ud800", "x" * 65, "x" * 257, [], {}, [0])

FEW = (None, True, 0, 1.0, "x", "\ud800", [], {})


def full(rules: Json | None = None) -> Json:
    """A record in which everything stands that may: a match, keys, a claim, a signed event."""
    record = sound(rules)
    keys, sig = ["AgAA" + "A" * 39 + "=", "AwAA" + "A" * 39 + "="], "A" * 86 + "=="
    record["header"]["seat_keys"] = [keys[0], None, keys[1], None]
    record["events"] = [{"seat": 1, "do": "bid", "value": 16, "t": 5120, "sig": sig}]
    return record | {"claim": claim({"totals": [0, 4]})}


def one_event(do: str) -> Json:
    """A record whose only event has the word `do`."""
    arguments: Json = {"cut": {"at": 7}, "bid": {"value": 14}, "redeal": {"reason": "four-jacks"}}
    arguments |= {do: {"card": "Js"} for do in ("conceal", "show_trump", "play")}
    seat = {} if do == "redeal" else {"seat": 3}
    return sound() | {"events": [{**seat, "do": do, **arguments.get(do, {})}]}


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every member of every object and list in `value`: what holds it, and its key."""
    keys: Any = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from places(value[key])


def changed(record: Json, under: str, values: tuple[Any, ...]) -> Iterator[Json]:
    """The record with each place below one of its keys changed, and as it was again after each."""
    for holder, key in list(places({under: record[under]})):
        holder = record if key == under and isinstance(holder, dict) else holder
        before = holder[key]
        for value in values:
            holder[key] = value
            yield record
        holder[key] = before
        yield from without_and_with(record, holder, key)


def without_and_with(record: Json, holder: Any, key: Any) -> Iterator[Json]:
    """A key dropped, an unknown one added; an entry dropped, or there twice."""
    before = copy.copy(holder)
    del holder[key]
    yield record
    if isinstance(holder, dict):
        holder |= {key: before[key], "key of another kind": 0}
        yield record
        del holder["key of another kind"]
    else:
        holder[:] = [*before, before[key]]
        yield record
        holder[:] = before


def of_family(name: str, rules: Json | None = None) -> Json:
    """A short record of another family, from its vectors, under its own rules or a house's."""
    lines = (FIXTURES / "records" / f"{name}.jsonl").read_bytes().splitlines()
    read = (json.loads(line) for line in lines)
    vector: Json = next(each for each in read if each["expect"]["verdict"] == "verified" and each["record"]["events"])
    record: Json = vector["record"]
    record["events"] = record["events"][:3]
    record["claim"] = vector["expect"]["result"]
    if rules is not None:
        record["header"] |= {"rules": rules["id"], "rules_digest": "0" * 64}
    return record | {"rules": rules}


def own(name: str) -> Json:
    """The built-in rules of this name under another."""
    game = rulesets.builtin(name)
    assert game is not None
    return game.to_json() | {"id": "house"}


OTHER_FAMILIES = ("seating-28", "kazhutha", "rummy-13")
OTHERS = [
    *((name, of_family(name), under) for name in OTHER_FAMILIES for under in sound()),
    *((f"own {name}", of_family(name, own(name)), "header") for name in OTHER_FAMILIES),
    *((f"own {name}", of_family(name, own(name)), "rules") for name in OTHER_FAMILIES),
]


@pytest.mark.parametrize(("record", "under"), [each[1:] for each in OTHERS], ids=[f"{a}, {c}" for a, _, c in OTHERS])
def test_both_say_the_same_whatever_is_changed_in_a_record_of_another_family(record: Json, under: str) -> None:
    check_accepted(record)
    for each in changed(record, under, (None, True, -1, 3, 9, 1.5, "x", [], {})):
        check_agree(each)


@pytest.mark.parametrize("seats", range(1, 10))
def test_own_rules_of_kazhutha_bound_the_number_of_seats(seats: int) -> None:
    record = of_family("kazhutha", own("kazhutha") | {"least_seats": 3, "most_seats": 6})
    record["header"]["seats"] = [f"P{seat}" for seat in range(seats)]
    record["header"]["player_commitments"] = [None] * seats
    record["player_seeds"] = ["seed"] * seats
    record["events"] = []
    assert VALIDATOR.is_valid(record) == (3 <= seats <= 6)
    check_agree(record)


@pytest.mark.parametrize("key", ["points", "how", "melds", "tokens"])
@pytest.mark.parametrize("rules", [None, own("rummy-13")], ids=["built-in", "own rules"])
def test_a_claim_of_rummy_has_one_entry_a_seat_to_both(key: str, rules: Json | None) -> None:
    """N: the schema accepted any number of them."""
    for change in (lambda entries: entries[:-1], lambda entries: [*entries, entries[0]], lambda entries: []):
        record = of_family("rummy-13", rules)
        record["claim"][key] = change(record["claim"][key])
        assert refusal(json.dumps(record).encode()) == "wrong-length"
        assert not VALIDATOR.is_valid(record)


SWEEPS = [
    *(("everything", full(), under, VALUES) for under in sound()),
    ("own rules", sound(house_rules()) | {"events": []}, "header", FEW),
    ("own rules", sound(house_rules()) | {"events": []}, "rules", FEW),
    *((do, one_event(do), "events", VALUES) for do in Gulan.actions),
]


@pytest.mark.parametrize(
    ("record", "under", "values"), [each[1:] for each in SWEEPS], ids=[f"{a}, {c}" for a, _, c, _ in SWEEPS]
)
def test_both_say_the_same_whatever_is_changed_in_a_record(record: Json, under: str, values: tuple[Any, ...]) -> None:
    for each in changed(record, under, values):
        check_agree(each)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_both_say_the_same_where_anything_stands_anywhere(data: st.DataObject) -> None:
    record = data.draw(st.sampled_from([full(), full(house_rules())]))
    for _ in range(2):
        holder, key = data.draw(st.sampled_from(list(places(record))))
        holder[key] = data.draw(ANYTHING)
    check_agree(record)


def test_a_rule_set_written_is_the_rules_of_a_record() -> None:
    """The schema of `rules` is that of the rule set's own dataclass: each built-in one under another name stands it."""
    record = sound(write(STANDARD_28) | {"id": "house-28"})
    check_accepted(record)


@pytest.mark.parametrize("seats", range(1, 14))
def test_own_rules_of_rummy_name_the_tables_there_are(seats: int) -> None:
    tables = [{"seats": each, "packs": 3, "jokers": 0} for each in (2, 5, 6)]
    record = of_family("rummy-13", own("rummy-13") | {"tables": tables})
    record["header"]["seats"] = [f"P{seat}" for seat in range(seats)]
    record["header"]["player_commitments"] = [None] * seats
    record["player_seeds"] = ["seed"] * seats
    record["events"], record["claim"] = [], None
    assert VALIDATOR.is_valid(record) == (seats in (2, 5, 6))
    check_agree(record)
