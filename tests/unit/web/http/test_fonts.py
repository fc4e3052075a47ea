"""The fonts of both scripts: served by the site, the bytes of their npm packages, and loaded where they are needed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from dealproof.web.http.app import create_app
from dealproof.web.http.language import LANGUAGES
from dealproof.web.http.settings import SiteSettings
from dealproof.web.http.site.fonts import SCRIPTS, WEIGHTS
from tests.support.paths import ROOT
from tests.unit.web.conftest import chromium, running

FONTS = ROOT / "web" / "http" / "static" / "fonts"
PACKAGES = ROOT / "web" / "node_modules" / "@fontsource"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with no hands."""
    path = tmp_path_factory.mktemp("fonts") / "hands.sqlite3"
    with running(create_app(f"sqlite:///{path}", SiteSettings(posts=0, log=False))) as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def test_every_language_but_english_has_a_script() -> None:
    assert {"en", *SCRIPTS} == set(LANGUAGES)


@pytest.mark.parametrize("script", SCRIPTS.values())
def test_fonts_and_licence_are_those_of_the_package(script: str) -> None:
    """`npm ci --prefix web` brings the packages (tests/run)."""
    package = PACKAGES / f"noto-sans-{script}"
    assert json.loads((package / "package.json").read_bytes())["license"] == "OFL-1.1"
    for weight in WEIGHTS:
        ours = FONTS / f"noto-sans-{script}-{weight}.woff2"
        theirs = package / "files" / f"noto-sans-{script}-{script}-{weight}-normal.woff2"
        assert ours.read_bytes() == theirs.read_bytes()
    licence = (FONTS / f"noto-sans-{script}.LICENSE.txt").read_bytes()
    assert licence == (package / "LICENSE").read_bytes()
    assert b"SIL Open Font License, Version 1.1" in licence


def test_there_is_no_other_font() -> None:
    named = {f"noto-sans-{script}-{weight}.woff2" for script in SCRIPTS.values() for weight in WEIGHTS}
    named |= {f"name-of-{script}.woff2" for script in SCRIPTS.values()}
    assert {each.name for each in FONTS.glob("*.woff2")} == named


def test_a_browser_keeps_a_font_and_asks_for_other_files_again(site: FlaskClient) -> None:
    font = site.get("/static/fonts/noto-sans-gujarati-400.woff2")
    assert (font.status_code, font.mimetype) == (200, "font/woff2")
    assert font.headers["Cache-Control"] == "public, max-age=604800"
    assert "max-age" not in site.get("/static/site.css").headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/seed", "/no-such-page"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_loads_the_fonts_of_its_language_and_of_the_names_of_the_others(
    base: str, browser: Browser, language: str, path: str
) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{base}/{language}{path}", wait_until="networkidle")
    loaded = page.evaluate(
        "Array.from(document.fonts).filter(each => each.status === 'loaded').map(each => each.family)"
    )
    page.close()
    script = SCRIPTS.get(language)
    found = sorted(Path(each).name for each in asked if each.endswith(".woff2"))
    names = [f"name-of-{other}.woff2" for other in SCRIPTS.values() if other != script]
    assert found == sorted(names + [f"noto-sans-{script}-{weight}.woff2" for weight in WEIGHTS if script])
    assert set(loaded) == {"Site Names", *([f"Site {script.title()}"] if script else [])}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_the_languages_are_written_in_fonts_of_the_site(
    base: str, browser: Browser, language: str
) -> None:
    """A device that lacks a script shows boxes in place of its letters, on a page in any language."""
    page = browser.new_page()
    page.goto(f"{base}/{language}/", wait_until="networkidle")
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    for code in SCRIPTS:
        node = devtools.send("DOM.querySelector", {"nodeId": root, "selector": f".languages [lang={code}]"})["nodeId"]
        used = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert [each["isCustomFont"] for each in used] == [True]
        assert used[0]["familyName"].startswith(f"Noto Sans {SCRIPTS[code].title()}")
    page.close()


def test_the_fonts_of_the_site_stand_before_those_of_the_device() -> None:
    """Behind `system-ui`, Chromium draws some letters as boxes and keeps them so when the font is there."""
    sheet = (FONTS.parent / "site.css").read_text(encoding="utf-8")
    families = dict(re.findall(r"^  --(names|serif|sans|mono): (.*);$", sheet, re.MULTILINE))
    assert {name: family.split(", ")[0] for name, family in families.items()} == {
        "names": '"Site Names"',
        "serif": '"Site Malayalam"',
        "sans": '"Site Malayalam"',
        "mono": '"Site Malayalam"',
    }


@pytest.mark.parametrize("script", SCRIPTS.values())
def test_the_letters_of_a_name_weigh_little(script: str) -> None:
    assert (FONTS / f"name-of-{script}.woff2").stat().st_size < 2000
