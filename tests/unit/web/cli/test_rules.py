"""`dealproof rules`: the list, a rule set in words and as the JSON of its digest, and a house's own."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from dealproof.replay import rulesets
from dealproof.replay.audit import audit
from dealproof.replay.core.rulings import provisional
from dealproof.replay.games.gulan.ruleset import RuleSet
from dealproof.replay.json_schema.dataclass_json import schema
from dealproof.verifier.encoding import canonical
from dealproof.web.cli.terminal import width
from dealproof.web.presentation.rules import RuleSetText
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.unit.web.conftest import Run

BUILT_IN = rulesets.ids()
PRESETS = tuple(rulesets.presets())
KERALA_HOUSE = "28-kerala-house"


def test_the_list_names_every_rule_set_and_marks_the_provisional_one(run: Run) -> None:
    built_in, own = run("rules").stdout.split("\n\n")
    printed = re.split(r"\n(?=\S)", built_in)
    assert [line.split()[0] for line in printed] == list(BUILT_IN)
    assert [line.split()[0] for line in printed if "(provisional)" in line] == [KERALA_HOUSE]
    heading, *presets = re.split(r"\n(?=\S)", own.strip())
    assert "own" in heading
    assert [line.split()[0] for line in presets] == list(PRESETS)


def test_the_list_as_json_has_digest_and_status(run: Run) -> None:
    listed = json.loads(run("rules", "--json").stdout)
    assert [each["id"] for each in listed] == [*BUILT_IN, *PRESETS]
    assert [each["id"] for each in listed if each["provisional"]] == [KERALA_HOUSE]
    assert [each["id"] for each in listed if each["builtin"]] == list(BUILT_IN)
    assert all(each["digest"] == (rulesets.games() | rulesets.presets())[each["id"]].digest for each in listed)


def test_what_is_provisional_is_so_by_its_rulings_not_by_its_name(run: Run) -> None:
    own = run("rules", KERALA_HOUSE, "--set", "jodi.enabled=true", "--id", "ours").stdout_bytes
    Path("ours.json").write_bytes(own)
    assert "These rules are provisional" in run("rules", "ours.json").stdout
    changed = run("rules", KERALA_HOUSE, "--set", "stages.0.auction.order=rotation", "--id", "ours").stdout_bytes
    Path("ours.json").write_bytes(changed)
    assert "provisional" not in run("rules", "ours.json").stdout


@pytest.mark.parametrize("id", BUILT_IN)
def test_plain_json_is_to_the_byte_what_the_digest_is_over(run: Run, id: str) -> None:
    printed = run("rules", id, "--json").stdout_bytes
    assert printed == canonical(rulesets.games()[id].to_json()) + b"\n"
    assert sha256(printed.removesuffix(b"\n")).hexdigest() == rulesets.games()[id].digest


@pytest.mark.parametrize("id", BUILT_IN)
def test_rulings_stand_beside_the_rules_in_json_never_within(run: Run, id: str) -> None:
    told = json.loads(run("rules", id, "--json", "--rulings").stdout)
    assert canonical(told["rules"]) + b"\n" == run("rules", id, "--json").stdout_bytes
    assert [each["id"] for each in told["rulings"]] == [each.id for each in rulesets.games()[id].rulings]
    assert {each["status"] for each in told["rulings"]} <= {"ruled", "provisional", "ours"}


@pytest.mark.parametrize("id", BUILT_IN)
def test_in_words_a_rule_set_fits_80_columns_and_names_digest_options_and_rulings(run: Run, id: str) -> None:
    printed = run("rules", id).stdout
    assert max(map(width, printed.splitlines())) <= 80
    game = rulesets.games()[id]
    assert game.digest in printed
    for ruling in game.rulings:
        assert f"{ruling.id} ({ruling.status})" in printed
    for option in RuleSetText(game, sentences(ENGLISH)).options:
        assert f"  {option.path}=" in printed
    assert ("These rules are provisional" in printed) == provisional(game.rulings)


def test_the_score_table_names_the_price_of_every_height(run: Run) -> None:
    rows = [line for line in run("rules", "28-gulan").stdout.splitlines() if "+" in line]
    told = [tuple(re.split(r"\s{2,}", row.strip())) for row in rows]
    # gulan/RULES.md, "End and score": the Gulan Parish sets.
    assert told == [
        ("14 to 19, ordinary", "+1", "−2"),
        ("20 to 23, honors", "+2", "−3"),
        ("24 to 28, senior", "+3", "−4"),
        ("thani", "+4", "−5"),
        ("jodi", "+4", "−5"),
        ("marujodi", "+4", "−5"),
    ]


def values(told: Any) -> list[str]:
    """Every value that an option may have, `*` for any number."""
    if "anyOf" in told:
        return [value for each in told["anyOf"] for value in values(each)]
    if told.get("type") == "boolean":
        return ["true", "false"]
    return ["*"] if told.get("type") == "integer" else ["null"] if told.get("type") == "null" else told["enum"]


def paths(told: Any, above: str = "") -> dict[str, Any]:
    """Every option of the schema by its path."""
    found = {}
    for key, each in told["properties"].items():
        found |= paths(each, f"{above}{key}.") if each.get("type") == "object" else {above + key: each}
    return found


def test_every_value_of_every_option_has_a_sentence() -> None:
    named = {option.path for option in RuleSetText(rulesets.games()["28-standard"], sentences(ENGLISH)).options}
    all_paths = paths({"properties": {k: v for k, v in schema(RuleSet)["properties"].items() if k != "pack"}})
    english = sentences(ENGLISH)
    for path in named:
        for value in values(all_paths[path]):
            assert english.has("options", path if value == "*" else f"{path}={value}"), (path, value)


def test_every_built_in_rule_set_has_a_line_of_its_own() -> None:
    assert set(sentences(ENGLISH).sections["rule-sets"]) == set(BUILT_IN)
    assert set(sentences(ENGLISH).sections["presets"]) == set(PRESETS)


@pytest.mark.parametrize("id", BUILT_IN)
def test_every_option_has_a_sentence(id: str) -> None:
    english = sentences(ENGLISH)
    for told in RuleSetText(rulesets.games()[id], english).options:
        assert told.sentence != english.say("options", "no-such-option", value=told.value)
        assert not told.sentence.startswith(told.path), told


# A house's own rules


def test_a_house_sets_options_and_a_record_under_its_rules_is_read(run: Run) -> None:
    result = run(
        *["rules", "28-standard", "--id", "my-house", "--set", "jodi.enabled=true", "--set", "jodi.min_cards=3"],
        *["--set", "redeal.no_points_in_hand=may", "--set", "stages.1.auction.minimum=20"],
    )
    assert result.exit_code == 0
    own = json.loads(result.stdout)
    assert own["id"] == "my-house"
    assert own["jodi"]["enabled"] is True
    assert own["jodi"]["min_cards"] == 3
    assert own["redeal"]["no_points_in_hand"] == "may"
    assert own["stages"][1]["auction"]["minimum"] == 20
    assert rulesets.read(own, "my-house", "").digest == sha256(result.stdout_bytes.strip()).hexdigest()


def test_a_record_that_brings_the_rules_of_a_house_passes_its_digest(run: Run) -> None:
    record = json.loads(run("simulate", "28-standard", "--seed", "house").stdout)
    own = run("rules", "28-standard", "--id", "my-house", "--set", "no_jack_discard=true").stdout_bytes.strip()
    record |= {"rules": json.loads(own), "claim": None}
    record["header"] |= {"rules": "my-house", "rules_digest": sha256(own).hexdigest()}
    assert audit(json.dumps(record).encode()).checks["rules-digest"] == "passed"


@pytest.mark.parametrize(
    ("setting", "pointer"),
    [
        ("jodi.enabeld=true", "/jodi/enabeld"),
        ("jodi.enabled=maybe", "/jodi/enabled"),
        ("jodi.enabled.now=true", "/jodi/enabled/now"),
        ("stages.7.auction.minimum=16", "/stages/7"),
        ("trump.choice=3", "/trump/choice"),
        ("jodi.min_cards=1.5", "/jodi/min_cards"),
        ("total=29", "/total"),
        ("seats=6", "/stages"),
        ("score.senior=as-honors", "/score/senior"),
        ("redeal={}", "/redeal/eldest_no_points"),
        ("id=other", "/id"),
    ],
)
def test_what_cannot_be_set_is_a_sentence_with_a_pointer(run: Run, setting: str, pointer: str) -> None:
    result = run("rules", "28-standard", "--id", "my-house", "--set", setting)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert re.fullmatch(rf"dealproof: .+[.?] \({re.escape(pointer)}\)\n", result.stderr)


@pytest.mark.parametrize("id", ["28-gulan", "my house", "", "x" * 65])
def test_a_house_gives_its_rules_a_name_that_is_free_and_an_id(run: Run, id: str) -> None:
    result = run("rules", "28-standard", "--id", id)
    assert result.exit_code == 2
    assert "(/id)" in result.stderr


@pytest.mark.parametrize(
    "line",
    [
        "rules --set jodi.enabled=true",
        "rules 28-standard --set jodi --id x",
        "rules 28-standard --rulings",
        "rules 29-standard",
        "rules .",
    ],
)
def test_a_line_that_makes_no_sense_is_status_2(run: Run, line: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert result.stderr


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"id": 3}', '{"id": "x", "id": "y"}', "\xff"])
def test_a_file_that_holds_no_rules_is_a_sentence(run: Run, text: str) -> None:
    Path("own.json").write_bytes(text.encode("latin-1"))
    result = run("rules", "own.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("dealproof: ")
