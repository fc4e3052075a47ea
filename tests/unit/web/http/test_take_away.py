"""What the page of a hand offers to take away: its address, its files, a preview and a QR code (issue 14, item 6)."""

import re
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from threading import BoundedSemaphore

import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from playwright.sync_api import Browser, Page

from dealproof.verifier.commitment import commit_player_seed
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import Address, SiteSettings
from dealproof.web.pictures import typefaces
from dealproof.web.presentation.translations import languages, sentences
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import running

ILLEGAL = "28-did-not-follow-suit"
HIDDEN = "28-still-in-play"
PROVEN = "28-published-before-play"


def filled(app: Flask) -> Flask:
    app.extensions["hands"].take_in((each.name, each.read_bytes()) for each in sorted(SAMPLES.glob("*.hand.json")))
    return app


@pytest.fixture
def app(database: str) -> Iterator[Flask]:
    made = filled(create_app(database, SiteSettings(posts=0, log=False)))
    yield made
    made.extensions["hands"].database.dispose()


@pytest.fixture
def base(app: Flask) -> Iterator[str]:
    with running(app) as url:
        yield url


@pytest.fixture
def named(database: str) -> Iterator[FlaskClient]:
    """A site whose settings name its address."""
    site = SiteSettings(Address("https", "hands.example", "/at"), posts=0, log=False)
    app = filled(create_app(database, site))
    yield app.test_client()
    app.extensions["hands"].database.dispose()


def meta(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page))


@pytest.mark.parametrize("language", languages())
def test_messengers_read_verdict_and_picture_in_the_language_of_the_page(named: FlaskClient, language: str) -> None:
    read = meta(named.get(f"/{language}/hands/{ILLEGAL}").text)
    say = sentences(language).say
    assert read["og:title"].startswith(say("verdicts", "illegal"))
    assert read["og:description"] == say("rules", "must-follow-suit")
    assert read["og:url"] == f"https://hands.example/at/{language}/hands/{ILLEGAL}"
    assert read["og:image"] == f"https://hands.example/at/{language}/hands/{ILLEGAL}/preview.png"
    assert read["twitter:card"] == "summary_large_image"
    picture = named.get(read["og:image"].removeprefix("https://hands.example/at"))
    assert (picture.status_code, picture.mimetype) == (200, "image/png")
    assert Image.open(BytesIO(picture.data)).size == (int(read["og:image:width"]), int(read["og:image:height"]))


def test_a_host_that_only_the_request_names_is_not_on_the_page(app: Flask) -> None:
    """S20: the page is cached whatever the host, so a false one would be shown to the next reader."""
    client = app.test_client()
    for host in ("evil.example", "b.example"):
        page = client.get(f"/ml/hands/{ILLEGAL}", headers={"Host": host}).text
        assert host not in page
        assert "og:image" not in page


def test_the_address_keeps_the_language_that_a_browser_asked_for(named: FlaskClient) -> None:
    asked = named.get(f"/hands/{ILLEGAL}", headers={"Accept-Language": "gu"}).text
    assert f"https://hands.example/at/gu/hands/{ILLEGAL}</code>" in asked


def test_a_preview_is_made_once_and_again_when_the_hand_is_another_one(app: Flask) -> None:
    client, path = app.test_client(), f"/ml/hands/{ILLEGAL}/preview.png"
    first = client.get(path)
    app.extensions["drawing"] = BoundedSemaphore(1)
    with app.extensions["drawing"]:
        again, head = client.get(path), client.head(path)
        assert again.data == first.data
        assert again.headers.to_wsgi_list() == first.headers.to_wsgi_list()
        assert (head.status_code, head.data, head.content_length) == (200, b"", len(first.data))
        assert client.get(f"/gu/hands/{ILLEGAL}/preview.png").status_code == 503
    assert client.get(f"/gu/hands/{ILLEGAL}/preview.png").data != first.data
    assert first.headers["Cache-Control"] == "public, max-age=300"


def test_a_cache_keeps_a_preview_for_each_language(app: Flask) -> None:
    client = app.test_client()
    for path in ("preview.png", "address.svg"):
        asked = client.get(f"/hands/{ILLEGAL}/{path}", headers={"Accept-Language": "ml"})
        chosen = client.get(f"/ml/hands/{ILLEGAL}/{path}")
        assert asked.data == chosen.data
        assert (asked.headers["Content-Language"], asked.headers["Vary"]) == ("ml", "Accept-Language")
        assert chosen.headers["Content-Language"] == "ml"
        assert "Accept-Language" not in chosen.headers.get("Vary", "")


def test_where_many_previews_are_drawn_a_further_one_is_refused_for_a_moment(app: Flask) -> None:
    app.extensions["drawing"] = BoundedSemaphore(1)
    with app.extensions["drawing"]:
        answer = app.test_client().get(f"/hands/{ILLEGAL}/preview.png")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert sentences("en").say("problems", "drawing") in answer.text


def test_a_machine_that_cannot_shape_letters_draws_the_preview_in_english(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dealproof.web.http.site.drawing.shapes", lambda: False)
    client = app.test_client()
    pictures = {client.get(f"/{each}/hands/{ILLEGAL}/preview.png").data for each in languages()}
    assert len(pictures) == 1
    assert typefaces.shapes()


@pytest.mark.parametrize("path", ["preview.png", "address.svg", "embed"])
@pytest.mark.parametrize(
    "hand", ["nobody", "x" * 65, "%00", "..%2f..%2fetc", "%E2%80%AE", "%ff", "a b", "%F0%9F%98%80"]
)
def test_of_a_hand_that_is_not_there_there_is_nothing_to_take(app: Flask, path: str, hand: str) -> None:
    assert app.test_client().get(f"/hands/{hand}/{path}").status_code == 404


def test_an_address_too_long_for_a_code_is_refused(app: Flask) -> None:
    answer = app.test_client().get(f"/hands/{ILLEGAL}/address.svg", environ_overrides={"SCRIPT_NAME": "/" + "x" * 2000})
    assert answer.status_code == 400


def test_a_hidden_hand_has_no_record_to_take(app: Flask) -> None:
    page = app.test_client().get(f"/en/hands/{HIDDEN}").text
    assert sentences("en").say("take", "hidden") in page
    assert f"/hands/{HIDDEN}/record" not in page


def test_record_and_receipt_are_at_hand(app: Flask) -> None:
    page = app.test_client().get(f"/en/hands/{ILLEGAL}").text
    section = page[page.index('<section id="take"') :]
    for part in ("record", "dispute", "preview.png"):
        assert f'href="/en/hands/{ILLEGAL}/{part}"' in section


def opened(browser: Browser, url: str) -> Page:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, permissions=["clipboard-read", "clipboard-write"]
    )
    page = context.new_page()
    page.goto(url)
    return page


@pytest.mark.parametrize("language", languages())
def test_the_code_on_the_page_is_read_as_the_address_beside_it(browser: Browser, base: str, language: str) -> None:
    page = opened(browser, f"{base}/{language}/hands/{ILLEGAL}")
    qr = page.locator("#take .qr")
    qr.scroll_into_view_if_needed()
    (read,) = zxingcpp.read_barcodes(Image.open(BytesIO(qr.screenshot())))
    assert read.text == f"{base}/{language}/hands/{ILLEGAL}"
    assert page.locator("#page-address").inner_text() == read.text
    page.context.close()


def test_a_button_copies_what_it_stands_beside_and_says_so(browser: Browser, base: str) -> None:
    page = opened(browser, f"{base}/ml/hands/{ILLEGAL}")
    copied = sentences("ml").say("take", "copied")
    for id in ("page-address", "check-here", "check-file"):
        page.locator(f"button[data-copy='{id}']").press("Enter")
        page.locator("#took").get_by_text(copied, exact=True).wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == page.locator(f"#{id}").inner_text()
    hash = page.locator("#seeds code.hash").first
    page.locator("#seeds .copy-hash").first.press("Space")
    page.wait_for_function("async (text) => (await navigator.clipboard.readText()) === text", arg=hash.inner_text())
    page.context.close()


def test_what_is_copied_of_a_seed_is_the_seed_itself(browser: Browser, base: str) -> None:
    """It is shown with quotation marks; its commitment is the hash of the text without them."""
    page = opened(browser, f"{base}/en/hands/{ILLEGAL}")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    for player in page.locator("#seeds .player").all():
        seed, commitment = (player.locator(".hash").nth(each).inner_text() for each in (0, 1))
        player.locator(".copy-hash").first.click()
        page.wait_for_function("async (text) => (await navigator.clipboard.readText()) === JSON.parse(text)", arg=seed)
        assert commit_player_seed(page.evaluate("navigator.clipboard.readText()")) == commitment
    page.context.close()


def test_the_button_of_a_hash_is_named_by_what_the_hash_is(browser: Browser, base: str) -> None:
    page = opened(browser, f"{base}/en/hands/{ILLEGAL}")
    say = sentences("en").say
    name = f"{say('take', 'copy')} {say('page', 'commitment')}"
    assert page.get_by_role("button", name=name, exact=True).count() == 1
    page.context.close()


def test_where_the_browser_does_not_copy_the_text_is_selected(browser: Browser, base: str) -> None:
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(f"{base}/gu/hands/{ILLEGAL}")
    page.locator("button[data-copy='page-address']").click()
    page.get_by_text(sentences("gu").say("take", "selected"), exact=True).wait_for()
    assert page.evaluate("getSelection().toString()") == f"{base}/gu/hands/{ILLEGAL}"
    page.close()


def test_the_button_for_sharing_is_there_where_the_browser_can_share(browser: Browser, base: str) -> None:
    with closing(browser.new_page()) as page:
        page.add_init_script("navigator.share = undefined")
        page.goto(f"{base}/en/hands/{ILLEGAL}")
        page.locator("button[data-copy='page-address']").wait_for()
        assert not page.locator("button.share").is_visible()
    with closing(browser.new_page()) as page:
        page.add_init_script("window.shared = []; navigator.share = async (what) => { window.shared.push(what); }")
        page.goto(f"{base}/en/hands/{ILLEGAL}")
        page.locator("button.share").click()
        assert page.evaluate("window.shared") == [{"title": page.title(), "url": f"{base}/en/hands/{ILLEGAL}"}]


def test_without_javascript_the_links_are_there_and_no_button_is(browser: Browser, base: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{base}/en/hands/{ILLEGAL}")
    assert page.locator("#take .files a").count() >= 4
    assert page.locator("#take button").filter(visible=True).count() == 0
    assert page.locator("#page-address").inner_text() == f"/en/hands/{ILLEGAL}"
    page.close()
