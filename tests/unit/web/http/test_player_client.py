"""The player's client, `web/http/static/player.js`, in Chromium under the site's real policy: every case of
fixtures/player/, with what it keeps in memory and with the browser's own storage."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from tests.support.paths import ROOT
from tests.unit.web.conftest import running

FOLLOW = Path(__file__).parent / "browser" / "player.mjs"
VECTORS = sorted((ROOT / "fixtures" / "player").glob("*.json"))

EACH = """async (vectors) => {
  const player = await import("/static/player.js");
  const { follow } = await import("/static/follow.mjs");
  const failed = [];
  for (const [name, vector] of vectors)
    for (const reload of [false, true])
      await follow(player, vector, reload).catch((error) => failed.push(`${name}: ${error}`));
  return failed;
}"""

MADE = """async (policy) => {
  const { Player, browserStorage } = await import("/static/player.js");
  const { commitment, key } = await Player.make(browserStorage(), policy, { signs: true });
  return { commitment, key };
}"""

LOADED = """async (commitment) => {
  const { Player, browserStorage } = await import("/static/player.js");
  const client = await Player.load(browserStorage(), commitment);
  return { commitment: client.commitment, key: client.key, phase: client.phase };
}"""


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page of a site, on which the cases can be followed."""
    app = create_app(f"sqlite:///{tmp_path / 'hands.sqlite3'}", SiteSettings(log=False))
    script = FOLLOW.read_text(encoding="utf-8")
    with running(app) as url:
        opened = browser.new_page()
        opened.route("**/static/follow.mjs", lambda route: route.fulfill(body=script, content_type="text/javascript"))
        opened.goto(url)
        yield opened
        opened.close()


def test_every_case_is_the_same_in_chromium(page: Page) -> None:
    vectors: list[tuple[str, Any]] = [(path.name, json.loads(path.read_bytes())) for path in VECTORS]
    assert len(vectors) > 70
    assert page.evaluate(EACH, vectors) == []


def test_a_seed_and_a_key_are_there_after_the_page_was_loaded_again(page: Page) -> None:
    made = page.evaluate(MADE, "quorum none\n")
    assert made["key"] is not None
    page.reload()
    assert page.evaluate(LOADED, made["commitment"]) == {**made, "phase": "made"}
