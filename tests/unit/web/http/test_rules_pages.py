"""The pages of the rules and the help: every rule has its anchor in every language, every link leads to an anchor that
is there, an unknown ID names those near to it, and nothing is too wide for a phone."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from dealproof.replay import rulesets
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.presentation.help import QUESTIONS, TERMS
from dealproof.web.presentation.translations import languages, sentences
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import Run, running
from tests.unit.web.http.test_accessibility import violations
from tests.unit.web.http.test_documents import parts

GAMES = rulesets.games() | rulesets.presets()
LANGUAGES = languages()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A site with every sample hand."""
    path = tmp_path_factory.mktemp("rules") / "hands.sqlite3"
    app = create_app(f"sqlite:///{path}", SiteSettings(posts=0, log=False))
    app.extensions["hands"].take_in((each.name, each.read_bytes()) for each in sorted(SAMPLES.glob("*.hand.json")))
    return app.test_client()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", GAMES)
def test_every_rule_and_ruling_has_one_anchor_and_its_sentence(site: FlaskClient, rules: str, language: str) -> None:
    path, game = f"/{language}/rules/{rules}", GAMES[rules]
    shown = site.get(path).get_data(as_text=True)
    anchors = parts(site, path).anchors
    assert len(anchors) == len(set(anchors))
    assert {each.rule for each in rulesets.grounds(game)} <= set(anchors)
    assert {f"ruling-{each.id}" for each in game.rulings} <= set(anchors)
    assert f'<html lang="{language}"' in shown
    assert game.digest in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_leads_to_every_rule_set(site: FlaskClient, language: str) -> None:
    links = parts(site, f"/{language}/rules/").links
    assert [link for link in links if link.startswith(f"/{language}/rules/") and link != f"/{language}/rules/"] == [
        f"/{language}/rules/{each}"
        for family in dict.fromkeys(game.family for game in GAMES.values())
        for each, game in GAMES.items()
        if game.family == family
    ]


def pages() -> list[str]:
    return ["/rules/", "/help", *(f"/rules/{rules}" for rules in GAMES)]


def test_every_link_of_these_pages_leads_to_a_page_and_an_anchor(
    site: FlaskClient, anchors: dict[str, set[str]]
) -> None:
    seen = dict(anchors)
    for path in pages():
        for link in parts(site, path).links:
            target, anchor = urldefrag(urljoin(f"http://localhost{path}", link))
            target = target.removeprefix("http://localhost")
            if target not in seen:
                seen[target] = set(parts(site, target).anchors)
            assert not anchor or anchor in seen[target], f"{path}: {link}"
    assert len(seen) > len(GAMES)


def test_the_rule_of_a_hand_leads_to_it_on_the_page_of_its_rules(site: FlaskClient) -> None:
    hand = json.loads((SAMPLES / "11-28-did-not-follow-suit.hand.json").read_bytes())["header"]
    links = parts(site, f"/hands/{hand['hand']}").links
    assert f"/rules/{hand['rules']}#must-follow-suit" in links
    assert f"/rules/{hand['rules']}" in links
    assert any(link.startswith(f"/rules/{hand['rules']}#ruling-") for link in links)


@pytest.fixture(scope="module")
def anchors(site: FlaskClient) -> dict[str, set[str]]:
    """The anchors of every page of rules and of the help."""
    return {path: set(parts(site, path).anchors) for path in pages()}


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.hand.json")), ids=lambda path: path.name[:2])
def test_every_link_of_a_hand_to_rules_or_help_leads_to_an_anchor(
    site: FlaskClient, anchors: dict[str, set[str]], sample: Any
) -> None:
    told = json.loads(sample.read_bytes())
    links = parts(site, f"/ml/hands/{told.get('header', told)['hand']}").links
    own = [link.removeprefix("/ml") for link in links if link.startswith(("/ml/rules/", "/ml/help"))]
    assert len(own) > 4
    for link in own:
        path, anchor = urldefrag(link)
        assert not anchor or anchor in anchors[path], link


@pytest.mark.parametrize(("typed", "near"), [("28-gulam", "28-gulan"), ("KAZHUTA", "kazhutha"), ("rummy", "rummy-13")])
def test_an_unknown_id_is_404_and_names_those_near_to_it(site: FlaskClient, typed: str, near: str) -> None:
    answer = site.get(f"/gu/rules/{typed}")
    assert answer.status_code == 404
    shown = answer.get_data(as_text=True)
    assert sentences("gu").say("rule-pages", "unknown", rules=typed) in shown
    assert f'href="/gu/rules/{near}"' in shown


def test_an_id_like_no_other_suggests_nothing(site: FlaskClient) -> None:
    answer = site.get("/rules/%3Cb%3Exyzzy")
    assert answer.status_code == 404
    shown = answer.get_data(as_text=True)
    assert sentences("en").say("rule-pages", "near") not in shown
    assert "<b>" not in shown


def test_the_own_rules_of_a_house_are_shown_beside_its_hand(run: Run, site: FlaskClient) -> None:
    record = json.loads(run("simulate", "28-standard", "--seed", "house").stdout)
    own = run("rules", "28-standard", "--id", "my-house", "--set", "no_jack_discard=true").stdout_bytes.strip()
    record |= {"rules": json.loads(own), "claim": None}
    record["header"] |= {"rules": "my-house", "rules_digest": sha256(own).hexdigest()}
    site.application.extensions["hands"].take_in([("own", json.dumps(record).encode())])
    address = f"/hands/{record['header']['hand']}/rules"
    assert address in parts(site, f"/hands/{record['header']['hand']}").links
    assert {"no-jack-discard", "must-follow-suit"} <= set(parts(site, address).anchors)
    assert site.get("/rules/my-house").status_code == 404
    assert site.get("/hands/nobody/rules").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_and_question_of_the_help_has_an_anchor(site: FlaskClient, language: str) -> None:
    anchors = parts(site, f"/{language}/help").anchors
    assert len(anchors) == len(set(anchors))
    assert {*TERMS, *(f"if-{each}" for each in QUESTIONS)} <= set(anchors)
    assert {f"grade-{each}" for each in "ABCF"} <= set(anchors)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_leads_to_the_maker_of_seeds_and_to_the_page_that_trusts_nobody(
    site: FlaskClient, language: str
) -> None:
    links = {f"/{language}/seed", f"/{language}/verify", f"/{language}/spec/", f"/{language}/rules/"}
    assert links <= set(parts(site, f"/{language}/help").links)
    assert all(site.get(link, buffered=True).status_code == 200 for link in links)


def test_every_page_leads_to_rules_and_help(site: FlaskClient) -> None:
    for path in ("/", "/hands", "/seed", "/spec/", "/ml/"):
        base = "/ml" if path == "/ml/" else ""
        assert {f"{base}/rules/", f"{base}/help"} <= set(parts(site, path).links), path


def test_the_command_prints_the_same_rules_sources_and_rulings(run: Run) -> None:
    for rules, game in rulesets.games().items():
        printed = run("rules", rules).stdout
        for each in rulesets.grounds(game):
            assert f"\n  {each.rule}\n" in printed, each.rule
        assert printed.count("Source: ") == sum(len(each.sentences) for each in rulesets.grounds(game))
        assert printed.count("Ruling: ") == sum(len(each.rulings) for each in rulesets.grounds(game))


@pytest.fixture(scope="module")
def base(site: FlaskClient) -> Iterator[str]:
    with running(site.application) as url:
        yield url


LOOKED_AT = ("/rules/", "/rules/28-gulan", "/rules/rummy-13", "/rules/kazhutha", "/rules/28-gulam", "/help")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_its_window(browser: Browser, base: str, language: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    for path in LOOKED_AT:
        page.goto(f"{base}/{language}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
    page.close()


@pytest.mark.parametrize(
    ("language", "width", "colours"), [("ml", 390, "light"), ("gu", 390, "dark"), ("en", 1280, "dark")]
)
def test_axe_finds_nothing(browser: Browser, base: str, language: str, width: int, colours: Any) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=colours)
    page = context.new_page()
    for path in LOOKED_AT:
        page.goto(f"{base}/{language}{path}")
        assert violations(page) == [], path
    context.close()
