"""The page `verify.html` in Chromium: from a disk without a network, on a site under its real policy, and without
https. Source: README, "A check that trusts nobody"."""

import json
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from dealproof.replay.audit import audit
from dealproof.replay.judge import judged
from dealproof.replay.publication import with_receipt
from dealproof.verifier.tlog.policy import parse_policy
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.judging import verdict
from dealproof.web.presentation.translations import ENGLISH, languages, sentences
from dealproof.web.store.service import Hands
from dealproof.web.verify_page import page as verify_page
from dealproof.web.verify_page.link import brought
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import running
from tests.unit.web.http.test_accessibility import violations

pytestmark = pytest.mark.slow

PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
FILE = (ROOT / "web" / "http" / "static" / "verify.html").as_uri()
HASHES = ["commitment", "player-seeds", "rules-digest", "log-head", "signatures", "published-before-play"]
MADE, SIGNED, TAMPERED, ILLEGAL, HIDDEN, PUBLISHED, LATE, VOID, IMPORTED = (
    next(SAMPLES.glob(f"{number}-*.hand.json")) for number in ("01", "05", "10", "11", "14", "20", "21", "22", "23")
)
POLICY = SAMPLES / "demo.policy"
ENGLISH_SAID = sentences(ENGLISH).sections["verify"]
DROP = """([files]) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) transfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true}));
}"""

FOLLOW = """async (links) => {
    for (const each of links) {
        const followed = new Promise((done) => { addEventListener("hashchange", done, {once: true}); });
        location.hash = each;
        await followed;
    }
}"""


def receipt_of(sample: Path) -> Path:
    return SAMPLES / f"{json.loads(sample.read_bytes())['header']['hand']}.receipt.json"


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages from a disk in a browser without a network; nothing may be complained of in their console."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open(fragment: str = "", width: int = 390, **more: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 844}, **more)
        context.set_offline(True)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{FILE}#{fragment}")
        return page

    yield open
    for context in contexts:
        context.close()
    assert complaints == []


def outcomes(page: Page) -> dict[str, str]:
    """How each check came out, once they are there."""
    page.locator("#verdict").wait_for()
    items = page.locator("#checks [data-check]").all()
    return {str(item.get_attribute("data-check")): str(item.get_attribute("data-outcome")) for item in items}


def state(page: Page) -> str:
    page.locator("#verdict").wait_for()
    return str(page.locator("#verdict").get_attribute("class")).removeprefix("box ")


def said(page: Page) -> str:
    """What the page says beside its form, once it is said."""
    page.locator("#said:not(:empty)").wait_for()
    return page.locator("#said").inner_text()


def expected(sample: Path) -> dict[str, str]:
    """The checks as Python makes them, moves and result aside."""
    checks = judged(sample.read_bytes())[1].to_json()["checks"]
    assert isinstance(checks, dict)
    return {name: str(checks[name]) for name in HASHES} | dict.fromkeys(("legal", "result"), "unjudged")


ALL = sorted(each for each in SAMPLES.glob("*.hand.json") if each != IMPORTED)


def test_from_a_disk_every_sample_gets_the_checks_of_python(opened: Callable[..., Page]) -> None:
    page = opened()
    for sample in ALL:
        page.locator("#files").set_input_files([sample])
        page.wait_for_function("id => document.querySelector('.which bdi')?.textContent === id", arg=hand_of(sample))
        assert outcomes(page) == expected(sample), sample.name
        failed = "failed" in expected(sample).values()
        assert state(page) == ("bad" if failed else "open" if sample == HIDDEN else state(page))
        assert state(page) != "bad" or failed, sample.name
        page.locator("#clear").click()


def hand_of(sample: Path) -> str:
    id: str = json.loads(sample.read_bytes())["header"]["hand"]
    return id


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("way", ["files", "paste", "drop", "link"])
def test_record_and_receipt_come_by_file_paste_drop_and_link(opened: Callable[..., Page], way: str, width: int) -> None:
    files = {"record": PUBLISHED, "receipt": receipt_of(PUBLISHED), "policy": POLICY}
    link = brought(*(each.read_bytes() for each in files.values()), "en") if way == "link" else ""
    page = opened(link, width)
    if way == "files":
        page.locator("#files").set_input_files([*files.values()])
    if way == "drop":
        page.evaluate(DROP, [[(each.name, each.read_text()) for each in files.values()]])
    if way == "paste":
        page.locator("#more summary").click()
        for field, path in files.items():
            page.locator(f"#{field}").fill(path.read_text())
        page.locator("#check").click()
    assert outcomes(page) == expected(PUBLISHED) | {"published-before-play": "passed"}
    assert state(page) == "good"
    assert page.locator("#came").is_visible() == (way == "link")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_every_check_shows_its_values(opened: Callable[..., Page]) -> None:
    page = opened()
    page.locator("#files").set_input_files([PUBLISHED, receipt_of(PUBLISHED), POLICY])
    outcomes(page)
    page.evaluate("for (const each of document.querySelectorAll('#found details')) each.open = true")
    shown = page.locator("#found").inner_text()
    record = json.loads(PUBLISHED.read_bytes())
    receipt = json.loads(receipt_of(PUBLISHED).read_bytes())
    for value in (record["server_seed"], record["header"]["server_commitment"], record["log_head"]):
        assert value in shown
    assert shown.count(record["header"]["server_commitment"]) == 2  # computed, and as committed
    assert all(seed in shown for seed in record["player_seeds"])
    assert all(key in shown for key in record["header"]["seat_keys"])
    assert receipt["commit"]["proof"].rpartition("\n\n")[0].split("\n")[-1] in shown  # the root, in the signed text
    published = with_receipt(*judged_with(PUBLISHED), receipt_of(PUBLISHED).read_bytes(), policy(), 2**31).published
    assert published
    assert published["log"] in shown
    assert all(witness in shown for witness in published["witnesses"])
    assert "2025-01-05" in shown


def judged_with(sample: Path) -> Any:
    return judged(sample.read_bytes())


def policy() -> Any:
    return parse_policy(POLICY.read_bytes())


def test_a_receipt_without_a_policy_proves_nothing_and_a_late_one_is_bad(opened: Callable[..., Page]) -> None:
    page = opened()
    page.locator("#files").set_input_files([LATE, receipt_of(LATE)])
    assert outcomes(page)["published-before-play"] == "not shown"
    page.locator("#files").set_input_files([POLICY])
    page.locator("#checks [data-check=published-before-play][data-outcome=failed]").wait_for()
    assert state(page) == "bad"


def test_a_void_record_and_an_imported_hand_are_no_fault(opened: Callable[..., Page]) -> None:
    page = opened()
    page.locator("#files").set_input_files([VOID])
    assert outcomes(page) == expected(VOID)
    page.locator("#clear").click()
    page.locator("#files").set_input_files([IMPORTED])
    page.locator("#verdict h2", has_text=ENGLISH_SAID["imported"]).wait_for()
    assert (state(page), outcomes(page)) == ("open", {})


def test_nothing_is_judged_that_was_not_checked(opened: Callable[..., Page]) -> None:
    """From a disk the moves are not replayed: an illegal hand has good seeds, and the page says what it left out."""
    page = opened()
    page.locator("#files").set_input_files([ILLEGAL])
    assert audit(ILLEGAL.read_bytes()).verdict == "illegal"
    assert state(page) == "good"
    assert ENGLISH_SAID["not-judged"] in page.locator("#verdict").inner_text()
    assert ENGLISH_SAID["moves-from-disk"] in page.locator("#moves").inner_text()
    assert page.locator("#judge").count() == 0


@pytest.mark.parametrize("language", languages())
def test_the_language_is_that_of_the_browser_the_choice_or_the_link(opened: Callable[..., Page], language: str) -> None:
    titles = {each: sentences(each).say("verify", "title") for each in languages()}
    by_browser = opened(locale=language)
    by_link = opened(f"lang={language}", locale="pl")
    by_choice = opened(locale="pl")
    by_choice.locator("#language").select_option(language)
    for page in (by_browser, by_link, by_choice):
        assert page.locator("html").get_attribute("lang") == language
        assert page.locator("h1").inner_text() == titles[language]
    assert by_choice.url.endswith(f"#lang={language}")
    by_choice.reload()
    assert by_choice.locator("h1").inner_text() == titles[language]


@pytest.mark.parametrize(
    ("language", "width", "colours"),
    [("en", 390, "dark"), ("en", 1280, "light"), *((language, 390, "light") for language in languages())],
)
def test_axe_finds_nothing_and_no_language_overflows(
    opened: Callable[..., Page], language: str, width: int, colours: str
) -> None:
    page = opened(f"lang={language}", width, color_scheme=colours)
    assert violations(page) == []
    for files in ([PUBLISHED, receipt_of(PUBLISHED), POLICY], [TAMPERED]):
        page.locator("#clear").click()
        page.locator("#files").set_input_files(files)
        outcomes(page)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_with_the_keyboard_alone(opened: Callable[..., Page]) -> None:
    page = opened()
    page.locator("#record").focus()
    page.keyboard.insert_text(SIGNED.read_text())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert outcomes(page) == expected(SIGNED)
    assert page.evaluate("document.activeElement.id") == "found"


NAME = "<img src=x onerror=alert(1)>\u202e"


def hostile() -> dict[str, tuple[bytes, str]]:
    """What is put in, and the code with which it is refused."""
    record = json.loads(MADE.read_bytes())
    return {
        "not UTF-8": (b"\xff\xfe{}", "bad-utf-8"),
        "deep": (b"[" * 500_000, "too-deep"),
        "no JSON": (b"<script>alert(1)</script>", "bad-json"),
        "a key twice": (b'{"a": 1, "a": 2}', "duplicate-key"),
        "a float": (b'{"a": 1.5}', "float"),
        "no record": (b'{"header": {"seats": "x"}}', "not-a-record"),
        "no object": (b"[]", "not-a-record"),
        "rules that are no name": (changed(record, rules={}), "not-a-record"),
        "own rules that nothing binds": (
            changed(record | {"rules": {}}, rules="our-28", rules_digest=None),
            "not-a-record",
        ),
        "own rules under the name of built-in ones": (
            changed(record | {"rules": {}}, rules="28-standard", rules_digest="0" * 64),
            "not-a-record",
        ),
        "another format": (json.dumps(record | {"format": "dealproof/void/2"}).encode(), "not-a-record"),
        "a signature": (json.dumps(record | {"events": [{"seat": 0, "sig": "x"}]}).encode(), "not-base64"),
    }


def changed(record: dict[str, Any], **header: object) -> bytes:
    """The record with these keys in its header."""
    return json.dumps(record | {"header": record["header"] | header}).encode()


@pytest.mark.parametrize("what", hostile())
def test_what_is_no_record_is_said_so_with_its_place(opened: Callable[..., Page], tmp_path: Path, what: str) -> None:
    data, code = hostile()[what]
    (tmp_path / "x.json").write_bytes(data)
    page = opened()
    page.locator("#files").set_input_files([tmp_path / "x.json"])
    assert state(page) == "bad"
    assert sentences(ENGLISH).say("verify-unreadable", code) in page.locator("#verdict").inner_text()


@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString"])
def test_a_name_that_javascript_gives_to_every_object_is_no_built_in_rule_set(
    opened: Callable[..., Page], tmp_path: Path, name: str
) -> None:
    """The digest is that of `{}`, which is what stands under `__proto__`."""
    data = changed(json.loads(MADE.read_bytes()), rules=name, rules_digest=sha256(b"{}").hexdigest())
    (tmp_path / "a.json").write_bytes(data)
    page = opened()
    page.locator("#files").set_input_files([tmp_path / "a.json"])
    assert outcomes(page)["rules-digest"] == "unable"


def test_what_two_links_bring_is_not_mixed(opened: Callable[..., Page]) -> None:
    """The second brings no policy, and takes longer to be unpacked: nothing of the first is left, least of all whom it
    trusts."""
    first = brought(PUBLISHED.read_bytes(), receipt_of(PUBLISHED).read_bytes(), POLICY.read_bytes(), "en")
    second = brought(PUBLISHED.read_bytes() + b" " * 1_000_000, None, None, "en")
    page = opened()
    page.evaluate(FOLLOW, [first, second])
    assert outcomes(page)["published-before-play"] == "not shown"
    assert page.locator("#came").inner_text() == ENGLISH_SAID["came"]
    assert [page.locator(f"#{field}").input_value() for field in ("receipt", "policy")] == ["", ""]


def test_names_and_file_names_are_text(opened: Callable[..., Page], tmp_path: Path) -> None:
    record = json.loads(MADE.read_bytes())
    record["header"]["seats"][0] = NAME
    record["header"]["hand"] = NAME
    record["player_seeds"][0] = NAME
    (tmp_path / "a.json").write_text(json.dumps(record))
    page = opened()
    page.locator("#files").set_input_files([tmp_path / "a.json"])
    outcomes(page)
    assert page.locator("#found img").count() == 0
    assert "<img src=x onerror=alert(1)>\\u202e" in page.locator(".which").inner_text()
    page.evaluate(DROP, [[(f"{NAME}.json", "x" * ((1 << 20) + 1))]])
    assert said(page).startswith("<img src=x onerror=alert(1)>\\u202e.json has")


def test_too_much_is_refused_with_a_sentence(opened: Callable[..., Page]) -> None:
    page = opened()
    page.evaluate(DROP, [[(f"{number}.json", "{}") for number in range(40)]])
    assert said(page) == ENGLISH_SAID["too-many-files"].format(count=40, most=3)
    page.locator("#record").fill("\n".join(MADE.read_text().replace("\n", " ") for _ in range(3)))
    page.locator("#check").click()
    page.get_by_text(ENGLISH_SAID["several"].format(count=3)).wait_for()


def test_rules_that_would_deal_endlessly_deal_nothing(opened: Callable[..., Page]) -> None:
    """A record may bring any rules, and redeals without end."""
    attacks = ROOT / "fixtures" / "attacks"
    paths = [attacks / "house-rummy-jokers-300000000.hand.json", attacks / "heavy-endless-100.hand.json"]
    page = opened()
    for path in [*paths, *(ROOT / "fixtures" / "heavy").glob("*.json")]:
        page.locator("#clear").click()
        page.locator("#files").set_input_files([path])
        page.locator("#verdict").wait_for(timeout=10_000)


@pytest.mark.parametrize("fragment", ["record=x", "record=%%%", "record=", "record=AAAA", "receipt=q64FAA"])
def test_a_link_that_is_cut_off_is_said_so(opened: Callable[..., Page], fragment: str) -> None:
    assert said(opened(fragment)) in {ENGLISH_SAID["link-unreadable"], ENGLISH_SAID["empty"]}


def test_a_link_that_unpacks_to_far_more_is_refused(opened: Callable[..., Page]) -> None:
    bomb = brought(b"0" * (4 << 20), None, None, "en")
    assert bomb is not None
    assert said(opened(bomb)) == ENGLISH_SAID["link-unreadable"]


# On a site


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with Pyodide and every sample hand."""
    settings = SiteSettings(posts=0, log=False, pyodide=str(PYODIDE))
    app = create_app(f"sqlite:///{tmp_path_factory.mktemp('site') / 'hands.sqlite3'}", settings)
    hands: Hands = app.extensions["hands"]
    hands.take_in((each.name, each.read_bytes()) for each in (MADE, ILLEGAL, HIDDEN, TAMPERED))
    with running(app) as url:
        yield url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 390, "height": 844})
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    opened.close()
    assert complaints == []


@pytest.mark.parametrize("language", languages())
def test_on_a_site_the_language_is_that_of_the_address(page: Page, base: str, language: str) -> None:
    """As every other page of the site; a choice in the fragment goes before it."""
    for address, expected in ((f"/{language}/verify", language), (f"/{language}/verify#lang=gu", "gu")):
        page.goto("about:blank")
        page.goto(base + address)
        assert page.locator("html").get_attribute("lang") == expected


def test_every_move_is_checked_in_the_browser_with_the_verdict_of_the_server(page: Page, base: str) -> None:
    """Under the real policy, which lets the worker compile Python. The second one comes with its receipt, in which the
    result is named too."""
    proof = receipt_of(PUBLISHED)

    def receipt(record: Any, found: Any) -> Any:
        return with_receipt(record, found, proof.read_bytes(), policy(), 2**31)

    cases = (
        ([ILLEGAL], "en", verdict(ILLEGAL.read_bytes(), "")),
        ([PUBLISHED, proof, POLICY], "ml", verdict(PUBLISHED.read_bytes(), "", receipt)),
    )
    for files, language, expected_verdict in cases:
        page.goto(f"{base}/verify#lang={language}")
        page.reload()
        page.locator("#files").set_input_files(files)
        page.locator("#judge").click()
        page.locator("#found pre").wait_for(state="attached", timeout=120_000)
        assert page.locator("#found pre").text_content() == json.dumps(expected_verdict.to_json(), ensure_ascii=False)
        title = sentences(language).say("verdicts", expected_verdict.verdict)
        assert page.locator("#verdict h2").inner_text().endswith(title)
        assert page.locator("#moves .differs").count() == 0
    assert expected_verdict.grade == "A"


def test_the_page_sends_nothing_of_a_hand(page: Page, base: str) -> None:
    sent: list[Any] = []
    page.on("request", lambda request: sent.append((request.method, request.url, request.post_data)))
    page.goto(f"{base}/verify#{brought(MADE.read_bytes(), None, None, 'en')}")
    assert outcomes(page) == expected(MADE)
    assert sent == [("GET", f"{base}/verify", None)] or [each[:2] for each in sent] == [("GET", sent[0][1])]


def test_a_file_of_the_site_that_is_another_one_is_not_run(browser: Browser, base: str) -> None:
    page = browser.new_page()
    page.route("**/pyodide/pyodide.mjs", lambda route: route.fulfill(body="alert(1)" + " " * 17_923))
    page.goto(f"{base}/verify")
    page.locator("#files").set_input_files([MADE])
    page.locator("#judge").click()
    page.get_by_text(ENGLISH_SAID["moves-altered"].format(name="pyodide.mjs")).wait_for()
    page.close()


def test_a_site_without_pyodide_says_so_and_how_else(browser: Browser, tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'hands.sqlite3'}", SiteSettings(posts=0, log=False))
    with running(app) as url:
        page = browser.new_page()
        page.goto(f"{url}/verify")
        page.locator("#files").set_input_files([MADE])
        page.locator("#judge").click()
        page.get_by_text(ENGLISH_SAID["moves-not-installed"]).wait_for()
        assert page.locator("#progress code").inner_text() == "dealproof check FILE"
        page.close()


def test_the_replayer_can_be_stopped(page: Page, base: str) -> None:
    page.goto(f"{base}/verify")
    page.locator("#files").set_input_files([MADE])
    page.locator("#judge").click()
    page.locator("#progress button").click()
    assert page.locator("#progress").inner_text() == ENGLISH_SAID["stopped"]
    assert page.locator("#judge").is_enabled()


@pytest.mark.parametrize("language", languages())
def test_the_page_of_a_hand_leads_there_with_the_hand(page: Page, base: str, language: str) -> None:
    page.goto(f"{base}/{language}/hands/{hand_of(MADE)}")
    link = page.get_by_role("link", name=sentences(language).say("verify", "link"))
    assert verify_page.digest() in page.content()
    link.click()
    assert outcomes(page) == expected(MADE)
    assert page.locator("html").get_attribute("lang") == language


def test_a_hidden_hand_leads_nowhere(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{hand_of(HIDDEN)}")
    assert page.locator("a[href*='/verify#']").count() == 0


def test_without_https_the_page_says_so_and_what_to_do(browser: Browser, base: str) -> None:
    """A browser has no WebCrypto at an address of another machine without https."""
    rules = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP hands.example 127.0.0.1"]
    elsewhere = browser.browser_type.launch(executable_path=shutil.which("chromium"), args=rules)
    page = elsewhere.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"http://hands.example:{base.rpartition(':')[2]}/verify")
    assert not page.evaluate("window.isSecureContext")
    shown = page.locator("#insecure").inner_text()
    for code in ("insecure", "insecure-save", "insecure-https", "insecure-command"):
        assert ENGLISH_SAID[code] in shown
    assert page.locator("#check").is_disabled()
    page.locator("#files").set_input_files([MADE])
    assert said(page) == ENGLISH_SAID["insecure"]
    assert violations(page) == []
    elsewhere.close()


def test_without_a_script_the_page_says_in_each_language_what_else_there_is(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(FILE)
    for language in languages():
        assert sentences(language).say("verify", "no-script") in page.locator("main").inner_text()
    context.close()
