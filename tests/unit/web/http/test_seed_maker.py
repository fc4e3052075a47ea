"""The maker of seeds, `/seed`: what it makes is right, it sends and keeps nothing, and it says what else there is where
a browser cannot make one (issue 14, item 7)."""

import re
import subprocess
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Request

from dealproof.verifier.commitment import commit_player_seed
from dealproof.web.http.site.seed import COMMIT, MAKE, NEVER, STEPS
from dealproof.web.presentation.translations import ENGLISH, languages, sentences
from tests.support.paths import ROOT
from tests.unit.web.conftest import chromium, running

SAY = sentences(ENGLISH).say
HEX = re.compile("[0-9a-f]{64}")
KEPT = """async () => [
  localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length,
  (await caches.keys()).length, (await navigator.serviceWorker.getRegistrations()).length,
  location.search, location.hash, history.state,
]"""
"""Whatever a page may keep in a browser."""


ELSEWHERE = "hands.example"
"""A name that is this machine, and for a browser not one that it trusts without https."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for which there is another machine."""
    with chromium(f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1") as launched:
        yield launched


@pytest.fixture
def base(site: FlaskClient) -> Iterator[str]:
    with running(site.application) as url:
        yield url


def opened(browser: Browser, base: str, width: int = 390) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.goto(f"{base}/seed")
    page.get_by_role("button", name=SAY("seed", "make")).wait_for()
    return page


def made(page: Page) -> tuple[str, str]:
    """A new seed and the commitment beside it."""
    before = page.locator("#seed").text_content()
    page.get_by_role("button", name=SAY("seed", "make")).click()
    page.wait_for_function("(before) => document.getElementById('seed').textContent !== before", arg=before)
    return page.locator("#seed").inner_text(), page.locator("#commitment").inner_text()


@pytest.mark.parametrize("width", [390, 1280])
def test_each_seed_is_new_and_its_commitment_is_that_of_the_protocol(browser: Browser, base: str, width: int) -> None:
    """PROTOCOL.md, "Roles and order", 2: the hash of the UTF-8 bytes of the text, not of what the digits mean."""
    page = opened(browser, base, width)
    pairs = [made(page) for _ in range(4)]
    assert len({seed for seed, _ in pairs}) == 4
    for seed, commitment in pairs:
        assert HEX.fullmatch(seed)
        assert commitment == commit_player_seed(seed)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.close()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("language", languages())
def test_the_page_and_all_that_its_script_says_are_in_the_language_of_its_address(
    browser: Browser, base: str, language: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, permissions=["clipboard-write"])
    page, say = context.new_page(), sentences(language).say
    page.goto(f"{base}/{language}/seed")
    for button, said in (("make", "made"), ("copy-commitment", "copied"), ("copy-seed", "copied")):
        page.get_by_role("button", name=say("seed", button), exact=True).press("Enter")
        page.locator("#said").get_by_text(say("seed", said), exact=True).wait_for()
    for section, codes in (("seed-steps", STEPS), ("seed-never", NEVER)):
        assert all(page.get_by_text(say(section, code), exact=True).is_visible() for code in codes)
    assert page.locator("html").get_attribute("lang") == language
    assert page.evaluate("document.documentElement.scrollWidth") == width
    context.close()


@pytest.mark.parametrize("script", ["seed.js", "take.js"])
def test_no_script_has_a_sentence_of_its_own(script: str) -> None:
    written = (ROOT / "web" / "http" / "static" / script).read_text(encoding="utf-8")
    code = re.sub(r"/\*[\s\S]*?\*/|//.*", "", written)
    literals = [each[1:-1] for each in re.findall(r""""[^"\n]*"|'[^'\n]*'|`[^`]*`""", code)]
    assert literals
    assert [each for each in literals if re.search(r"[A-Z][a-z]+ [a-z]|[a-z] [a-z]+ [a-z]+ ", each)] == []


def test_nothing_is_sent_after_the_page_is_there_and_nothing_is_kept(browser: Browser, base: str) -> None:
    context = browser.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page, sent, complaints = context.new_page(), [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{base}/seed", wait_until="networkidle")

    def note(request: Request) -> None:
        sent.append(request.url)

    page.on("request", note)
    seed, commitment = made(page)
    for name, value in (("copy-commitment", commitment), ("copy-seed", seed)):
        page.get_by_role("button", name=SAY("seed", name)).click()
        page.get_by_text(SAY("seed", "copied"), exact=True).wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == value
    context.set_offline(True)
    assert made(page) != (seed, commitment)
    context.set_offline(False)
    page.wait_for_load_state("networkidle")
    assert sent == []
    assert page.evaluate(KEPT) == [0, 0, "", 0, 0, 0, "", "", None]
    assert context.cookies() == []
    assert page.locator("input, textarea, form").count() == 0
    page.reload()
    assert page.locator("#seed").text_content() == ""
    assert complaints == []
    context.close()


def test_where_the_browser_does_not_copy_the_text_is_selected(browser: Browser, base: str) -> None:
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(f"{base}/seed")
    seed, _ = made(page)
    page.get_by_role("button", name=SAY("seed", "copy-seed")).click()
    page.get_by_text(SAY("seed", "selected"), exact=True).wait_for()
    assert page.evaluate("getSelection().toString()") == seed
    page.close()


def test_it_is_made_by_keyboard_alone(browser: Browser, base: str) -> None:
    page = opened(browser, base)
    button = page.get_by_role("button", name=SAY("seed", "make"))
    for _ in range(10):
        page.keyboard.press("Tab")
        if button.evaluate("(button) => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.locator("#results").wait_for()
    assert HEX.fullmatch(page.locator("#seed").inner_text())
    page.close()


def check_that_it_refers_to_the_commands(page: Page, why: str) -> None:
    assert page.get_by_text(SAY("seed", why)).is_visible()
    assert not page.locator("#make").is_visible()
    assert page.get_by_text(MAKE).is_visible()
    assert page.get_by_text(COMMIT, exact=True).is_visible()
    assert page.locator("#without, #insecure").filter(visible=True).count() == 1


def test_without_javascript_the_page_refers_to_the_commands(browser: Browser, base: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{base}/seed")
    check_that_it_refers_to_the_commands(page, "without-script")
    page.close()


def test_over_plain_http_where_there_is_no_webcrypto_too(browser: Browser, base: str) -> None:
    page = browser.new_page()
    page.goto(f"http://{ELSEWHERE}:{base.rpartition(':')[2]}/seed")
    assert not page.evaluate("isSecureContext")
    page.locator("#insecure").wait_for()
    check_that_it_refers_to_the_commands(page, "insecure")
    page.close()


def printed(command: str) -> str:
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout


def test_the_two_commands_do_the_same_on_any_machine() -> None:
    seeds = {printed(MAKE) for _ in range(3)}
    assert len(seeds) == 3
    for seed in seeds:
        assert HEX.fullmatch(seed)
        assert printed(COMMIT.replace("SEED", seed)).split()[0] == commit_player_seed(seed)


def test_the_page_says_when_to_send_which_and_what_never_to_do(site: FlaskClient) -> None:
    page = site.get("/seed").text
    assert len(STEPS) == 3
    for section, codes in (("seed-steps", STEPS), ("seed-never", NEVER)):
        for code in codes:
            assert SAY(section, code) in page


def test_it_is_one_page_for_everybody_and_the_front_page_leads_to_it(site: FlaskClient) -> None:
    """The server has no part in a seed: what it answers depends on nothing that it is asked."""
    answers = {site.get(path).data for path in ("/seed", "/seed?seed=abc", "/seed?hand=28-standard.1")}
    assert len(answers) == 1
    assert site.post("/seed", data={"seed": "abc"}).status_code == 405
    assert re.search('<footer.*href="/seed".*</footer>', site.get("/").text, re.DOTALL)
    assert site.get("/seed").headers["Content-Security-Policy"].startswith("default-src 'self';")
