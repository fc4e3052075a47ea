"""A hand in play (`replay.live`) whose dealer publishes through the API: what one of them says, the other accepts."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealproof.replay import live
from dealproof.verifier.tlog.note import parse_note
from dealproof.verifier.tlog.policy import Policy, parse_policy
from dealproof.web.http.app import create_app
from dealproof.web.operators.client import Client
from tests.support.live_hands import MS, NOW, Json, draft_of, move, seed_of, simulated
from tests.support.operators import settings, token_of
from tests.unit.web.conftest import running


@pytest.fixture
def client(database: str, tmp_path: Path) -> Iterator[Client]:
    app = create_app(database, settings(tmp_path))
    with running(app) as base:
        yield Client(base, token_of(database))
    app.extensions["hands"].database.dispose()


def policy_of(folder: Path) -> Policy:
    return parse_policy((folder / "policy").read_bytes())


def begun(client: Client, record: Json, policy: Policy) -> live.LiveHand:
    """A hand whose commit is published."""
    hand = live.open(draft_of(record), seed_of(record), record["rules"])
    leaf = hand.commit_leaf(MS)
    committed = client.commit(hand.header, rules=record["rules"], time=MS)
    assert committed.leaf == leaf
    hand.published(committed.proof, policy, NOW)
    return hand


@pytest.mark.parametrize("rules", ["28-standard", "kazhutha", "rummy-13"])
def test_a_hand_is_played_and_published(client: Client, tmp_path: Path, rules: str) -> None:
    record = simulated(rules)[0].record
    hand = begun(client, record, policy_of(tmp_path))
    id = str(hand.header["hand"])
    for seat, seed in enumerate(record["player_seeds"]):
        text = hand.seed(seat, seed, MS + seat)
        seed_hash = text.splitlines()[3]
        assert parse_note(client.seed_receipt(id, seat, seed_hash, time=MS + seat).encode()).text == text
    hand.deal()
    client.publish(hand.deal_leaf(MS + 100))
    for event in record["events"]:
        move(hand, event)
    played = hand.close()
    leaf = hand.close_leaf(MS + 200)
    assert client.publish(leaf).leaf == leaf
    assert client.put_record(id, played) == "stored"
    found = client.hand(id)
    assert (found["verdict"], found["record"], found["receipt"]) == ("verified", "open", True)


def test_a_hand_is_given_up_and_published(client: Client, tmp_path: Path) -> None:
    hand = begun(client, simulated("28-standard")[0].record, policy_of(tmp_path))
    record = json.loads(hand.void("seed-missing"))
    assert client.void(record, time=MS + 1).leaf == hand.close_leaf(MS + 1)
    assert client.hand(str(hand.header["hand"]))["verdict"] == "void"
