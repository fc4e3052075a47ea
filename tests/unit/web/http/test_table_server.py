"""A hand at the table of fixtures/table_server, from sitting down to the check with every server switched off."""

import json
import runpy
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Route

from dealproof.replay.judge import judged
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.record import Record
from dealproof.verifier.commitment import commit_player_seed
from dealproof.verifier.tlog.note import format_key
from dealproof.verifier.tlog.policy import parse_policy
from dealproof.web.http.app import create_app
from dealproof.web.http.log import OPEN
from dealproof.web.operators.client import Client
from tests.support.logs import FakeWitness, listening
from tests.support.operators import log_key, settings, token_of
from tests.support.paths import ROOT
from tests.unit.web.conftest import Run, running

FOLDER = ROOT / "fixtures" / "table_server"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERVER = FOLDER / "table_server.py"
Json = dict[str, Any]


class Servers:
    """A dealproof site with a log and a witness, and a table: until they are stopped."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.stack = folder, ExitStack()
        _, key = log_key(folder)
        witness = FakeWitness("witness.example", key.public)
        witness.time = int(time.time())
        address = self.stack.enter_context(listening(witness))
        lines = f"log {format_key(key.public)}", f"witness w {format_key(witness.key)} {address}", "quorum w"
        self.policy = folder / "table.policy"
        self.policy.write_text("\n".join((*lines, "")), "utf-8")
        site = create_app(database, settings(folder, policy=str(self.policy)))
        self.stack.callback(site.extensions["hands"].database.dispose)
        self.client = Client(self.stack.enter_context(running(site)), token_of(database))

    def table(self) -> Any:
        """The table, as it is started on its folder."""
        create: Callable[..., Any] = runpy.run_path(str(SERVER))["create_table"]
        return create(self.client, self.policy.read_bytes(), self.folder / "table", pace=0)


@pytest.fixture
def servers(tmp_path: Path, database: str) -> Iterator[Servers]:
    started = Servers(tmp_path, database)
    with started.stack:
        yield started


@pytest.fixture
def page(browser: Browser, servers: Servers) -> Iterator[Page]:
    """The table on a page as wide as a phone, with a storage of its own; nothing may be complained of in its console.
    It is closed before the servers are stopped."""
    base = servers.stack.enter_context(running(servers.table()))
    context = browser.new_context(viewport={"width": 390, "height": 844}, accept_downloads=True)
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.goto(base)
    yield opened
    context.close()
    assert complaints == []


def sit_down(page: Page, seed: str) -> None:
    page.locator("[name=seed]").fill(seed)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Open my seed").click()
    page.locator("#steps li.good >> nth=3").wait_for()


def looks_right(page: Page) -> None:
    """Nothing is wider than the phone, and axe finds nothing, by day and by night."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []


def is_over(page: Page) -> bool:
    return page.locator("#end").is_visible()


LEGAL = "#calls button, #hand button:enabled"


def play_on(page: Page, moves: int = 1000) -> None:
    """Taps the first legal move, as often as it is asked, until the hand is over."""
    for _ in range(moves):
        page.locator(f":is({LEGAL}, #grade:not(:empty))").first.wait_for()
        if is_over(page):
            return
        before = page.locator("#said").inner_text() + page.locator("#turn").inner_text()
        page.locator(LEGAL).first.click()
        page.wait_for_function(
            "(before) => document.querySelector('#grade').textContent || before !== "
            "document.querySelector('#said').innerText + document.querySelector('#turn').innerText",
            arg=before,
        )


def kept_files(page: Page, folder: Path) -> list[str]:
    """Downloads what the page offers: record, receipt and policy."""
    folder.mkdir()
    names = []
    for link in page.locator("#files a").all():
        with page.expect_download() as download:
            link.click()
        names.append(download.value.suggested_filename)
        download.value.save_as(folder / names[-1])
    return names


def grade(page: Page) -> str:
    page.locator("#grade:not(:empty)").wait_for()
    return page.locator("#grade").inner_text()


def test_a_person_plays_a_hand_gets_grade_a_and_checks_it_with_every_server_switched_off(
    page: Page, tmp_path: Path, servers: Servers, run: Run
) -> None:
    """Issue 13, item 4."""
    looks_right(page)
    sit_down(page, "monsoon 1341")
    page.locator(LEGAL).first.wait_for()
    looks_right(page)
    play_on(page)
    looks_right(page)
    known = servers.client.hand(page.locator("#where").inner_text().removeprefix("Hand "))
    assert (known["record"], known["verdict"]) == ("open", "verified")
    servers.stack.close()
    page.context.set_offline(True)
    page.evaluate("document.querySelector('#grade').textContent = ''")
    page.get_by_role("button", name="Check again").click()
    assert grade(page) == "Grade A: nobody chose your cards."
    assert not page.locator("#table").is_visible(), "the table of a hand that is over stays away"
    assert page.locator("#checks li.failed").count() == 0
    assert page.locator("#checks li.passed").count() == 9
    kept = tmp_path / "kept"
    record, receipt, policy = kept_files(page, kept)
    checked = run("check", "--policy", str(kept / policy), str(kept / record))
    assert checked.exit_code == 0, checked.output
    assert "verified A" in checked.output
    assert json.loads((kept / record).read_bytes())["player_seeds"][0] == "monsoon 1341"
    (kept / receipt).unlink()
    assert "verified C" in run("check", "--policy", str(kept / policy), str(kept / record)).output


def test_a_page_that_is_loaded_again_goes_on_and_the_next_hand_continues_the_log(page: Page) -> None:
    """player.js: what is kept can be loaded again at any point."""
    tiles: list[str] = []
    page.on("request", lambda request: tiles.append(request.url) if "/log/tile/" in request.url else None)
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Open my seed").wait_for()
    page.reload()
    page.get_by_role("button", name="Open my seed").click()
    page.locator(LEGAL).first.wait_for()
    play_on(page, moves=3)
    page.reload()
    play_on(page)
    assert grade(page).startswith("Grade A")
    page.reload()
    assert grade(page).startswith("Grade A")
    tiles.clear()
    page.get_by_role("button", name="Next hand").click()
    sit_down(page, "another seed")
    assert tiles, "the second hand is held against what was seen of the log"


def test_a_header_with_another_commitment_is_refused_and_the_seed_stays_closed(page: Page) -> None:
    def swap(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        body["header"]["player_commitments"][0] = "00" * 32
        route.fulfill(response=answer, json=body)

    page.route("**/view", swap)
    page.get_by_role("button", name="Sit down").click()
    page.locator("#trouble:visible").wait_for()
    assert "does not have your seed" in page.locator("#trouble").inner_text()
    assert page.get_by_role("button", name="Open my seed").count() == 0


def test_a_log_that_does_not_continue_what_was_seen_of_it_is_refused(page: Page) -> None:
    sit_down(page, "monsoon 1341")
    page.get_by_role("button", name="Give the hand up").click()
    page.locator("#end:visible").wait_for()
    page.route("**/log/tile/**", lambda route: route.fulfill(body=bytes(8192), headers=OPEN))
    page.get_by_role("button", name="Next hand").click()
    page.get_by_role("button", name="Sit down").click()
    page.locator("#trouble:visible").wait_for()
    assert "does not continue what you saw of it" in page.locator("#trouble").inner_text()
    assert page.get_by_role("button", name="Open my seed").count() == 0


def test_a_hand_that_is_given_up_is_void_in_the_log_and_its_record_is_kept(page: Page) -> None:
    sit_down(page, "monsoon 1341")
    page.get_by_role("button", name="Give the hand up").click()
    page.locator("#end:visible").wait_for()
    assert page.locator("#result").inner_text() == "The hand was given up."
    assert page.locator("#checks li.failed").count() == 0
    assert grade(page) == "Grade A: nobody chose your cards."


def test_a_page_whose_policy_asks_for_no_witness_says_so_and_claims_no_more_than_grade_c(
    page: Page, servers: Servers
) -> None:
    """The README of the table starts it under such a policy."""
    unwitnessed = "".join(servers.policy.read_text("utf-8").splitlines(keepends=True)[:1]) + "quorum none\n"
    page.locator("#sit:visible").wait_for()
    page.evaluate("localStorage.clear()")
    page.route("**/policy", lambda route: route.fulfill(body=unwitnessed))
    page.reload()
    sit_down(page, "monsoon 1341")
    assert "No witness has to see it there." in page.locator("#steps").inner_text()
    play_on(page)
    assert "a witness has seen" not in page.inner_text("body").lower()
    assert grade(page) == "Grade C: the seeds give these cards, but only this table says when they were fixed."
    assert (
        "Not shown: The hand was fixed in the public log before it was dealt." in page.locator("#checks").inner_text()
    )


class Person:
    """A person who asks the table without a page."""

    def __init__(self, servers: Servers, seed: str = "a seed") -> None:
        self.servers, self.secret, self.seed = servers, "", seed
        self.start()

    def start(self) -> None:
        """Starts the table on what its folder has."""
        self.site: FlaskClient = self.servers.table().test_client()

    def ask(self, action: str, **body: Any) -> tuple[int, Json]:
        answer = self.site.post(f"/{action}", json={"pass": self.secret, **body})
        return answer.status_code, answer.get_json()

    def sit(self) -> Json:
        status, said = self.ask("sit", name="Asha", commitment=commit_player_seed(self.seed))
        assert status == 200, said
        self.secret = said["pass"]
        return self.ask("view")[1]

    def play(self, moves: int = 1000) -> Json:
        """Plays the first legal move as often as it can, and returns what is seen then."""
        status, view = self.ask("view")
        while not view["receipt"] and moves:
            if view["deal"] and view["seat"] in view["to_act"]:
                moves -= 1
                status, view = self.ask("move", event=first(view))
            else:
                status, view = self.ask("view")
            assert status == 200, view
        return view


def first(view: Json) -> Json | None:
    """The first legal move; the pack is not cut."""
    if view["phase"] == "cutting":
        return None
    event: Json = {key: value for key, value in view["legal"][0].items() if key not in {"from", "to"}}
    return {**event, "value": view["legal"][0].get("from", event.get("value"))} if event["do"] == "bid" else event


def judged_with(servers: Servers, view: Json) -> tuple[str, str | None]:
    """Verdict and grade of what a person got."""
    record, verdict = judged(view["record"].encode())
    assert isinstance(record, Record)
    policy = parse_policy(servers.policy.read_bytes())
    shown = with_receipt(record, verdict, view["receipt"].encode(), policy, int(time.time()))
    return shown.verdict, shown.grade


def test_hands_at_a_table_that_is_started_again_and_again_come_to_grade_a(servers: Servers) -> None:
    """Each of them goes on from its folder: before its seed, after it, in play, and at its end."""
    person = Person(servers)
    for number in range(1, 4):
        assert person.sit()["header"]["number"] == number
        person.start()
        assert person.ask("seed", seed=person.seed)[0] == 200
        person.start()
        person.play(moves=number)
        person.start()
        ended = person.play()
        person.start()
        assert person.play() == ended
        assert judged_with(servers, ended) == ("verified", "A")


def test_what_a_person_may_not_do_at_the_table_is_refused_with_a_sentence_and_changes_nothing(servers: Servers) -> None:
    person = Person(servers)

    def refused(code: str, action: str, **body: Any) -> None:
        kept = person.servers.folder / "table" / "table.json"
        before = kept.read_bytes() if kept.exists() else None
        status, said = person.ask(action, **body)
        assert (status, said["code"], said["message"][-1]) == (409, code, ".")
        assert before == (kept.read_bytes() if kept.exists() else None)

    refused("not-seated", "view")
    refused("not-hex", "sit", name="Asha", commitment="no hash")
    person.sit()
    refused("taken", "sit", name="Asha", commitment=commit_player_seed("another"))
    refused("not-seated", "view", **{"pass": "another"})
    refused("not-your-move", "move", event={"seat": 0, "do": "pass"})
    refused("refused", "seed", seed="another seed")
    view = person.ask("seed", seed=person.seed)[1]
    while view["to_act"] != [0] or view["phase"] == "cutting":
        view = person.ask("move", event=None)[1] if view["to_act"] == [0] else person.ask("view")[1]
    refused("not-your-move", "move", event={"seat": 1, "do": "pass"})
    refused("not-your-move", "move", event=7)
    refused("refused", "move", event={"seat": 0, "do": "play", "card": "Js"})
    assert person.site.post("/view", json=[]).status_code == 409
    assert person.play()["receipt"]


def test_a_person_sees_no_card_of_a_bot_and_no_seed_before_the_deal(servers: Servers) -> None:
    person = Person(servers)
    shown = json.dumps(person.sit())
    kept = json.loads((servers.folder / "table" / "table.json").read_bytes())
    assert kept["seed"] not in shown
    assert not any(seed in shown for seed in kept["bots"])
    person.ask("seed", seed=person.seed)
    view = person.play(moves=4)
    assert kept["seed"] not in json.dumps({**view, "record": None, "receipt": None})
    assert stat.S_IMODE((servers.folder / "table" / "table.json").stat().st_mode) == 0o600


def test_the_table_is_a_server_of_less_than_200_lines() -> None:
    """Issue 13, item 4."""
    assert len(SERVER.read_text("utf-8").splitlines()) < 200
