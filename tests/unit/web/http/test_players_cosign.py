"""Four players' clients (`player.js`, in Chromium) at a table of `replay.live` over the API of operators: without any
witness their own cosignatures give grade A. LOG.md, "Cosignatures of seats"."""

import time
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from dealproof.replay import live
from dealproof.replay.judge import judged
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.record import Record
from dealproof.replay.rulesets import builtin
from dealproof.verifier.errors import SignatureRefuted
from dealproof.verifier.tlog.policy import parse_policy
from dealproof.web.http.app import create_app
from dealproof.web.operators.client import Client
from tests.support.operators import settings, token_of
from tests.unit.web.conftest import running

Json = dict[str, Any]
SEATS = ["Asha", "Biju", "Chinnu", "Devan"]

MAKE = """async ([policy, seats]) => {
  const { Player, memoryStorage } = await import("/static/player.js");
  window.players = [];
  for (const _ of seats) window.players.push(await Player.make(memoryStorage(), policy, { signs: true }));
  return window.players.map(({ commitment, key }) => ({ commitment, key }));
}"""

CALL = """([seat, name, values]) => window.players[seat][name](...values).then((gives) => ({ gives }),
  ({ code }) => ({ refused: code }))"""


class Players:
    """A page with a client for each seat."""

    def __init__(self, page: Page, policy: str) -> None:
        self.page = page
        self.made = page.evaluate(MAKE, [policy, SEATS])

    def ask(self, seat: int, name: str, *values: Any) -> Any:
        """Makes a step of a seat's client. Fails if it is refused."""
        answer = self.page.evaluate(CALL, [seat, name, values])
        assert "refused" not in answer, (seat, name, answer)
        return answer.get("gives")

    def refusal(self, seat: int, name: str, *values: Any) -> Any:
        """The code with which a step is refused."""
        return self.page.evaluate(CALL, [seat, name, values])["refused"]

    def all(self, name: str, *values: Any) -> list[Any]:
        """The same step of every seat's client."""
        return [self.ask(seat, name, *values) for seat in range(len(SEATS))]


@pytest.fixture
def service(database: str, tmp_path: Path) -> Iterator[Client]:
    """A site with a log that has no witness, and its operator."""
    app = create_app(database, settings(tmp_path))
    with running(app) as base:
        yield Client(base, token_of(database))
    app.extensions["hands"].database.dispose()


@pytest.fixture
def players(browser: Browser, service: Client, tmp_path: Path) -> Iterator[Players]:
    page = browser.new_page()
    page.goto(service.base)
    yield Players(page, (tmp_path / "policy").read_text("utf-8"))
    page.close()


def opened(rules: str, players: Players) -> live.LiveHand:
    """A hand in which every seat has a commitment and a key of its own client."""
    draft: Json = {
        "hand": "cosigned.1",
        "table": "cosigned",
        "number": 1,
        "rules": rules,
        "seats": SEATS,
        "match": None,
    }
    draft["dealer"] = None if rules == "kazhutha" else 0
    draft["player_commitments"] = [made["commitment"] for made in players.made]
    draft["seat_keys"] = [made["key"] for made in players.made]
    return live.open(draft, live.ServerSeed(sha256(rules.encode()).digest()))


def now() -> int:
    return int(time.time())


def next_event(hand: live.LiveHand) -> Json | None:
    """The first legal event of the seat that is to act; None if nobody is."""
    if hand.phase == live.CUTTING:
        hand.skip_cut()
    for seat in range(len(SEATS)):
        view: Json = hand.view(seat)
        if seat in view["to_act"] and view["legal"]:
            event: Json = view["legal"][0]
            bid = {"value": event["from"]} if event["do"] == "bid" and "from" in event else {}
            return {key: value for key, value in event.items() if key not in {"from", "to"}} | bid
    return None


def play(hand: live.LiveHand, players: Players, *, hidden: bool) -> None:
    """Plays a hand to its end. With `hidden` events a player is given the log hash, else all events before."""
    events: list[Json] = []
    while (event := next_event(hand) or next(iter(hand.due()), None)) is not None:
        if "seat" in event:
            seat = event["seat"]
            hash = hand.hash_of(event).hex()
            place = {"index": len(events), "hash": hash} if hidden else {"events": events}
            with pytest.raises(SignatureRefuted):
                hand.event(event)
            event = players.ask(seat, "signMove", event, place)
        hand.event(event)
        events.append(event)


@pytest.mark.parametrize(("rules", "hidden"), [("kazhutha", False), ("28-standard", True)])
def test_without_a_witness_the_cosignatures_of_all_seats_give_grade_a(
    service: Client, players: Players, tmp_path: Path, rules: str, hidden: bool
) -> None:
    policy = parse_policy((tmp_path / "policy").read_bytes())
    hand = opened(rules, players)
    for seat in range(len(SEATS)):
        players.ask(seat, "checkHeader", hand.header, seat)
    leaf = hand.commit_leaf(now() * 1000)
    committed = service.commit(hand.header, time=int(str(leaf["time"])))
    hand.published(committed.proof, policy, now())
    assert players.refusal(0, "openSeed") == "not-yet"
    players.all("checkCommit", asdict(committed), now())
    assert players.refusal(0, "openSeed") == "not-yet"
    lines = players.all("cosign", now())
    assert service.cosign("cosigned.1", lines) == [0, 1, 2, 3]
    seeds = players.all("openSeed")
    for seat, seed in enumerate(seeds):
        hand.seed(seat, seed, now() * 1000)
        note = service.seed_receipt("cosigned.1", seat, players.made[seat]["commitment"])
        players.ask(seat, "keepSeedReceipt", note)
    hand.deal()
    dealt = service.publish(hand.deal_leaf(now() * 1000))
    players.all("checkDeal", seeds, asdict(dealt))
    play(hand, players, hidden=hidden)
    record = hand.close()
    service.publish(hand.close_leaf(now() * 1000))
    receipt = service.receipt("cosigned.1")
    read, alone = judged(record)
    assert isinstance(read, Record)
    verdict = with_receipt(read, alone, receipt, policy, now())
    assert (verdict.verdict, verdict.grade, verdict.checks["signatures"]) == ("verified", "A", "passed")
    assert verdict.published is not None
    assert verdict.published["by"] == "seats"
    players.all("keepEnd", record.decode(), receipt.decode())
    game = builtin(rules)
    assert game
    for found in players.all("checkAll", now(), game.to_json()):
        assert found["grade"] == "A"
        assert set(found["own"].values()) == {"passed"}
