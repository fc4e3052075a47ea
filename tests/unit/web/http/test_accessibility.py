"""axe-core finds nothing on any kind of page, as wide as a phone and as a desk, with and without JavaScript."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.store.operator_database import operator_database
from dealproof.web.store.rejudging import catch_up
from dealproof.web.store.service import Hands
from tests.support.operators import token_of
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


class Desk(NamedTuple):
    """A site with every sample hand at tables of an operator, some of them to be judged again, and its token."""

    base: str
    token: str


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    url = f"sqlite:///{tmp_path_factory.mktemp('desk') / 'hands.sqlite3'}"
    token = token_of(url)
    app = create_app(url, SiteSettings(posts=0, log=False))
    hands: Hands = app.extensions["hands"]
    records = [json.loads(each.read_bytes()) for each in samples()]
    with operator_database(url) as opened, opened.writing() as tables:
        account = tables.accounts.named("kochi")
        assert account
        for told in records:
            tables.accounts.assign(account, told.get("header", told)["table"])
    hands.take_in((each.name, each.read_bytes()) for each in samples())
    with hands.database.begin() as connection:
        connection.exec_driver_sql("UPDATE summaries SET judge = judge - 1, verdict = 'mismatch', grade = 'F'")
    catch_up(hands.database)
    with hands.database.begin() as connection:
        connection.exec_driver_sql("UPDATE summaries SET judge = judge - 1 WHERE hand_id % 3 = 0")
    with running(app) as base:
        yield Desk(base, token)


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
    "frame": f"/hands/{id_of('11')}/embed",
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
DESK = {
    "desk": "/operator/",
    "desk hands": "/operator/hands",
    "desk no hands": "/operator/hands?table=nobody&verdict=illegal",
    "desk tables": "/operator/tables",
    "desk days": "/operator/days?failed=1",
    "desk players": "/operator/players",
    "desk changes": "/operator/changes",
    "desk search": "/operator/search?q=2",
    "desk nothing": "/operator/search?q=nothing-begins-like-this",
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


@pytest.mark.parametrize(("width", "colours"), [(390, "dark"), (390, "light"), (1280, "light"), (1280, "dark")])
def test_axe_finds_nothing_on_the_desk_of_an_operator(browser: Browser, desk: Desk, width: int, colours: Any) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=colours)
    page, found = context.new_page(), {}
    page.goto(f"{desk.base}/operator/sign-in")
    for name, token in (("sign-in", "wrong"), ("wrong token", desk.token)):
        found[name] = looked_at(page, script=False)
        page.locator("#token").fill(token)
        page.locator("form.token button").click()
    for name, path in DESK.items():
        page.goto(desk.base + path)
        assert page.locator(".desk-name strong").inner_text() == "kochi"
        found[name] = looked_at(page, script=False)
    context.close()
    assert {name: each for name, each in found.items() if each} == {}


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
