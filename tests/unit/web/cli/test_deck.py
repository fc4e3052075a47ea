"""`dealproof deck`: deck and hands from seeds alone, held against the protocol's reference and the told hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from dealproof.replay.audit import narrate
from dealproof.replay.record.record import parse
from dealproof.verifier.shuffle import cut
from tests.reference import protocol
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import GOOD, HIDDEN, Run, record, text

HAND = SAMPLES / "01-28-made-with-a-ruff.hand.json"
AGAIN = SAMPLES / "04-28-dealt-again.hand.json"
SIX = SAMPLES / "09-56-gulan-made.hand.json"


def deck(run: Run, *arguments: object) -> dict[str, Any]:
    result = run("deck", "--json", *map(str, arguments))
    assert result.exit_code == 0, result.stderr
    printed: dict[str, Any] = json.loads(result.stdout)
    return printed


@pytest.mark.parametrize(("path", "deal"), [(HAND, 0), (AGAIN, 0), (AGAIN, 1), (SIX, 0)])
def test_the_seats_get_what_the_replay_deals(run: Run, path: Path, deal: int) -> None:
    narrative = narrate(parse(path.read_bytes()))
    told = narrative.deals[deal]
    printed = deck(run, path, "--deal", deal, *([] if told.cut is None else ["--cut", told.cut]))
    stages = [[list(cards) for cards in stage] for stage in told.stages]
    assert printed["stages"][: len(stages)] == stages
    assert printed["draw"] == told.draw
    dealt = sorted(card for stage in printed["stages"] for cards in stage for card in cards)
    assert dealt == sorted(printed["cards"])


def test_provisional_rules_are_marked(run: Run) -> None:
    assert (
        "28-kerala-house · provisional · table"
        in run("deck", str(SAMPLES / "05-28-kerala-house-signed.hand.json")).stdout
    )
    assert "provisional" not in run("deck", str(HAND)).stdout


def test_salt_and_order_are_the_protocols(run: Run) -> None:
    told = json.loads(HAND.read_bytes())
    printed = deck(run, HAND, "--deal", 3)
    salted = protocol.salt(told["header"], told["player_seeds"])
    assert printed["salt"] == salted.hex()
    stream = protocol.Reader(protocol.stream(bytes.fromhex(told["server_seed"]), salted, "deal/3"))
    assert printed["order"] == protocol.shuffle(stream, list(range(32)))


def test_a_cut_moves_cards_from_the_top_to_the_bottom(run: Run) -> None:
    uncut = deck(run, HAND)
    assert deck(run, HAND, "--cut", 5)["order"] == cut(uncut["order"], 5)
    assert uncut["cut"] is None


def test_header_and_seeds_do_without_a_record(run: Run) -> None:
    told = json.loads(HAND.read_bytes())
    Path("header.json").write_text(json.dumps(told["header"]))
    seeds = [part for seed in told["player_seeds"] for part in ("--player-seed", seed)]
    assert deck(run, "--header", "header.json", "--server-seed", told["server_seed"], *seeds) == deck(run, HAND)


def test_a_house_brings_its_rules_with_the_header(run: Run) -> None:
    told = json.loads(HAND.read_bytes())
    own = run("rules", "28-standard", "--id", "fours", "--set", "stages.0.packets=[4]").stdout_bytes
    Path("own.json").write_bytes(own)
    Path("header.json").write_text(json.dumps(told["header"] | {"rules": "fours"}))
    seeds = [part for seed in told["player_seeds"] for part in ("--player-seed", seed)]
    printed = deck(run, "--header", "header.json", "--rules", "own.json", "--server-seed", told["server_seed"], *seeds)
    eldest = (told["header"]["dealer"] + 1) % 4
    assert printed["stages"][0][eldest] == printed["cards"][:4]


def test_in_words_it_names_salt_deck_and_seats(run: Run) -> None:
    printed = run("deck", str(HAND), "--cut", "5").stdout
    told = deck(run, HAND)
    assert told["salt"] in printed
    for name in json.loads(HAND.read_bytes())["header"]["seats"]:
        assert printed.count(name) == 2
    assert "5 cards moved from the top to the bottom" in printed


def test_the_log_is_not_looked_at(run: Run) -> None:
    told = record(GOOD)
    Path("a.hand.json").write_bytes(text(GOOD))
    Path("b.hand.json").write_text(json.dumps(told | {"events": [], "claim": None, "log_head": "0" * 64}))
    assert deck(run, "a.hand.json") == deck(run, "b.hand.json")


def test_a_hidden_hand_has_no_deck_to_show(run: Run) -> None:
    Path("a.hand.json").write_bytes(text(HIDDEN))
    result = run("deck", "a.hand.json")
    assert result.exit_code == 2
    assert "has not been revealed" in result.stderr


@pytest.mark.parametrize("at", ["0", "32", "-1"])
def test_a_cut_that_is_none_is_a_sentence(run: Run, at: str) -> None:
    result = run("deck", str(HAND), "--cut", at)
    assert result.exit_code == 2
    assert "A cut of 32 cards must be from 1 to 31" in result.stderr


def test_seeds_that_do_not_fit_the_header_are_named_by_pointer(run: Run) -> None:
    told = json.loads(HAND.read_bytes())
    Path("header.json").write_text(json.dumps(told["header"]))
    result = run("deck", "--header", "header.json", "--server-seed", told["server_seed"], "--player-seed", "one")
    assert result.exit_code == 2
    assert "(/player_seeds)" in result.stderr


@pytest.mark.parametrize(
    "line",
    ["deck x --header y", "deck x --server-seed 00", "deck --server-seed 00", "deck no/where", "deck --header nowhere"],
)
def test_a_line_that_makes_no_sense_is_status_2(run: Run, line: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert result.stderr


def test_a_file_without_a_hand_is_status_5(run: Run) -> None:
    Path("a.jsonl").touch()
    assert run("deck", "a.jsonl").exit_code == 5


VOID = [json.loads(line) for line in (ROOT / "fixtures" / "log" / "void.jsonl").read_bytes().splitlines()]
THROWN_AWAY = [each for each in VOID if each["expect"]["decks"]]


@pytest.mark.parametrize("vector", THROWN_AWAY, ids=[each["name"] for each in THROWN_AWAY])
def test_a_void_hand_shows_the_cards_that_were_thrown_away(run: Run, vector: dict[str, Any]) -> None:
    """RECORD.md, "Void records": the cards of each deal, the top first, before any cut."""
    Path("void.json").write_text(json.dumps(vector["record"]))
    for deal, (label, cards) in enumerate(vector["expect"]["decks"].items()):
        printed = deck(run, "void.json", "--deal", deal)
        assert (printed["draw"], printed["cards"]) == (label, cards)


def test_a_void_hand_with_a_seed_missing_has_no_deck(run: Run) -> None:
    vector = next(each for each in VOID if each["expect"]["missing"])
    Path("void.json").write_text(json.dumps(vector["record"]))
    result = run("deck", "void.json")
    assert result.exit_code == 2
    assert "A seat never opened its seed" in result.stderr
