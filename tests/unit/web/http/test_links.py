"""Every sentence on the page of a hand that names a move leads to it, in every language. Issue 14, 1 and 2."""

import re
from collections.abc import Mapping
from html import unescape

import pytest
from flask.testing import FlaskClient

from dealproof.web.http.language import LANGUAGES
from dealproof.web.http.site.links import moves
from dealproof.web.presentation import translations
from dealproof.web.presentation.sentence import MoveNumber, Sentence, filled, joined
from dealproof.web.presentation.translations import speaking
from dealproof.web.presentation.visible_text import visible
from dealproof.web.store.service import Hands
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import ILLEGAL, hand_id, text


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[Sentence]:
    """Every sentence that names a move, as it is made."""
    found: list[Sentence] = []

    def noted(text: str, values: Mapping[str, object]) -> Sentence:
        made = filled(text, values)
        if made.moves:
            found.append(made)
        return made

    monkeypatch.setattr(translations, "filled", noted)
    return found


def plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_a_page_that_names_moves_leads_to_them(
    site: FlaskClient, said: list[Sentence], language: str
) -> None:
    hands: Hands = site.application.extensions["hands"]
    hands.take_in((each.name, each.read_bytes()) for each in sorted(SAMPLES.glob("*.hand.json")))
    hands.take_in([("x", text(ILLEGAL))])
    linked = 0
    for entry in hands.latest(most=100).hands:
        for page in (f"/hands/{entry.hand}", f"/hands/{entry.hand}/dispute"):
            said.clear()
            html = site.get(f"/{language}{page}").text.partition("<main")[2]
            address = f"/{language}/hands/{entry.hand}" if page.endswith("dispute") else ""
            shown = [each for each in said if visible(each) in plain(html)]
            with speaking(language):
                missing = [each for each in shown if not leads(each, html, address)]
            assert missing == []
            linked += len(shown)
    assert linked > 5


def leads(sentence: Sentence, html: str, address: str) -> bool:
    """Whether a sentence is on the page with its links, in its own page or inside a link to the move."""
    numbers = {each.number for each in sentence.moves}
    return str(moves(sentence, address)) in html or any(
        f'href="{address}#e{each}">{sentence}<' in html for each in numbers
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_on_an_illegal_move_leads_to_it(site: FlaskClient, language: str) -> None:
    hands: Hands = site.application.extensions["hands"]
    hands.take_in([("x", text(ILLEGAL))])
    sentence = site.get(f"/{language}/hands/{hand_id(ILLEGAL)}").text.partition('<p class="sentence">')[2]
    assert re.search(r'<a href="#e\d+">[^<]*\d+</a>', sentence.partition("</p>")[0])


@pytest.mark.parametrize(
    ("language", "text", "html"),
    [
        ("en", "Move {event} breaks a rule.", '<a href="#e7">Move 7</a> breaks a rule.'),
        ("en", "See removal {event}.", 'See removal <a href="#e7">7</a>.'),
        ("en", "{event}", '<a href="#e7">7</a>'),
        ("gu", "{event}-મી ચાલ", '<a href="#e7">7</a>-મી ચાલ'),
    ],
)
def test_a_link_begins_with_the_word_move_where_it_is_before_the_number(language: str, text: str, html: str) -> None:
    with speaking(language):
        assert moves(filled(text, {"event": MoveNumber(7)})) == html


def test_each_of_several_moves_is_a_link() -> None:
    several = filled("Moves {event} were late.", {"event": joined([MoveNumber(3), MoveNumber(5)], ", ")})
    assert moves(several) == 'Moves <a href="#e3">3</a>, <a href="#e5">5</a> were late.'


def test_a_name_that_looks_like_a_move_is_no_link() -> None:
    assert moves(filled("{who} made move {event}.", {"who": "move 3", "event": MoveNumber(7)})) == (
        'move 3 made <a href="#e7">move 7</a>.'
    )
