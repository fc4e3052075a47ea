"""fixtures/rules/: every rule that a rule set can print has a record that breaks it, and a legal twin.

Held against the installed command, against the slow reference, and against a rule book with the rule left out.
"""

import functools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game, play_out
from dealproof.replay.record.record import Record, parse
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.stream import salt
from tests.generate import rule_fixtures as generator
from tests.support.paths import ROOT
from tests.support.rule_ids import OPTIONAL, in_book, reached
from tests.support.under_work import UNDER_WORK

FOLDER = ROOT / "fixtures" / "rules"
FOLDERS = [*rulesets.ids(), "options"]
LEGAL = {"verified", "incomplete"}
LAST_WORDS = {"play-after-end", *(f"{rules_id}/cut-after-deal" for rules_id in rulesets.ids() if "seating" in rules_id)}
"""Rules that are broken where nothing is legal any more: the twin lacks the event."""
Json = dict[str, Any]


def rules_in(folder: str) -> list[str]:
    assert (FOLDER / folder).is_dir(), f"Run: python -m tests.generate.rule_fixtures {folder}"
    return sorted(path.name for path in (FOLDER / folder).iterdir())


PAIRS = [(folder, rule) for folder in FOLDERS for rule in rules_in(folder)]
each_pair = pytest.mark.parametrize(("folder", "rule"), PAIRS)


def file(folder: str, rule: str, which: str) -> Path:
    return FOLDER / folder / rule / f"{which}.hand.json"


def record(folder: str, rule: str, which: str) -> Json:
    read: Json = json.loads(file(folder, rule, which).read_bytes())
    return read


@functools.cache
def verdicts(folder: str) -> dict[str, Json]:
    """What the installed command says of every record of a folder, by where it says that the record came from."""
    command = Path(sys.executable).with_name("dealproof")
    ran = subprocess.run(
        [command, "check", "--format", "json", FOLDER / folder], capture_output=True, check=False, encoding="utf-8"
    )
    assert ran.stderr == ""
    assert ran.returncode == 1
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    return {line["source"].removesuffix(":1"): line for line in lines}


# RECORD.md, "Verdict"; gulan/RULES.md


@each_pair
def test_the_command_names_the_rule_at_the_event_that_breaks_it(folder: str, rule: str) -> None:
    verdict = verdicts(folder)[str(file(folder, rule, "breaks"))]
    assert verdict["all"] == ["illegal"]
    assert verdict["fault"]["rule"] == rule
    assert verdict["fault"]["event"] == len(record(folder, rule, "breaks")["events"]) - 1


@each_pair
def test_the_command_finds_nothing_against_the_twin_inside_the_rule(folder: str, rule: str) -> None:
    verdict = verdicts(folder)[str(file(folder, rule, "inside"))]
    assert verdict["verdict"] in LEGAL
    assert verdict["all"] == [verdict["verdict"]]


@each_pair
def test_what_the_command_lists_as_legal_holds_the_event_of_the_twin(folder: str, rule: str) -> None:
    listed = verdicts(folder)[str(file(folder, rule, "breaks"))]["fault"]["legal"]
    if lacks_the_event(folder, rule):
        assert listed == []
        return
    wrong, right = (record(folder, rule, which)["events"][-1] for which in ("breaks", "inside"))
    bare = {key: right[key] for key in right if key != "t"}
    # What is listed is legal at the time of the wrong event: where but the time is wrong, the rest is not among it.
    assert (bare in list(spelled(listed))) == (right.get("t") == wrong.get("t"))


def lacks_the_event(folder: str, rule: str) -> bool:
    return rule in LAST_WORDS or f"{folder}/{rule}" in LAST_WORDS


def spelled(listed: list[Json]) -> Iterator[Json]:
    """The events of a list of legal ones, its ranges of numbers told one by one."""
    for event in listed:
        if "to" in event:
            key = "at" if event["do"] == "cut" else "value"
            numbers = range(event["from"], event["to"] + 1)
            yield from ({"seat": event["seat"], "do": event["do"], key: number} for number in numbers)
        else:
            yield event


# The slow reference


@each_pair
def test_the_slow_reference_finds_the_same_event_and_the_same_first_rule(folder: str, rule: str) -> None:
    assert judged(folder, rule, "breaks") == (len(record(folder, rule, "breaks")["events"]) - 1, rule)
    assert judged(folder, rule, "inside") is None


def judged(folder: str, rule: str, which: str) -> tuple[int, str] | None:
    """The first illegal event and the first rule that it breaks, as the reference tells it."""
    written = record(folder, rule, which)
    game = generator.start(table_of(folder, rule), written)
    for index, event in enumerate(written["events"]):
        broken = game.faults(event)
        if broken:
            return index, broken[0]
        game.apply(event)
    return None


def table_of(folder: str, rule: str) -> generator.Table:
    return generator.with_option(rule) if folder == "options" else generator.built_in(folder)


# fixtures/rules/README.md


@each_pair
def test_the_two_records_differ_in_the_last_event_and_the_log_head_alone(folder: str, rule: str) -> None:
    breaks, inside = record(folder, rule, "breaks"), record(folder, rule, "inside")
    assert {key for key in breaks if breaks[key] != inside[key]} == {"events", "log_head"}
    assert inside["events"][: len(breaks["events"]) - 1] == breaks["events"][:-1]
    assert len(inside["events"]) == len(breaks["events"]) - lacks_the_event(folder, rule)


@each_pair
def test_a_record_is_what_the_generator_writes_of_its_number_and_events(folder: str, rule: str) -> None:
    for which in ("breaks", "inside"):
        written = record(folder, rule, which)
        dealt = generator.deal(table_of(folder, rule), written["header"]["number"])
        assert file(folder, rule, which).read_bytes() == generator.closed(dealt, written["events"])


# fixtures/rule_ids.json


@pytest.mark.parametrize("rules_id", [id for id in rulesets.ids() if id not in UNDER_WORK])
def test_every_rule_that_a_set_reaches_has_its_pair_and_no_other_has(rules_id: str) -> None:
    assert set(rules_in(rules_id)) == reached(rules_id)


def test_a_rule_set_under_work_has_pairs_of_rules_in_its_book() -> None:
    assert [(id, rule) for id in sorted(UNDER_WORK) for rule in rules_in(id) if rule not in in_book(id)] == []


def test_every_rule_that_only_an_option_reaches_has_its_pair() -> None:
    assert set(rules_in("options")) == OPTIONAL == generator.OPTIONS.keys()


# The rule book with one rule left out


@each_pair
def test_with_the_rule_switched_off_the_breaking_record_is_no_longer_refused_by_it(folder: str, rule: str) -> None:
    read = parse(file(folder, rule, "breaks").read_bytes())
    assert fault_at_the_end(read, read.game) == rule
    assert fault_at_the_end(read, game_without(rule, read.game)) != rule


def fault_at_the_end(read: Record, game: Game) -> str | None:
    """The rule that the last event breaks by the book of `game`; the events before it are legal by any."""
    assert read.server_seed is not None
    draws = Draws(read.server_seed, salt(read.header, read.player_seeds))
    hand = game.start(read.seats, read.dealer, draws)
    assert play_out(game, hand, read.events[:-1]) is None
    return game.fault(hand, read.events[-1])


def game_without(rule: str, game: Any) -> Game:
    """The rule set with a book in which one rule is left out."""
    without = type(game)(game.rules)
    without.book = book_without(rule, game.book)
    return without


def book_without(rule: str, book: Any) -> Any:
    """The book, or one page of it, without the rule's function, as if it always said that all is well."""
    if isinstance(book, dict):
        function = rule.replace("-", "_")
        return {word: tuple(each for each in rules if each.__name__ != function) for word, rules in book.items()}
    return tuple(book_without(rule, page) for page in book)
