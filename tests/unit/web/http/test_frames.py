"""A hand in a frame on another site: shown where the settings allow it, refused everywhere else (issue 14, item 6)."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import Address, SettingError, SiteSettings, read_settings
from dealproof.web.presentation.translations import languages, sentences
from tests.unit.web.conftest import GOOD, ILLEGAL, chromium, hand_id, running, text

ALLOWED, OTHER = "forum.example", "other.example"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for which there are two other sites."""
    names = ", ".join(f"MAP {each} 127.0.0.1" for each in (ALLOWED, OTHER, "hands.example"))
    with chromium(f"--host-resolver-rules={names}") as launched:
        yield launched


class Sites(NamedTuple):
    """The ports of this site and of one with a page that shows it in a frame."""

    site: FlaskClient
    here: str
    there: str


@pytest.fixture
def sites(database: str) -> Iterator[Sites]:
    forum = Flask("forum", static_folder=None)
    with running(forum) as there:
        port = there.rsplit(":", 1)[1]
        settings = SiteSettings(
            Address("http", "hands.example", ""), posts=0, log=False, frames=(f"http://{ALLOWED}:{port}",)
        )
        app = create_app(database, settings)
        app.extensions["hands"].take_in((name, text(name)) for name in (GOOD, ILLEGAL))
        with running(app) as here:
            own = here.rsplit(":", 1)[1]

            @forum.get("/<language>/<hand>/<path:which>")
            def page(language: str, hand: str, which: str) -> str:
                end = "" if which == "page" else f"/{which}"
                return f'<iframe src="http://hands.example:{own}/{language}/hands/{hand}{end}" width=360></iframe>'

            yield Sites(app.test_client(), own, port)
        app.extensions["hands"].database.dispose()


@pytest.mark.parametrize("language", languages())
def test_a_site_that_is_allowed_shows_the_verdict_in_a_frame(browser: Browser, sites: Sites, language: str) -> None:
    page = browser.new_page()
    page.goto(f"http://{ALLOWED}:{sites.there}/{language}/{hand_id(ILLEGAL)}/embed")
    say = sentences(language).say
    frame = page.frame_locator("iframe")
    frame.get_by_role("heading", name=say("verdicts", "illegal")).wait_for()
    frame.locator(".verdict").get_by_text(say("rules", "must-follow-suit")).wait_for()
    frame.locator("#board .felt").wait_for()
    way = frame.get_by_role("link", name=say("take", "whole"))
    assert way.get_attribute("href") == f"/{language}/hands/{hand_id(ILLEGAL)}"
    assert way.get_attribute("target") == "_blank"
    page.close()


@pytest.mark.parametrize(("host", "which"), [(OTHER, "embed"), (ALLOWED, "page"), (OTHER, "page")])
def test_no_other_site_shows_it_and_no_site_shows_a_whole_page(
    browser: Browser, sites: Sites, host: str, which: str
) -> None:
    page, refused = browser.new_page(), []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(f"http://{host}:{sites.there}/en/{hand_id(ILLEGAL)}/{which}")
    page.wait_for_load_state("networkidle")
    assert any("frame-ancestors" in each for each in refused)
    assert page.frames[1].url.startswith("chrome-error://")
    page.close()


def test_the_headers_name_the_allowed_sites_on_that_page_alone(sites: Sites) -> None:
    for _ in range(2):
        headers = sites.site.get(f"/hands/{hand_id(GOOD)}/embed").headers
        assert f"frame-ancestors http://{ALLOWED}:{sites.there};" in headers["Content-Security-Policy"] + ";"
        assert "X-Frame-Options" not in headers
        assert headers["Content-Security-Policy"].startswith("default-src 'self';")
        for path in (f"/hands/{hand_id(GOOD)}", f"/hands/{hand_id(GOOD)}/preview.png", "/", "/hands/nobody/embed"):
            headers = sites.site.get(path).headers
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["X-Frame-Options"] == "DENY"


def test_the_page_of_a_hand_has_the_code_for_a_frame_where_frames_are_allowed(
    sites: Sites, client: FlaskClient
) -> None:
    code = f'&lt;iframe src="http://hands.example/en/hands/{hand_id(GOOD)}/embed"'
    assert code in sites.site.get(f"/en/hands/{hand_id(GOOD)}").text
    assert "&lt;iframe" not in client.get(f"/en/hands/{hand_id(GOOD)}").text


def test_settings_are_read_and_written() -> None:
    said = {
        "DEALPROOF_BASE_URL": "https://hands.example",
        "DEALPROOF_FRAMES": "https://a.example  http://b.example:8080",
    }
    read = read_settings(said)
    assert read.frames == ("https://a.example", "http://b.example:8080")
    assert read_settings(read.environment()) == read
    assert read_settings({}).frames == ()


@pytest.mark.parametrize(
    "frames",
    [
        *["*", "https://*", "https://*.example", "a.example", "'self'", "https:", "data:", "javascript:alert(1)"],
        *["https://a.example/", "https://a.example;script-src", "https://a.example:0", "https://A.example"],
        *["https://a.example,https://b.example", "https://a@b.example", "https://-a.example", "https://ä.example"],
    ],
)
def test_what_is_no_site_is_refused(frames: str) -> None:
    with pytest.raises(SettingError, match="each must be scheme and host alone"):
        read_settings({"DEALPROOF_BASE_URL": "https://hands.example", "DEALPROOF_FRAMES": frames})


def test_frames_need_the_address_of_the_site() -> None:
    with pytest.raises(SettingError, match="DEALPROOF_FRAMES needs DEALPROOF_BASE_URL"):
        read_settings({"DEALPROOF_FRAMES": "https://a.example"})
