"""How much one request may work, counted and never timed: S2."""

import json
from functools import partialmethod
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from dealproof.web.http import api, requests
from dealproof.web.http.security import CLIENT_GONE
from dealproof.web.intake.budget import PAGE, Budget, ClientGone, TooMuchWork, weight
from dealproof.web.presentation import layout
from dealproof.web.store import lookup
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import GOOD, record, text

HEAVY = ROOT / "fixtures" / "heavy"
RUMMY = SAMPLES / "17-rummy-declared.hand.json"
ENDLESS = (HEAVY / "endless-redeals-100.hand.json").read_bytes()


def test_a_page_describes_every_deal_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """S2: it described all of them for each."""
    described = 0
    deal: Any = layout.deal

    def counted(*values: Any) -> Any:
        nonlocal described
        described += 1
        return deal(*values)

    monkeypatch.setattr(layout, "deal", counted)
    assert client.post("/find", data={"what": ENDLESS.decode()}).status_code == 200
    assert described == 101


@pytest.fixture
def hands(client: FlaskClient) -> Hands:
    found: Hands = client.application.extensions["hands"]
    return found


def long(events: int, hand: str = "long") -> dict[str, Any]:
    """A rummy hand of so many events, of which the first is illegal."""
    told: dict[str, Any] = json.loads(RUMMY.read_bytes())
    told["header"]["hand"] = hand
    told["events"] = [told["events"][0]] * events
    return told


def put(client: FlaskClient, path: str, value: Any) -> TestResponse:
    form = {"data": {"what": json.dumps(value)}} if path == "/find" else {"data": json.dumps(value)}
    return client.post(path, content_type="multipart/form-data" if path == "/find" else "application/json", **form)


def test_the_weight_of_a_record_is_its_events_and_the_cards_of_every_deal() -> None:
    told = record(GOOD)
    assert weight(json.dumps(told).encode()) == len(told["events"]) + 32
    assert weight(ENDLESS) == 100 + 101 * 48
    assert weight(b"{") == weight(b"x" * 1000) == 1


def test_a_page_beyond_its_budget_names_the_command_and_judges_nothing(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S2."""
    heavy = long(PAGE + 1)

    def judged(*_: object) -> None:
        pytest.fail("judged")

    monkeypatch.setattr(lookup, "judged", judged)
    answer = put(client, "/find", heavy)
    assert answer.status_code == 413
    assert "dealproof check" in answer.get_data(as_text=True)
    assert f"of {PAGE:,}" in answer.get_data(as_text=True)


def test_of_a_stored_hand_too_long_for_a_page_there_is_a_verdict_still(client: FlaskClient, hands: Hands) -> None:
    """S2."""
    hands.take_in([("x", json.dumps(long(PAGE + 1)).encode())])
    for path in ("/hands/long", "/hands/long?matched=commitment&hash=" + "0" * 64):
        answer = client.get(path)
        assert answer.status_code == 413
        assert "dealproof check" in answer.get_data(as_text=True)
        assert "/hands/long/record" in answer.get_data(as_text=True)
    assert client.get("/api/v1/hands/long").get_json()["verdict"] == "tampered"
    assert client.get("/hands/long/record").status_code == 200
    assert "long" in client.get("/").get_data(as_text=True)


def test_the_api_has_a_budget_too(client: FlaskClient, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """S2."""
    hands.take_in([("x", ENDLESS)])
    id = json.loads(ENDLESS)["header"]["hand"]
    for module in (api, requests):
        monkeypatch.setattr(module, "REQUEST", 1000)
    monkeypatch.setattr(Budget, "__init__", partialmethod(Budget.__init__, single=1000, units=1000))
    for path in (f"/api/v1/hands/{id}", f"/api/v1/hands/{id}/account", f"/api/v1/hands/{id}/under/28-gulan"):
        answer = client.get(path)
        assert (answer.status_code, answer.get_json()["code"]) == (413, "long-hand")


def test_several_records_have_one_budget_together(hands: Hands) -> None:
    """S2."""
    one = weight(text(GOOD))
    both = text(GOOD) + b"\n" + text(GOOD)
    assert hands.look_up(both, Budget(units=2 * one))
    with pytest.raises(TooMuchWork):
        hands.look_up(both, Budget(units=2 * one - 1))


def test_nothing_more_is_judged_once_the_reader_has_left(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """S2: between the records of a request."""
    judged = 0
    record_judged: Any = lookup.judged_record

    def counted(*values: Any) -> Any:
        nonlocal judged
        judged += 1
        return record_judged(*values)

    monkeypatch.setattr(lookup, "judged_record", counted)
    with pytest.raises(ClientGone):
        hands.look_up(b"\n".join([text(GOOD)] * 10), Budget(gone=lambda: judged >= 3))
    assert judged == 3


def test_the_server_says_who_has_left(client: FlaskClient) -> None:
    """S2: by a function in the environment of the request."""
    both = text(GOOD) + b"\n" + text(GOOD)
    for left, status in ((False, 200), (True, 408)):
        answer = client.post(
            "/api/v1/find",
            data=both,
            content_type="text/plain",
            environ_overrides={CLIENT_GONE: lambda left=left: left},
        )
        assert answer.status_code == status


def test_what_asks_for_redeals_without_end_is_refused_by_its_weight(client: FlaskClient) -> None:
    """S2: some kilobytes that took minutes."""
    told = json.loads(ENDLESS)
    told["events"] = told["events"] * 90
    for path in ("/find", "/api/v1/find"):
        assert put(client, path, told).status_code == 413
