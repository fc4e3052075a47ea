"""The language of a page: chosen in its address, or else that of the reader's browser. Issue 14, 2."""

import re
from html import unescape
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from dealproof.web.http.answer_cache import CachedAnswers
from dealproof.web.http.app import create_app
from dealproof.web.http.language import LANGUAGES, preferred
from dealproof.web.http.settings import SiteSettings, address
from dealproof.web.http.site.switcher import NAMES
from dealproof.web.presentation.translations import sentences
from dealproof.web.store.service import Hands
from tests.support.operators import token_of
from tests.unit.web.conftest import GOOD, ILLEGAL, hand_id, site_on, text

OTHERS = [each for each in LANGUAGES if each != "en"]
ADDRESSES = ["/", "/hands?verdict=illegal", f"/hands/{hand_id(GOOD)}", "/seed", "/spec/", "/no-such-page", "/operator/"]
PAGES = [each for each in ADDRESSES if each != "/operator/"]


@pytest.fixture
def stored(site: FlaskClient) -> FlaskClient:
    """A site with one hand."""
    hands: Hands = site.application.extensions["hands"]
    hands.take_in([("x", text(GOOD))])
    return site


def language_of(page: str) -> str:
    found = re.search(r'<html lang="([^"]*)">', page)
    assert found
    return found[1]


def switch(page: str) -> dict[str, str]:
    """The addresses that the switcher of a page leads to, by language."""
    nav = page.partition('<nav class="languages"')[2].partition("</nav>")[0]
    found = re.findall(r'<a href="([^"]*)" hreflang="([^"]*)" lang="\2"', nav)
    return {language: unescape(href) for href, language in found}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_in_the_language_of_its_address_whatever_the_browser_asks_for(
    stored: FlaskClient, path: str, language: str
) -> None:
    other = next(each for each in LANGUAGES if each != language)
    answer = stored.get(f"/{language}{path}", headers={"Accept-Language": other})
    assert language_of(answer.text) == language
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" not in answer.headers.get("Vary", "")
    assert sentences(language).say("page", "skip") in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_without_a_language_is_in_that_of_the_browser_and_says_so_to_caches(
    stored: FlaskClient, path: str, language: str
) -> None:
    answer = stored.get(path, headers={"Accept-Language": f"pl, {language};q=0.5"})
    assert language_of(answer.text) == language
    assert answer.headers["Content-Language"] == language
    assert answer.headers["Vary"] == "Accept-Language"


@pytest.mark.parametrize("path", PAGES)
def test_the_switcher_leads_to_the_same_page_with_its_query_in_each_language(stored: FlaskClient, path: str) -> None:
    for start in ("", "/gu"):
        page = stored.get(start + path).text
        assert switch(page) == {language: f"/{language}{path}" for language in LANGUAGES}
        for name in NAMES.values():
            assert f">{name}</a>" in page
        for language in LANGUAGES:
            assert f'<link rel="alternate" hreflang="{language}" href="/{language}{path}">' in page
        assert f'<link rel="alternate" hreflang="x-default" href="{path}">' in page


def test_each_language_has_its_name_in_its_own_script() -> None:
    assert NAMES == {"en": "English", "gu": "ગુજરાતી", "ml": "മലയാളം"}


def links(page: str) -> list[str]:
    """The addresses of this site in a page, but those of the switcher and of the head."""
    body = page.partition("<main")[2]
    return [unescape(each) for each in re.findall(r'(?:href|action)="(/[^"]*)"', body)]


@pytest.mark.parametrize("path", PAGES)
def test_every_link_of_a_page_keeps_its_language_and_files_have_none(stored: FlaskClient, path: str) -> None:
    page = stored.get(f"/ml{path}").text
    assert {each.split("/")[1] for each in links(page)} <= {"ml", "static"}
    assert all(each.startswith("/static/") for each in files(page))
    common, english = (
        {each for each in files(read) if "/fonts/" not in each} for read in (page, stored.get(f"/en{path}").text)
    )
    assert common == english >= {"/static/site.css"}


def files(page: str) -> list[str]:
    """The addresses of static files in a page."""
    return re.findall(r'(?:href|src)="([^"]*static/[^"]*)"', page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_alone_leads_to_its_front_page(stored: FlaskClient, language: str) -> None:
    answer = stored.get(f"/{language}?a=b")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"/{language}/?a=b")
    assert stored.get(f"/{language}//evil.example/").status_code == 404


@pytest.mark.parametrize("language", ["", *(f"/{each}" for each in LANGUAGES)])
def test_a_missing_slash_leads_to_no_host(stored: FlaskClient, language: str) -> None:
    """A redirect for good may be kept, and the Host of a request may be anybody's; behind a proxy the scheme is not
    that of the reader either."""
    rules = [each.rule for each in stored.application.url_map.iter_rules() if len(each.rule) > 1 and not each.arguments]
    ending = [rule.removesuffix("/") for rule in rules if rule.endswith("/")]
    assert "/rules" in ending
    for path in ending:
        for host in ("evil.example", "no host"):
            answer = stored.get(f"{language}{path}?a=%2F&b=1", headers={"Host": host})
            assert (answer.status_code, answer.headers["Location"]) == (308, f"{language}{path}/?a=%2F&b=1")


def test_a_path_that_only_begins_like_a_language_is_none(stored: FlaskClient) -> None:
    assert stored.get("/mlx").status_code == 404
    assert stored.get("/ml/gu/").status_code == 404


@pytest.mark.parametrize("language", OTHERS)
def test_the_box_and_its_redirects_keep_the_language(stored: FlaskClient, language: str) -> None:
    found = stored.post(f"/{language}/find", data={"what": hand_id(GOOD)})
    assert (found.status_code, found.headers["Location"]) == (303, f"/{language}/hands/{hand_id(GOOD)}")
    slash = stored.get(f"/{language}/hands/?verdict=illegal")
    assert (slash.status_code, slash.headers["Location"]) == (308, f"/{language}/hands?verdict=illegal")
    desk = stored.get(f"/{language}/operator/")
    assert desk.headers["Location"] == f"/{language}/operator/sign-in"


@pytest.mark.parametrize("what", ["nothing like this", text(GOOD).decode(), f'"\n<{GOOD}>'])
def test_the_answer_to_the_box_is_asked_for_again_in_another_language(stored: FlaskClient, what: str) -> None:
    page = stored.post("/find", data={"what": what}).text
    again = re.search(r'<input type="hidden" name="what" value="([^"]*)">', page)
    assert again
    assert unescape(again[1]) == what
    targets = dict(re.findall(r'<button formaction="([^"]*)" lang="([^"]*)"', page))
    assert targets == {f"/{language}/find": language for language in LANGUAGES}
    assert 'rel="alternate"' not in page
    other = stored.post("/ml/find", data={"what": unescape(again[1])})
    assert language_of(other.text) == "ml"


def test_a_file_that_is_no_text_leaves_the_switcher_with_the_front_page(stored: FlaskClient) -> None:
    front = {language: f"/{language}/" for language in LANGUAGES}
    assert switch(stored.post("/find", data={"file": (BytesIO(b"\xff"), "x")}).text) == front
    assert switch(stored.post("/find", data=b"x", content_type="text/plain").text) == front


@pytest.mark.parametrize("language", LANGUAGES)
def test_problems_of_the_api_are_said_in_the_language_asked_for_with_the_same_code(
    stored: FlaskClient, language: str
) -> None:
    for answer in (
        stored.get(f"/{language}/api/v1/hands/none"),
        stored.get("/api/v1/hands/none", headers={"Accept-Language": language}),
    ):
        said = answer.get_json()
        assert said["code"] == "no-such-hand"
        assert said["message"] == sentences(language).say("problems", "no-such-hand", hand="none")
        assert said["where"] == "/api/v1/hands/none"
        assert answer.headers["Content-Language"] == language


def test_a_verdict_as_json_is_the_same_bytes_in_every_language(stored: FlaskClient) -> None:
    path = f"/api/v1/hands/{hand_id(GOOD)}"
    answers = [stored.get(f"/{each}{path}") for each in LANGUAGES]
    answers += [stored.get(path, headers={"Accept-Language": each}) for each in LANGUAGES]
    assert len({each.data for each in answers}) == 1
    assert all("Content-Language" not in each.headers and "Vary" not in each.headers for each in answers)


@pytest.mark.parametrize("language", OTHERS)
def test_a_dispute_is_shown_in_the_language_of_the_page_and_its_bundle_is_english(
    site: FlaskClient, language: str
) -> None:
    hands: Hands = site.application.extensions["hands"]
    hands.take_in([("x", text(ILLEGAL))])
    path = f"/hands/{hand_id(ILLEGAL)}/dispute"
    page, english = site.get(f"/{language}{path}").text, site.get(f"/en{path}").text
    assert sentences("en").say("verdicts", "illegal") not in page
    assert sentences(language).say("verdicts", "illegal") in page
    assert sentences("en").say("verdicts", "illegal") in english
    bundles = {site.get(f"/{each}{path}.zip").data for each in LANGUAGES}
    assert len(bundles) == 1


@pytest.mark.parametrize("forwarded", [False, True])
def test_a_language_comes_after_the_path_of_the_site(database: str, *, forwarded: bool) -> None:
    settings = (
        SiteSettings(proxies=1, log=False)
        if forwarded
        else SiteSettings(address("https://x.example/at", "--base-url"), log=False)
    )
    client = create_app(database, settings).test_client()
    headers = {"X-Forwarded-Prefix": "/at"} if forwarded else {}
    page = client.get("/ml/seed", headers=headers).text
    assert switch(page) == {language: f"/at/{language}/seed" for language in LANGUAGES}
    assert 'href="/at/static/site.css"' in page
    assert 'href="/at/ml/"' in page
    assert client.get("/ml", headers=headers).headers["Location"] == "/at/ml/"


def test_the_desk_is_open_in_every_language_after_signing_in_once(database: str) -> None:
    token = token_of(database)
    with site_on(database) as client:
        assert client.post("/ml/operator/sign-in", data={"token": token}).status_code == 303
        for path in ("/operator/", *(f"/{each}/operator/" for each in LANGUAGES)):
            page = client.get(path)
            assert page.status_code == 200
            assert "no-store" in page.headers["Cache-Control"]
        client.post("/gu/operator/sign-out")
        for path in ("/operator/", *(f"/{each}/operator/" for each in LANGUAGES)):
            assert client.get(path).status_code == 303


@given(st.text(max_size=60) | st.from_regex(r"([a-z]{2}(-[A-Z]{2})?(;q=[0-9.]{1,4})?,? ?){0,6}", fullmatch=True))
def test_any_header_gives_one_of_the_languages(header: str) -> None:
    assert preferred(header) in LANGUAGES


def test_no_header_fills_the_cache_of_answers(stored: FlaskClient) -> None:
    inner = stored.application.wsgi_app.app.app  # type: ignore[attr-defined]
    assert isinstance(inner, CachedAnswers)
    for number in range(50):
        for kind in ("", "/api/v1"):
            header = {"Accept-Language": f"{LANGUAGES[number % 3]};q=0.{number}, x-{number}"}
            assert stored.get(f"{kind}/hands/{hand_id(GOOD)}", headers=header).status_code == 200
    assert len(inner.cache.answers) == len(LANGUAGES) + 1
    page = stored.get(f"/hands/{hand_id(GOOD)}", headers={"Accept-Language": "gu"})
    assert (language_of(page.text), page.headers["Vary"]) == ("gu", "Accept-Language")


@pytest.mark.parametrize("number", ["1", "൧", "૧", "१"])
def test_a_number_in_an_address_is_read_in_digits_of_any_script(stored: FlaskClient, number: str) -> None:
    assert stored.get(f"/hands?before={number}").status_code == 200
