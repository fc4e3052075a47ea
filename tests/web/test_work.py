"""How much one request may work, counted and never timed: S2."""

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from web.telling.hand import HandTold

HEAVY = Path(__file__).parent.parent.parent / "fixtures" / "heavy"
ENDLESS = (HEAVY / "endless-redeals-100.hand.json").read_bytes()


def test_a_page_describes_every_deal_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """S2: it described all of them for each."""
    described = 0
    deal: Any = HandTold.deal

    def counted(told: HandTold, each: Any) -> Any:
        nonlocal described
        described += 1
        return deal(told, each)

    monkeypatch.setattr(HandTold, "deal", counted)
    assert client.post("/find", data={"what": ENDLESS.decode()}).status_code == 200
    assert described == 101
