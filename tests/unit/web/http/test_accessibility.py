"""axe-core finds nothing on any kind of page, as wide as a phone and as a desk, with and without JavaScript."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import running

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with every sample hand."""
    app = create_app(f"sqlite:///{tmp_path_factory.mktemp('axe') / 'hands.sqlite3'}", SiteSettings(posts=0, log=False))
    hands: Hands = app.extensions["hands"]
    hands.take_in((each.name, each.read_bytes()) for each in samples())
    with running(app) as url:
        yield url


def samples() -> list[Path]:
    return sorted(SAMPLES.glob("*.hand.json"))


def sample(number: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(next(each for each in samples() if each.name.startswith(number)).read_bytes())
    return told


def id_of(number: str) -> str:
    told = sample(number)
    id: str = told.get("header", told)["hand"]
    return id


def changed() -> str:
    told = sample("01")
    told["claim"]["made"] = not told["claim"]["made"]
    return json.dumps(told)


PAGES = {
    "front": "/",
    "hands": "/hands?verdict=illegal",
    "no hands": "/hands?table=nobody",
    "verified": f"/hands/{id_of('01')}",
    "under other rules": f"/hands/{id_of('01')}?under=28-gulan#under",
    "signed": f"/hands/{id_of('05')}",
    "six seats": f"/hands/{id_of('09')}",
    "tampered": f"/hands/{id_of('10')}",
    "illegal": f"/hands/{id_of('11')}",
    "mismatch": f"/hands/{id_of('12')}",
    "hidden": f"/hands/{id_of('14')}",
    "rounds": f"/hands/{id_of('15')}",
    "turns and count": f"/hands/{id_of('18')}",
    "seating": f"/hands/{id_of('19')}",
    "void": f"/hands/{id_of('22')}",
    "imported": f"/hands/{id_of('23')}",
    "dispute": f"/hands/{id_of('11')}/dispute?under=28-gulan",
    "dispute of a hidden hand": f"/hands/{id_of('14')}/dispute",
    "table": f"/tables/{sample('01')['header']['table']}",
    "match": f"/matches/{sample('01')['header']['match']['id']}",
    "seed": "/seed",
    "specification": "/spec/",
    "protocol": "/spec/protocol",
    "rules": "/spec/rules/gulan",
    "problem": "/nowhere",
}
PUT_IN = {
    "unknown": "nobody",
    "differs": changed(),
    "malformed": '{"header": 1}',
    "nothing": "",
    "several": "\n".join(json.dumps(sample(number)) for number in ("01", "10", "14")),
}


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize(("width", "colours"), [(390, "light"), (1280, "dark")])
def test_axe_finds_nothing_on_any_page(browser: Browser, base: str, width: int, colours: Any) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=colours)
    assert complaints(context.new_page(), base, script=True) == {}
    context.close()


@pytest.mark.parametrize(("width", "colours"), [(390, "dark"), (1280, "light")])
def test_axe_finds_nothing_on_a_page_whose_script_does_not_run(
    browser: Browser, base: str, width: int, colours: Any
) -> None:
    """axe is a script itself: that of the page is kept away instead."""
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=colours)
    context.route("**/*.js", lambda route: route.abort())
    assert complaints(context.new_page(), base, script=False) == {}
    context.close()


def complaints(page: Page, base: str, *, script: bool) -> dict[str, list[str]]:
    """What axe finds, page by page; where there is no script it is enough to look at the pages that have one."""
    found: dict[str, list[str]] = {}
    for name, path in PAGES.items():
        if script or path.startswith("/hands/"):
            page.goto(base + path)
            found[name] = looked_at(page, script=script)
    for name, what in PUT_IN.items():
        page.goto(base)
        page.locator("#what").fill(what)
        page.locator("form.box button").click()
        found[name] = looked_at(page, script=script)
    return {name: each for name, each in found.items() if each}


def looked_at(page: Page, *, script: bool) -> list[str]:
    """What axe finds once the page is as it stays, everything that can be opened open."""
    page.wait_for_load_state()
    if script and page.locator("#checks[data-record]").count():
        page.locator(".browser-note.good, .browser-note.bad, .browser-note.open").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    return violations(page)
