"""Previews of hands: the right letters, the same bytes, and nothing that a name can spoil (issue 14, item 6)."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from dealproof.web.judging import judged
from dealproof.web.pictures import preview, typefaces
from dealproof.web.pictures.lines import fit
from dealproof.web.pictures.preview import preview_picture
from dealproof.web.pictures.typefaces import Face, drawable, runs, width
from dealproof.web.presentation.preview import PreviewText, preview_text
from dealproof.web.presentation.translations import languages, sentences
from dealproof.web.presentation.verdict import Judgement
from dealproof.web.presentation.visible_text import distinct_names
from tests.support.paths import SAMPLES

PLAIN = PreviewText("good", "Verified", "Every move was legal.", ("Asha", "Biju"), ("28-standard",), "t1.1")


def sample(number: str) -> Path:
    return next(SAMPLES.glob(f"{number}-*.hand.json"))


def text_of(number: str, language: str) -> PreviewText:
    hand, verdict = judged(sample(number).read_bytes(), "x", lambda _, verdict: verdict, tuple)
    assert verdict.hand
    return preview_text(verdict.hand, Judgement(verdict.to_json(), sentences(language), hand))


def pixels(text: PreviewText) -> Image.Image:
    image = Image.open(BytesIO(preview_picture(text, "dealproof")))
    image.load()
    return image


def test_this_machine_shapes_the_letters_of_india() -> None:
    """Where it cannot, the other tests here would show nothing."""
    assert typefaces.shapes()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("number", ["01", "10", "11", "12", "14", "15", "18", "22", "23"])
def test_a_preview_is_a_picture_in_the_language_of_the_page(number: str, language: str) -> None:
    text = text_of(number, language)
    assert text.title in sentences(language).sections["verdicts"].values()
    for each in (text.title, text.sentence, *text.facts):
        assert drawable(each), each
    image = pixels(text)
    assert (image.format, image.size, image.mode) == ("PNG", (1200, 630), "RGB")


def test_the_same_text_gives_the_same_bytes() -> None:
    for language in languages():
        text = text_of("11", language)
        assert preview_picture(text, "dealproof") == preview_picture(text, "dealproof")


def test_the_first_broken_rule_is_said_and_of_unproven_cards_only_that_they_are_unproven() -> None:
    """No player is blamed for what would follow from seeds that are not proven."""
    english = sentences("en")
    assert text_of("11", "en").sentence == english.say("rules", "must-follow-suit")
    assert text_of("10", "en").sentence.startswith("This record does not match")


def test_the_preview_of_a_hidden_hand_says_that_and_nothing_of_its_cards() -> None:
    text = text_of("14", "en")
    assert (text.title, text.state) == ("Still hidden", "open")
    assert text.sentence == sentences("en").say("verdict-sentences", "hidden")


@pytest.mark.parametrize("state", ["good", "bad", "open"])
def test_each_state_has_a_sign_and_a_colour_of_its_own(state: str) -> None:
    image = pixels(replace(PLAIN, state=state))
    others = [pixels(replace(PLAIN, state=each)) for each in ("good", "bad", "open") if each != state]
    sign = (88, 72, 180, 164)
    assert all(image.crop(sign).tobytes() != each.crop(sign).tobytes() for each in others)
    assert image.getpixel((5, 300)) == tuple(bytes.fromhex(preview.COLOURS[state].strong[1:]))


HOSTILE = [
    "",
    " ",
    "a" * 5000,
    "\u202egnp.esrever",
    "\x00\x1b[31m\n\r",
    "ക" + "്" * 500,
    "a" + "\u0301" * 900,
    "🂡🎉👩‍👩‍👧",
    "שלום عليكم",
    "日本",
    "\ud800",
    "\u200d\u200c" * 90,
    "ഗോപാലൻ" * 80,
    "ﷺ" * 40,
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_spoils_nothing_but_its_own_line(name: str) -> None:
    """A name is a text of somebody else."""
    plain = pixels(PLAIN)
    image = pixels(replace(PLAIN, players=distinct_names([name, "Biju"])))
    for box in ((0, 0, 1200, 463), (0, 524, 1200, 630), (1140, 0, 1200, 630)):
        assert image.crop(box).tobytes() == plain.crop(box).tobytes()


@pytest.mark.parametrize("name", ["ക " * 32, "ക1" * 32, "કa" * 32])
def test_names_that_change_their_script_with_every_letter_are_no_more_work(name: str) -> None:
    """Each part is shaped about once, not once for each that comes after it."""
    typefaces.run_width.cache_clear()
    preview_picture(replace(PLAIN, players=tuple(f"{name}{seat}" for seat in range(8))), "dealproof")
    assert typefaces.run_width.cache_info().misses < 150


@given(st.lists(st.text(max_size=40), min_size=1, max_size=8), st.text(max_size=64))
@settings(max_examples=15, deadline=None)
def test_any_names_can_be_drawn(names: list[str], hand: str) -> None:
    assert preview_picture(replace(PLAIN, players=distinct_names(names), hand=hand), "dealproof")


def test_a_name_in_letters_that_cannot_be_drawn_is_the_number_of_its_seat() -> None:
    assert preview.player((2, "日本")) == "2"
    assert preview.player((1, "ഗോപാലൻ")) == "ഗോപാലൻ"
    assert preview.player((3, "Žofie")) == "Žofie"


def test_a_text_is_drawn_in_the_typeface_of_its_script() -> None:
    assert [run.typeface for run in runs("Asha ക്ഷ ક્ષ ž")] == [
        *["latin", "malayalam", "latin", "gujarati", "latin", "latin-ext"]
    ]
    assert [run.text for run in runs("അവന്\u200d x")] == ["അവന്\u200d", " x"]


@pytest.mark.parametrize(("joined", "parts"), [("ക്ഷ", "ക ് ഷ"), ("ક્ષ", "ક ્ ષ"), ("സ്ത്രീ", "സ ് ത ് ര ീ")])
def test_letters_are_shaped_and_not_set_side_by_side(joined: str, parts: str) -> None:
    face = Face(40)
    assert width(joined, face) < sum(width(each, face) for each in parts.split()) * 0.9


def test_without_shaping_no_letter_that_needs_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typefaces, "shapes", lambda: False)
    for cached in (typefaces.font, typefaces.typeface_of, typefaces.run_width):
        cached.cache_clear()
    try:
        assert drawable("Asha")
        assert not drawable("ഗോപാലൻ")
        assert preview_picture(PLAIN, "dealproof")
    finally:
        for cached in (typefaces.font, typefaces.typeface_of, typefaces.run_width):
            cached.cache_clear()


@given(st.text(max_size=600), st.integers(1, 60), st.integers(1, 5))
def test_lines_are_no_wider_and_no_more_than_they_may_be(text: str, most: int, lines: int) -> None:
    found = fit(text, len, most, lines)
    assert 1 <= len(found) <= lines
    assert all(len(each) <= most for each in found)
    if "…" not in "".join(found):
        assert " ".join(found).split() == text.split()


def test_a_word_is_not_cut_within_a_letter() -> None:
    """A sign of a vowel, or a conjunct, is a part of its letter."""
    for most in range(2, 12):
        (line,) = fit("സ്ത്രീകൾക്ഷേമം", len, most, 1)
        kept = line.removesuffix("…")
        assert "സ്ത്രീകൾക്ഷേമം".startswith(kept)
        assert not kept.endswith("്")
