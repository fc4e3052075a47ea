"""One hand from the commit to the receipt, over HTTP: what its operator publishes makes its record provable."""

import json
from pathlib import Path

import pytest

from dealproof.replay.judge import judged
from dealproof.replay.publication import with_receipt
from dealproof.verifier.tlog.policy import parse_policy
from dealproof.web.http.app import create_app
from dealproof.web.operators.client import Client, ClientError
from tests.support.operators import dealt, result_of, settings, token_of
from tests.unit.web.conftest import running

EACH_DATABASE = True


def test_a_hand_is_published_and_its_receipt_holds(database: str, tmp_path: Path) -> None:
    """Issue 13, item 3: the leaf comes back with its proofs when it is published."""
    token = token_of(database)
    app = create_app(database, settings(tmp_path))
    hand = dealt(1)
    with running(app) as base:
        client = Client(base, token)
        committed = client.commit(hand.header)
        assert (committed.index, committed.size, committed.consistency) == (0, 1, [])
        assert committed.leaf["type"] == "commit"
        assert client.deal("table.1", hand.salt.hex()).index == 1
        ended = client.result("table.1", **result_of(hand))
        assert (ended.index, len(ended.consistency)) == (2, 1)
        receipt = client.receipt("table.1")
    app.extensions["hands"].database.dispose()
    record, verdict = judged(json.dumps(hand.record()).encode())
    policy = parse_policy((tmp_path / "policy").read_bytes())
    assert record is not None
    shown = with_receipt(record, verdict, receipt, policy, 2_000_000_000)  # type: ignore[arg-type]
    assert (shown.verdict, shown.publication) == ("verified", "unwitnessed")
    assert shown.published is not None
    assert [shown.published[name]["index"] for name in ("commit", "deal", "close")] == [0, 1, 2]  # type: ignore[index,call-overload]


def test_a_token_that_is_not_accepted_is_refused_with_a_sentence(database: str, tmp_path: Path) -> None:
    app = create_app(database, settings(tmp_path))
    id, other = token_of(database).rsplit("_", 1)[0][:15], token_of(database)
    with running(app) as base, pytest.raises(ClientError) as refused:
        Client(base, f"{id}{other[15:]}").account()
    app.extensions["hands"].database.dispose()
    assert (refused.value.status, refused.value.code) == (401, "wrong-token")
    assert "dealproof operator token" in str(refused.value)
