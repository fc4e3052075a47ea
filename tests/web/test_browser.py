"""What a person meets: the pages in a browser, as wide as a phone and as a desk."""

import shutil
import threading
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, sync_playwright

from tests.web.conftest import GOOD, HIDDEN, ILLEGAL, MISMATCH, hand_id
from web.commands.serve import listening

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    *["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    *["--disable-sync", "--no-first-run"],
]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def base(client: FlaskClient) -> Iterator[str]:
    server = listening("127.0.0.1", 0, client.application)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen_and_nothing_is_refused_by_the_policy(
    browser: Browser, base: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    for path in ("/", *(f"/hands/{hand_id(name)}" for name in (GOOD, ILLEGAL, MISMATCH, HIDDEN))):
        page.goto(base + path)
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert complaints == []
    page.close()


def test_the_box_on_the_front_page_opens_a_hand(browser: Browser, base: str) -> None:
    page = browser.new_page()
    page.goto(base)
    page.get_by_label("Hand ID").fill(hand_id(GOOD))
    page.get_by_role("button", name="Open").click()
    assert page.get_by_role("heading", level=1).inner_text().endswith("Verified")
    page.close()
