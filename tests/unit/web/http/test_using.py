"""Using the site by hand: Enter, the way past the head of a page, the box where nothing was found, touch targets."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.presentation.translations import languages
from dealproof.web.store.service import Hands
from tests.unit.web.conftest import running
from tests.unit.web.http.test_accessibility import PAGES, PUT_IN, id_of, sample, samples

ID = sample("01")["header"]["hand"]
LEAST = 24
"""CSS pixels of a target (WCAG 2.2, 2.5.8)."""

TOO_SMALL = """(least) => {
  const reach = least / 2 - 0.5;
  const around = [[0, 0], [-reach, 0], [reach, 0], [0, -reach], [0, reach]];
  const hit = (target, box) => around.every(([x, y]) =>
    target.contains(document.elementFromPoint(box.x + box.width / 2 + x, box.y + box.height / 2 + y)));
  return [...document.querySelectorAll('main :is(a[href], button, input, textarea, select, summary), .top a, .foot a')]
    .filter((target) => target.checkVisibility())
    .filter((target) => {
      target.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
      const boxes = [...target.getClientRects()];
      const inline = getComputedStyle(target).display === 'inline';
      const large = (box) => box.width >= least && box.height >= least;
      return !boxes.some((box) => hit(target, box) || (inline && large(box)));
    })
    .map((target) => target.outerHTML.slice(0, 160));
}"""
"""Targets of which a finger does not hit the middle, or what is half of the least size away from it. A link within a
sentence may be broken over lines, and links on lines above each other may overlap: one part that is large is enough."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with every sample hand."""
    app = create_app(
        f"sqlite:///{tmp_path_factory.mktemp('using') / 'hands.sqlite3'}", SiteSettings(posts=0, log=False)
    )
    hands: Hands = app.extensions["hands"]
    hands.take_in((each.name, each.read_bytes()) for each in samples())
    with running(app) as url:
        yield url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page as wide as a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    yield context.new_page()
    context.close()


def test_enter_looks_up_a_text_of_one_line(page: Page, base: str) -> None:
    page.goto(base)
    page.locator("#what").fill(ID)
    page.locator("#what").press("Enter")
    page.wait_for_url(f"{base}/hands/{ID}")


def test_enter_with_shift_or_in_several_lines_begins_a_new_line(page: Page, base: str) -> None:
    page.goto(base)
    text = page.locator("#what")
    text.fill("{")
    text.press("Shift+Enter")
    text.press("Enter")
    text.press("}")
    assert text.input_value() == "{\n\n}"
    assert page.url == f"{base}/"


def test_without_its_script_the_button_does_it(page: Page, base: str) -> None:
    page.route("**/box.js", lambda route: route.abort())
    page.goto(base)
    page.locator("#what").fill(ID)
    page.locator("form.box button").click()
    page.wait_for_url(f"{base}/hands/{ID}")


@pytest.mark.parametrize(
    ("path", "typed"),
    [("/hands/nobody", "nobody"), ("/tables/nowhere", "nowhere"), ("/api/hands", ""), ("/hands/a%20b/record", "a b")],
)
def test_where_nothing_is_found_there_is_the_box_with_what_was_asked_for(
    page: Page, base: str, path: str, typed: str
) -> None:
    answer = page.goto(base + path)
    assert answer
    assert answer.status == 404
    assert page.locator("#what").input_value() == typed
    page.locator("#what").fill(ID)
    page.locator("form.box button").click()
    page.wait_for_url(f"{base}/hands/{ID}")


def test_what_was_put_in_in_vain_stays_in_the_box(page: Page, base: str) -> None:
    page.goto(base)
    page.locator("#what").fill("  <b>nobody</b> \u202e")
    page.locator("form.box button").click()
    page.locator(".tried").wait_for()
    assert page.locator("#what").input_value() == "  <b>nobody</b> \u202e"


def test_the_first_thing_to_reach_leads_past_the_head_of_the_page(page: Page, base: str) -> None:
    for name, path in PAGES.items():
        if name == "frame":  # it has no head
            continue
        page.goto(base + path.partition("#")[0])
        page.keyboard.press("Tab")
        link = page.locator(":focus")
        assert link.get_attribute("href") == "#main"
        box = link.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def too_small(page: Page) -> list[str]:
    """The targets of a page that are too small, everything that can be opened open."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    found: list[str] = page.evaluate(TOO_SMALL, LEAST)
    return found


def test_every_target_is_large_enough_for_a_finger(page: Page, base: str) -> None:
    small = {}
    more = {"hands": "/hands", "spec": "/spec/", "document": "/spec/record", "rules": "/spec/rules/gulan"}
    for name, path in {**PAGES, **more}.items():
        page.goto(base + path)
        small[name] = too_small(page)
    for name, what in PUT_IN.items():
        page.goto(base)
        page.locator("#what").fill(what)
        page.locator("form.box button").click()
        page.wait_for_load_state()
        small[name] = too_small(page)
    assert {name: each for name, each in small.items() if each} == {}


READING = {"rules": "/rules/", "rule set": "/rules/56-gulan", "help": "/help", "verify": "/verify"}


@pytest.mark.parametrize("language", languages())
def test_no_page_is_wider_than_a_phone_in_any_language(page: Page, base: str, language: str) -> None:
    """Issue: no page overflows at 390 px in any language. What is too wide scrolls in a room of its own."""
    wide = {}
    hands = {each.name: f"/hands/{id_of(each.name.partition('-')[0])}" for each in samples()}
    for name, path in {**PAGES, **READING, **hands}.items():
        page.goto(f"{base}/{language}{path}")
        page.evaluate("document.fonts.ready")
        wide[name] = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert {name: pixels for name, pixels in wide.items() if pixels > 0} == {}
