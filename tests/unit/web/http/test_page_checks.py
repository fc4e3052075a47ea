"""What the reader's own browser sees on the page of a hand: in Chromium, under the site's real policy."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from dealproof.replay.audit import audit
from dealproof.verifier.tlog.policy import parse_policy
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.intake.box import Reader
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.store.receipts import Receipts
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import running

HERE = Path(__file__).parent / "browser"
VECTORS = ROOT / "fixtures" / "vectors"
MADE, AGAIN, SIGNED, TAMPERED, HIDDEN, DONKEY, RUMMY, SEATING = (
    f"{name}.hand.json"
    for name in (
        "01-28-made-with-a-ruff",
        "04-28-dealt-again",
        "05-28-kerala-house-signed",
        "10-28-seed-changed-afterwards",
        "14-28-still-in-play",
        "15-kazhutha-donkey",
        "17-rummy-declared",
        "19-seating-40-gulan",
    )
)
WIDTHS = pytest.mark.parametrize("page", [390, 1280], indirect=True)
HASHES = ["commitment", "player-seeds", "rules-digest", "log-head", "signatures"]
SAID = sentences(ENGLISH).sections["browser"]


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def samples() -> list[str]:
    return sorted(each.name for each in SAMPLES.glob("*.hand.json"))


def record(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(sample(name))
    return told


OTHER_KINDS = {name for name in samples() if "format" in record(name)}
"""Samples of void records and imported hands."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with every sample hand."""
    app = create_app(f"sqlite:///{tmp_path_factory.mktemp('site') / 'hands.sqlite3'}")
    hands: Hands = app.extensions["hands"]
    hands.take_in((name, sample(name)) for name in samples())
    with running(app) as url:
        yield url


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page, as wide as a phone or as asked for; nothing may be complained of in its console."""
    opened = browser.new_page(viewport={"width": getattr(request, "param", 390), "height": 844})
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    opened.close()
    assert complaints == []


def look(page: Page, base: str, name: str) -> None:
    """Opens a sample's page and waits until the browser has said what it saw."""
    page.goto(f"{base}/hands/{record(name)['header']['hand']}")
    page.wait_for_selector(".browser-note:is(.good, .bad, .open)", state="attached")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def unfold(page: Page) -> None:
    """Opens the list of checks and each of them."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def marks(page: Page) -> dict[str, str]:
    """What stands beside each check as seen by the browser."""
    unfold(page)
    items = page.locator("[data-check]").all()
    return {str(item.get_attribute("data-check")): item.locator(".by-browser").inner_text() for item in items}


def served(page: Page) -> dict[str, str]:
    """What stands beside each check as seen by the server."""
    unfold(page)
    items = page.locator("[data-check]").all()
    return {str(item.get_attribute("data-check")): item.locator(".by").first.inner_text() for item in items}


def note(page: Page) -> list[str]:
    return page.locator(".browser-note p").all_inner_texts()


def expected(name: str) -> dict[str, str]:
    """The marks that agree with the verdict of Python."""
    checks = audit(sample(name)).to_json()["checks"]
    assert isinstance(checks, dict)
    left = {check: SAID["left"] for check in checks if check not in HASHES}
    return {check: SAID[str(outcome).replace(" ", "-")] for check, outcome in checks.items()} | left


def shown_cards(page: Page) -> int:
    return page.locator("[data-draw] .card").count()


@WIDTHS
@pytest.mark.parametrize("name", [name for name in samples() if name not in {HIDDEN, *OTHER_KINDS}])
def test_each_check_is_marked_as_the_browser_saw_it_and_the_deal_is_the_one_shown(
    page: Page, base: str, name: str
) -> None:
    look(page, base, name)
    assert marks(page) == expected(name)
    agrees, deal, *_ = note(page)
    assert agrees == SAID["agrees"].format(bytes=len(sample(name)))
    assert deal == SAID["deal-same"].format(cards=shown_cards(page))
    assert shown_cards(page) > 0
    assert page.locator(".otherwise").count() == 0


def test_a_seed_changed_afterwards_is_seen_to_fail_by_server_and_browser(page: Page, base: str) -> None:
    look(page, base, TAMPERED)
    for check in ("player-seeds", "log-head"):
        assert marks(page)[check] == SAID["failed"]
        assert served(page)[check] == sentences(ENGLISH).say("seen", "failed")


def test_signatures_are_seen_by_the_browser(page: Page, base: str) -> None:
    look(page, base, SIGNED)
    assert marks(page)["signatures"] == SAID["passed"]


def test_a_hand_dealt_again_shows_the_cards_of_both_draws(page: Page, base: str) -> None:
    look(page, base, AGAIN)
    assert [each.get_attribute("data-draw") for each in page.locator("[data-draw]").all()] == ["deal/0", "deal/1"]
    assert note(page)[1] == SAID["deal-same"].format(cards=shown_cards(page))


@WIDTHS
def test_a_hidden_hand_says_that_its_record_is_closed_and_asks_for_nothing(page: Page, base: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{base}/hands/{record(HIDDEN)['header']['hand']}")
    assert note(page) == [SAID["closed"]]
    unfold(page)
    assert page.locator(".by-browser:visible").count() == 0
    assert not [url for url in asked if url.endswith(("/hand.js", "/dealproof.js", "/record"))]


@WIDTHS
@pytest.mark.parametrize("name", [SIGNED, HIDDEN])
def test_a_pasted_record_is_checked_from_the_text_that_stands_on_the_page(page: Page, base: str, name: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(base)
    page.locator("[name=what]").fill(sample(name).decode())
    page.locator("form.box button").click()
    page.wait_for_selector(".browser-note.good")
    assert marks(page) == expected(name)
    assert not [url for url in asked if url.endswith("/record")]


def test_without_javascript_only_the_server_has_seen_the_checks(browser: Browser, base: str) -> None:
    for width in (390, 1280):
        context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 844})
        page = context.new_page()
        page.goto(f"{base}/hands/{record(MADE)['header']['hand']}")
        assert note(page) == [SAID["server-only"]]
        unfold(page)
        assert page.locator(".by-browser:visible").count() == 0
        assert sentences(ENGLISH).say("seen", "passed") in served(page).values()
        context.close()


def changed(check: str) -> dict[str, Any]:
    """The signed sample, changed so that this check must fail."""
    told = record(SIGNED)
    signed = [event for event in told["events"] if "sig" in event]
    if check == "commitment":
        told["server_seed"] = "00" * 32
    elif check == "player-seeds":
        told["player_seeds"][0] = "another"
    elif check == "rules-digest":
        told["header"]["rules_digest"] = "00" * 32
    elif check == "log-head":
        told["events"].pop()
    else:
        signed[-1]["sig"] = signed[0]["sig"]
    return told


@WIDTHS
@pytest.mark.parametrize("check", HASHES)
def test_where_the_record_is_not_what_the_server_says_the_browser_says_so(page: Page, base: str, check: str) -> None:
    body = json.dumps(changed(check), ensure_ascii=False)
    page.route("**/record", lambda route: route.fulfill(body=body, content_type="application/json"))
    look(page, base, SIGNED)
    assert marks(page)[check] == SAID["failed"]
    assert served(page)[check] != sentences(ENGLISH).say("seen", "failed")
    assert note(page)[0].startswith(SAID["disagrees"].partition("{")[0])
    assert sentences(ENGLISH).say("checks", check) in note(page)[0]
    assert page.locator(f'[data-check="{check}"].otherwise').count() == 1


def altered(page: Page, base: str, name: str, place: str) -> None:
    """Opens a sample's page on which the first card after `place` under the deal is a one, which no pack has."""

    def swap(route: Route) -> None:
        answer = route.fetch()
        before, deal, after = re.split(rf"({place}.*?</section>)", answer.text(), maxsplit=1, flags=re.DOTALL)
        route.fulfill(response=answer, body=before + re.sub(r'"rank">[^<]*', '"rank">1', deal, count=1) + after)

    page.route("**/hands/*", swap)
    look(page, base, name)


@WIDTHS
@pytest.mark.parametrize("name", [MADE, DONKEY, RUMMY, SEATING])
def test_cards_that_the_seeds_do_not_give_are_seen_by_the_browser(page: Page, base: str, name: str) -> None:
    altered(page, base, name, "data-draw")
    who, draw = record(name)["header"]["seats"][0], "seating" if name == SEATING else "deal/0"
    assert note(page)[1] == SAID["deal-differs"].format(places=SAID["deal-place"].format(who=who, draw=draw))
    assert page.locator("[data-seat].otherwise").count() == 1
    assert marks(page) == expected(name)


@pytest.mark.parametrize("lies", ["turned", "opened"])
def test_a_card_that_lies_open_by_the_deal_of_rummy_is_seen_by_the_browser(page: Page, base: str, lies: str) -> None:
    """rummy/RULES.md, "Deal": the card after the hands is turned up, the next opens the discards."""
    altered(page, base, RUMMY, f'data-lies="{lies}"')
    who = sentences(ENGLISH).say("pieces", lies)
    assert note(page)[1] == SAID["deal-differs"].format(places=SAID["deal-place"].format(who=who, draw="deal/0"))
    assert page.locator(".otherwise").count() == page.locator(f"[data-lies={lies}].otherwise").count() == 1


def test_a_browser_without_ed25519_says_that_it_did_not_see_the_signatures(page: Page, base: str) -> None:
    page.add_init_script(
        """const own = SubtleCrypto.prototype.importKey;
        SubtleCrypto.prototype.importKey = function (format, key, algorithm, ...rest) {
          if (algorithm === "Ed25519") return Promise.reject(new DOMException("", "NotSupportedError"));
          return own.call(this, format, key, algorithm, ...rest);
        };"""
    )
    look(page, base, SIGNED)
    assert marks(page) == {**expected(SIGNED), "signatures": SAID["unable"]}
    assert page.locator(".otherwise").count() == 0


def test_a_browser_that_offers_no_cryptography_here_says_so(page: Page, base: str) -> None:
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    look(page, base, MADE)
    assert note(page) == [SAID["insecure"]]
    unfold(page)
    assert page.locator(".by-browser:visible").count() == 0


@pytest.mark.parametrize("body", ["", "{}", '{"header": 1, "header": 1}'])
def test_a_record_that_cannot_be_read_leaves_the_word_to_the_server(browser: Browser, base: str, body: str) -> None:
    page = browser.new_page()
    page.route("**/record", lambda route: route.fulfill(body=body, content_type="application/json"))
    look(page, base, MADE)
    assert note(page) == [SAID["unreadable"]]
    unfold(page)
    assert page.locator(".by-browser:visible").count() == 0
    page.close()


def probes() -> list[tuple[str, Any]]:
    found = [(path.parent.name, json.loads(path.read_bytes())) for path in sorted(VECTORS.glob("*/*.json"))]
    for path in VECTORS.glob("*.json"):
        found += [(path.stem, vector) for vector in json.loads(path.read_bytes())]
    return found


PROVE = """async (probes) => {
  const dealproof = await import("/static/dealproof.js");
  const { prove } = await import("/static/vectors.mjs");
  const failed = [];
  for (const [kind, vector] of probes)
    await prove(dealproof, kind, vector).catch((error) => failed.push(`${kind}: ${error}`));
  return failed;
}"""


def test_the_module_passes_every_vector_in_chromium_under_the_real_policy(page: Page, base: str) -> None:
    proof = (HERE / "vectors.mjs").read_text(encoding="utf-8")
    page.route("**/static/vectors.mjs", lambda route: route.fulfill(body=proof, content_type="text/javascript"))
    look(page, base, MADE)
    assert len(probes()) > 150
    assert page.evaluate(PROVE, probes()) == []


def log_vector(file: str, name: str) -> dict[str, Any]:
    lines = (ROOT / "fixtures" / "log" / file).read_bytes().splitlines()
    return next(each for each in map(json.loads, lines) if each["name"] == name)


def test_the_browser_checks_a_receipt_from_the_box_and_void_hands(page: Page, tmp_path: Path) -> None:
    good, late = (
        log_vector("receipts.jsonl", name) for name in ("good-quorum-1-of-1", "commit-and-deal-in-one-checkpoint")
    )
    voids = [log_vector("void.jsonl", name)["record"] for name in ("players-left-56", "seed-missing-seeds-sent-openly")]
    (tmp_path / "policy").write_text(good["policy"], "utf-8")
    settings = SiteSettings(policy=str(tmp_path / "policy"), log=False)
    app = create_app(f"sqlite:///{tmp_path / 'hands.sqlite3'}", settings)
    hands: Hands = app.extensions["hands"]
    kept = hands.take_in(
        (str(place), json.dumps(each).encode()) for place, each in enumerate([good["record"], voids[0]])
    )
    assert not kept.refused
    with running(app) as url:
        for receipt, mark in ((good["receipt"], "passed"), (late["receipt"], "failed")):
            page.goto(url)
            page.locator("#what").fill(json.dumps(receipt))
            page.locator("form.box button").click()
            page.wait_for_selector(".browser-note:is(.good, .bad, .open)", state="attached")
            assert marks(page)["published-before-play"] == SAID[mark]
            assert note(page)[0].endswith("It agrees with the server on all of them.")
        page.goto(f"{url}/hands/{voids[0]['header']['hand']}")
        page.wait_for_selector(".browser-note:is(.good, .bad, .open)", state="attached")
        assert note(page)[0].endswith("It agrees with the server on all of them.")
        page.goto(url)
        page.locator("#what").fill(json.dumps(voids[1]))
        page.locator("form.box button").click()
        page.wait_for_selector(".browser-note:is(.good, .bad, .open)", state="attached")
        assert note(page)[0].endswith("It agrees with the server on all of them.")


@pytest.mark.parametrize(
    ("hand", "outcome"), [("20-28-published-before-play", "passed"), ("21-28-published-late", "failed")]
)
def test_a_stored_receipt_is_checked_by_the_browser_too(page: Page, tmp_path: Path, hand: str, outcome: str) -> None:
    policy = SAMPLES / "demo.policy"
    app = create_app(f"sqlite:///{tmp_path / 'hands.sqlite3'}", SiteSettings(log=False, policy=str(policy)))
    reader = Reader(parse_policy(policy.read_bytes()), 1_800_000_000)
    hands: Hands = app.extensions["hands"]
    receipts = Receipts(lambda known: (SAMPLES / f"{known}.receipt.json").read_bytes(), reader)
    hands.take_in([(hand, sample(f"{hand}.hand.json"))], receipts)
    with running(app) as url:
        page.goto(f"{url}/hands/{hand[3:]}")
        page.wait_for_selector(".browser-note:is(.good, .bad, .open)", state="attached")
        assert marks(page)["published-before-play"] == SAID[outcome]
        assert note(page)[0].endswith("It agrees with the server on all of them.")
        with page.expect_download() as download:
            page.click(f'a[href="/hands/{hand[3:]}/receipt"]')
    assert download.value.suggested_filename == f"{hand[3:]}.receipt.json"
