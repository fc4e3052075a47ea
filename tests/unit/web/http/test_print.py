"""The page of a hand on paper: verdict, seeds, checks and address, and nothing to press (issue 14, item 6)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import running

A4 = {"width": 687, "height": 1000}
"""The width of A4 without its margins, in CSS pixels."""
HANDS = ["28-did-not-follow-suit", "28-still-in-play", "rummy-wrong-declare", "kazhutha-imported"]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    url = f"sqlite:///{tmp_path_factory.mktemp('print') / 'hands.sqlite3'}"
    app = create_app(url, SiteSettings(posts=0, log=False))
    app.extensions["hands"].take_in((each.name, each.read_bytes()) for each in sorted(SAMPLES.glob("*.hand.json")))
    with running(app) as at:
        yield at


def printed(browser: Browser, url: str, *, script: bool = True) -> Page:
    page = browser.new_page(viewport=A4, java_script_enabled=script)  # type: ignore[arg-type]
    page.goto(url, wait_until="networkidle")
    page.emulate_media(media="print")
    return page


@pytest.mark.parametrize("language", ["en", "ml", "gu"])
@pytest.mark.parametrize("hand", HANDS)
def test_paper_shows_verdict_checks_and_address_and_nothing_to_press(
    browser: Browser, base: str, hand: str, language: str
) -> None:
    page = printed(browser, f"{base}/{language}/hands/{hand}")
    for part in (".verdict h1", "#checks .checks", "#take .qr", "#page-address"):
        assert page.locator(part).first.is_visible(), part
    titles = page.locator("#checks .checks .title")
    assert titles.filter(visible=True).count() == titles.count() > 0
    assert page.locator("button, form, input, select, nav, footer, .skip").filter(visible=True).count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= A4["width"]
    page.close()


@pytest.mark.parametrize("script", [True, False])
def test_the_seeds_of_all_players_are_on_paper_and_the_address_is_the_last(
    browser: Browser, base: str, script: bool
) -> None:
    page = printed(browser, f"{base}/en/hands/{HANDS[0]}", script=script)
    if script:
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#seeds .hash").filter(visible=True).count() == page.locator("#seeds .hash").count() > 8
    take, limits = page.locator("#take").bounding_box(), page.locator("#limits").bounding_box()
    assert take
    assert limits
    assert take["y"] > limits["y"]
    page.close()


def test_what_printing_opens_is_closed_again(browser: Browser, base: str) -> None:
    page = browser.new_page()
    page.goto(f"{base}/en/hands/{HANDS[0]}")
    closed = "document.querySelectorAll('details:not([open])').length"
    before = page.evaluate(closed)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(closed) == 0 < before
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(closed) == before
    page.close()


def test_what_is_for_the_screen_is_as_it_was(browser: Browser, base: str) -> None:
    """The sheet for paper changes nothing on a screen."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{base}/en/hands/{HANDS[0]}")
    assert page.locator("#take button").first.is_visible()
    assert page.locator("footer").is_visible()
    page.close()
