"""The board of a hand in a browser (issue 14): step, play, slide, swipe and jump, as one seat saw it, and without a
script."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.judging import judged
from dealproof.web.presentation.board.board import Board, board_of
from dealproof.web.presentation.board.frame import seen_by
from dealproof.web.presentation.cards import face
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT, SAMPLES
from tests.unit.web.conftest import running

MADE = "28-made-with-a-ruff"
ILLEGAL = "28-did-not-follow-suit"
TAMPERED = "28-seed-changed-afterwards"
RUMMY = "rummy-declared"
SIXES = ("56-gulan", "rummy-13", "kazhutha")


def vectors(rules: str) -> list[bytes]:
    lines = (ROOT / "fixtures" / "records" / f"{rules}.jsonl").read_bytes().splitlines()
    return [json.dumps(json.loads(line)["record"]).encode() for line in lines]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with every sample hand, and the longest vector of the games with many seats."""
    app = create_app(
        f"sqlite:///{tmp_path_factory.mktemp('board') / 'hands.sqlite3'}", SiteSettings(posts=0, log=False)
    )
    hands: Hands = app.extensions["hands"]
    hands.take_in((each.name, each.read_bytes()) for each in sorted(SAMPLES.glob("*.hand.json")))
    hands.take_in((rules, data) for rules in SIXES for data in vectors(rules))
    with running(app) as url:
        yield url


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on a phone; whatever the console or the policy complains about fails the test."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    assert complaints == []
    context.close()


def board(name: str) -> Board:
    path = next(path for path in SAMPLES.glob("*.hand.json") if path.name.endswith(f"-{name}.hand.json"))
    hand, _ = judged(path.read_bytes(), "")
    assert hand
    found = board_of(hand, sentences(ENGLISH))
    assert found
    return found


def at(page: Page) -> int:
    """The number of the frame that the board shows."""
    return int(page.locator(".slide").input_value())


def press(page: Page, code: str) -> None:
    page.locator(f"[data-go={code}]").click()


def held(page: Page) -> list[str]:
    """What each hand on the table is said to be, by seat."""
    labels = page.locator(".place .hand").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    return sorted(labels)


def expected(frame: Any, names: tuple[str, ...], front: int | None) -> list[str]:
    """The same from a frame."""
    said = []
    for seat, (name, cards) in enumerate(zip(names, frame.hands, strict=True)):
        if not cards:
            said.append(f"{name}: no cards")
        elif front not in (None, seat):
            said.append(f"{name}: cards {len(cards)}, face down")
        else:
            said.append(f"{name}: {' '.join(map(face, cards))}")
    return sorted(said)


def test_buttons_step_through_the_hand_and_the_address_follows(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{MADE}")
    assert at(page) == 0
    press(page, "next")
    press(page, "next")
    assert page.url.endswith("#e2")
    assert page.locator(".events .here .move").get_attribute("href") == "#e2"
    press(page, "back")
    assert at(page) == 1
    press(page, "last")
    assert at(page) == len(board(MADE).frames) - 1
    page.keyboard.press("ArrowRight")
    assert at(page) == len(board(MADE).frames) - 1
    press(page, "first")
    assert at(page) == 0


def test_every_frame_shows_the_cards_that_the_hand_has_there(page: Page, base: str) -> None:
    made = board(MADE)
    page.goto(f"{base}/hands/{MADE}#e0")
    for frame in made.frames:
        assert held(page) == expected(frame, made.course.seats, None)
        shown = page.locator(".trick").get_attribute("aria-label")
        cards = " ".join(face(laid.card) for laid in frame.table)
        assert shown == (f"On the table: {cards}" if cards else "On the table: no card")
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("name", [MADE, RUMMY, "kazhutha-donkey"])
def test_as_one_seat_saw_it_no_other_card_is_on_the_table(page: Page, base: str, name: str) -> None:
    made = board(name)
    page.goto(f"{base}/hands/{name}")
    page.locator("[data-choose=view]").select_option("1")
    page.locator(".felt").focus()
    for frame in made.frames:
        seen = seen_by(frame, 1)
        assert held(page) == expected(frame, made.course.seats, 1)
        faces = page.locator(".felt").evaluate(
            "felt => felt.querySelectorAll('.place .card-face:not(.back, .peek)').length"
        )
        assert faces == len(seen.hands[1]) + sum(len(cards) for cards in seen.faced) + len(
            seen.gone[1] if seen.gone else ()
        )
        known = seen.concealed and seen.concealed.seat == 1
        assert page.locator(".peek").count() == bool(known)
        page.keyboard.press("ArrowRight")


def test_a_seat_that_did_not_see_the_trump_card_does_not_read_it_in_the_list(page: Page, base: str) -> None:
    made = board(MADE)
    (event,) = (each for each in made.events if each.closed)
    page.goto(f"{base}/hands/{MADE}")
    item = page.locator(f".events li:nth-child({event.number + 1}) .did")
    assert item.inner_text() == event.sentence
    page.locator("[data-choose=view]").select_option(str((event.knows or 0) ^ 1))
    assert item.inner_text() == event.closed
    page.locator("[data-choose=view]").select_option(str(event.knows))
    assert item.inner_text() == event.sentence


def test_it_plays_and_pauses_and_stops_at_the_end(page: Page, base: str) -> None:
    page.clock.install()
    page.goto(f"{base}/hands/{MADE}#e3")
    press(page, "play")
    assert page.locator(".play").get_attribute("aria-label") == "Pause"
    page.clock.run_for(2500)
    assert at(page) == 5
    press(page, "play")
    page.clock.run_for(5000)
    assert at(page) == 5
    press(page, "play")
    page.clock.run_for(90_000)
    assert at(page) == len(board(MADE).frames) - 1
    assert page.locator(".play").get_attribute("aria-label") == "Play"


@pytest.mark.parametrize("name", [MADE, RUMMY])
def test_a_button_that_leads_nowhere_says_so_whatever_lies_on_the_table(page: Page, base: str, name: str) -> None:
    """A face-down card on the table is no button."""
    page.goto(f"{base}/hands/{name}")
    page.select_option("[data-choose=view]", "1")
    ends = page.locator("[data-go][aria-disabled=true]")
    assert ends.evaluate_all("all => all.map(each => each.dataset.go)") == ["first", "back"]
    press(page, "last")
    assert ends.evaluate_all("all => all.map(each => each.dataset.go)") == ["next", "last"]


def test_where_nothing_is_proven_the_table_says_so(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{TAMPERED}")
    shown = page.locator("#board").inner_text()
    assert "nothing on this table is proven" in shown
    assert "Would be illegal, not proven" in shown
    assert "Illegal move" not in shown
    assert "is illegal" not in shown


def test_keys_step_everywhere_and_jump_and_play_on_the_board(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{MADE}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert at(page) == 1
    page.keyboard.press("End")
    assert at(page) == 1
    page.locator(".felt").focus()
    page.keyboard.press("End")
    assert at(page) == len(board(MADE).frames) - 1
    page.keyboard.press("Home")
    assert at(page) == 0
    page.keyboard.press(" ")
    assert page.locator(".play").get_attribute("aria-label") == "Pause"
    page.keyboard.press(" ")
    assert page.locator(".play").get_attribute("aria-label") == "Play"


def test_the_slider_says_in_words_where_it_is(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{MADE}")
    slide = page.locator(".slide")
    slide.focus()
    page.keyboard.press("ArrowRight")
    assert at(page) == 1
    text = slide.get_attribute("aria-valuetext")
    assert text
    assert text.startswith(f"Move 1 of {len(board(MADE).frames) - 1}")
    slide.fill("12")
    assert page.url.endswith("#e12")


def swipe(page: Page, dx: int, dy: int = 0) -> None:
    """A finger drawn across the table."""
    page.locator(".felt").evaluate(
        """(felt, [dx, dy]) => {
            const touch = (x, y) => new Touch({ identifier: 1, target: felt, clientX: x, clientY: y });
            const fire = (type, list, changed) => felt.dispatchEvent(
                new TouchEvent(type, { touches: list, changedTouches: changed, bubbles: true }));
            fire("touchstart", [touch(200, 300)], [touch(200, 300)]);
            fire("touchend", [], [touch(200 + dx, 300 + dy)]);
        }""",
        [dx, dy],
    )


def test_a_swipe_steps_and_a_scroll_does_not(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{MADE}")
    swipe(page, -90)
    swipe(page, -90)
    assert at(page) == 2
    swipe(page, 90)
    assert at(page) == 1
    swipe(page, -20)
    swipe(page, -60, 200)
    assert at(page) == 1


def test_one_can_jump_to_a_trick(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{MADE}")
    page.locator("[data-choose=jump]").select_option(label="Trick 3")
    trick = board(MADE).course.narrative.tricks[2]
    assert at(page) == trick.steps[0].event + 1
    assert page.locator(".chip.which").inner_text() == "Trick 3"


def test_an_illegal_hand_opens_at_its_illegal_move_with_the_rule_and_the_choices(page: Page, base: str) -> None:
    made = board(ILLEGAL)
    page.goto(f"{base}/hands/{ILLEGAL}")
    assert at(page) == len(made.frames) - 1
    assert page.locator(".laid.bad .strike").count() == 1
    broken = page.locator(".broken")
    assert sentences(ENGLISH).say("rules", "must-follow-suit") in broken.inner_text()
    assert broken.locator(".card-face").count() == len(made.course.hand.verdict["fault"]["legal"])
    press(page, "first")
    assert broken.is_hidden()
    page.locator("[data-choose=jump]").select_option(label="Illegal move")
    assert broken.is_visible()
    other = (made.course.hand.verdict["fault"]["seat"] + 1) % 4
    page.locator("[data-choose=view]").select_option(str(other))
    assert broken.locator(".card-face").count() == 0


def test_every_message_that_names_a_move_leads_to_it_and_back_leads_back(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{ILLEGAL}")
    last = at(page)
    press(page, "first")
    page.locator(".verdict .sentence a").click()
    assert at(page) == last
    page.locator(".events a[href='#e5']").click()
    assert at(page) == 5
    page.go_back()
    assert at(page) == last
    page.go_forward()
    assert at(page) == 5


def test_an_address_with_a_move_opens_the_board_there(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{MADE}#e17")
    assert at(page) == 17
    page.wait_for_function("document.querySelector('.felt').getBoundingClientRect().top < innerHeight")
    page.evaluate("location.hash = '#e9'")
    page.wait_for_function("document.querySelector('.slide').value === '9'")


def test_four_colours_are_kept_in_the_browser_alone(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{MADE}")
    clubs = "getComputedStyle(document.querySelector('.card-face.c')).color"
    spades = "getComputedStyle(document.querySelector('.card-face.s')).color"
    assert page.evaluate(clubs) == page.evaluate(spades)
    page.locator("[data-choose=four]").check()
    assert page.evaluate(clubs) != page.evaluate(spades)
    page.reload()
    assert page.locator("[data-choose=four]").is_checked()
    assert page.evaluate(clubs) != page.evaluate(spades)
    assert page.context.cookies() == []


def test_without_a_script_the_list_has_every_move_and_no_dead_control(browser: Browser, base: str) -> None:
    page = browser.new_page(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page.goto(f"{base}/hands/{ILLEGAL}#e5")
    made = board(ILLEGAL)
    items = page.locator(".events li")
    assert items.count() == len(made.course.hand.events) + 1
    for each in made.events:
        assert each.sentence in page.locator(f"#e{each.number}").inner_text()
    assert page.locator(".drawn").is_hidden()
    assert page.locator(".moment").is_hidden()
    assert page.locator("s.illegal .did").is_visible()
    page.close()


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("rules", SIXES)
def test_no_table_is_wider_than_the_screen_at_any_frame(browser: Browser, base: str, rules: str, width: int) -> None:
    """The first vectors of the games with many seats, one of each number of seats: the deal, the middle, the end."""
    page = browser.new_page(viewport={"width": width, "height": 844})
    met: set[int] = set()
    for data in vectors(rules):
        hand, _ = judged(data, "")
        made = board_of(hand, sentences(ENGLISH)) if hand else None
        if hand is None or made is None or len(hand.seats) in met:
            continue
        met.add(len(hand.seats))
        page.goto(f"{base}/hands/{hand.hand}")
        for number in {0, len(made.frames) // 2, len(made.frames) - 1}:
            page.evaluate("number => { location.hash = `#e${number}` }", number)
            page.wait_for_function("number => document.querySelector('.slide').value === String(number)", arg=number)
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.evaluate("felt => felt.scrollWidth <= felt.clientWidth", page.locator(".felt").element_handle())
    assert met
    page.close()


SEEN_WHOLE = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const box = (each) => each.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(`.felt ${selector}`)];
  const over = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const covered = all(".hand .card-face .rank").filter((rank) => {
    const next = rank.closest("i").nextElementSibling;
    return next && box(rank).right > box(next).left + 1.5;
  });
  const words = all(".said:not(:empty)");
  const amiss = words.filter((each) => box(each).left < felt.left || box(each).right > felt.right
    || all(":is(.hand .card-face, .plate, .chip, .laid, .state:not(:empty), .said:not(:empty))")
      .some((other) => other !== each && over(box(each), box(other))));
  const cut = all(".plate bdi").filter((each) => each.scrollWidth > each.clientWidth + 1);
  return [covered, amiss, cut].map((list) => list.map((each) => each.textContent));
}"""
"""Ranks that another card covers, words that cover something or leave the table, and names that are cut off."""


@pytest.mark.parametrize("language", ["en", "gu", "ml"])
@pytest.mark.parametrize("name", ["28-dealt-again", "56-gulan-made", "rummy-wrong-declare", "kazhutha-imported"])
def test_on_a_phone_every_card_word_and_name_on_the_table_is_seen_whole(
    page: Page, base: str, name: str, language: str
) -> None:
    """At 390 px: all cards of all seats, what they say, and names of eight letters."""
    page.goto(f"{base}/{language}/hands/{name}")
    page.evaluate("document.fonts.ready")
    for number in range(0, len(board(name).frames), 2):
        page.evaluate("number => { location.hash = `#e${number}` }", number)
        page.wait_for_function("number => document.querySelector('.slide').value === String(number)", arg=number)
        assert page.evaluate(SEEN_WHOLE) == [[], [], []], number


def test_every_control_is_large_enough_for_a_finger(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{MADE}")
    for control in page.locator(".viewer :is(button, select, .slide, .tick)").all():
        box = control.bounding_box()
        assert box
        assert box["height"] >= 44


@pytest.mark.parametrize("name", [MADE, RUMMY, TAMPERED, "28-given-up", "28-still-in-play"])
def test_every_way_on_a_page_leads_to_a_part_of_it(page: Page, base: str, name: str) -> None:
    """The result of a hand and the cards that were thrown away have theirs: on a phone they are far below."""
    page.goto(f"{base}/hands/{name}")
    ways = page.locator(".ways a").evaluate_all("all => all.map(each => each.hash)")
    assert [each for each in ways if page.locator(each).count() != 1] == []
    assert ("#result" in ways) == (name in {MADE, RUMMY})
    assert ("#decks" in ways) == (name == "28-given-up")


def test_who_wants_less_motion_gets_none(browser: Browser, base: str) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{base}/hands/{MADE}#e14")
    press(page, "next")
    assert page.evaluate("document.querySelector('.laid.new').getAnimations().length") == 0
    page.close()


def test_the_proof_is_one_tap_away_and_opens_to_a_short_list(page: Page, base: str) -> None:
    page.goto(f"{base}/hands/{MADE}")
    summary = page.locator(".proven > summary")
    assert re.search(r"Checks that hold: \d", summary.inner_text())
    assert page.locator(".checks li").first.is_hidden()
    summary.click()
    assert page.locator(".checks li").first.is_visible()
    assert page.locator(".checks .seen").first.is_hidden()
    page.locator(".checks summary").first.click()
    assert page.locator(".checks .seen").first.is_visible()
