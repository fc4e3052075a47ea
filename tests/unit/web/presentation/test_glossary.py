"""Translations use the words of the glossary, so that one thing is called the same everywhere, and the letters of their
own script.
"""

import json
import re
import unicodedata
from functools import cache
from itertools import pairwise

import pytest

from tests.support.catalogues import forms, source
from tests.support.paths import CATALOGUES

TERMS = {each["en"]: each for each in json.loads((CATALOGUES / "glossary.json").read_text(encoding="utf-8"))["terms"]}

COMMON = {"box", "house", "made (contract)", "play (a card)", "run", "set", "three", "trick"}
"""Terms whose English word is also another word of everyday English, so that a translation need not have them."""

MOST_OFTEN = 0.6
"""The least share of the messages with a term that have the glossary's word, or a form of it."""


OTHER_SCRIPTS = {"ml": r"[\u0900-\u0cff\u0d80-\u0fff]", "gu": r"[\u0900-\u0a7f\u0b00-\u0fff]"}
"""Letters of Indic scripts that are not those of the language."""

OWN_SCRIPT = {"ml": r"[\u0d00-\u0d7f]", "gu": r"[\u0a80-\u0aff]"}

WITHOUT_WORDS = {"page.home", "facts.worth", "operator.assigned"}
"""Messages that a translation may say without a word of its own: a name, or values and signs alone."""

NOT_WORDS = re.compile(r"\{[^}]*\}|`[^`]*`")


@cache
def messages(language: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """The context, English sentence and translation, in all its forms, of every message."""
    return tuple((str(each.context), forms(each.id)[0], forms(each.string)) for each in source(language) if each.id)


@pytest.mark.parametrize("language", ["gu", "ml"])
def test_a_translation_has_letters_of_its_own_script_and_of_no_third(language: str) -> None:
    other, own = re.compile(OTHER_SCRIPTS[language]), re.compile(OWN_SCRIPT[language])
    assert [context for context, _, said in messages(language) if any(map(other.search, said))] == []
    with_words = {
        context: said
        for context, english, said in messages(language)
        if re.search("[a-z]{3}", NOT_WORDS.sub("", english))
    }
    without = {context for context, said in with_words.items() if not all(map(own.search, said))}
    assert without <= WITHOUT_WORDS


def stray(text: str) -> str:
    """What is around the first vowel sign or virama that has no letter before it, or ""."""
    for before, sign in pairwise(f" {text}"):
        if unicodedata.category(sign) in {"Mn", "Mc"} and unicodedata.category(before) not in {"Lo", "Mn", "Mc", "Cf"}:
            return before + sign
    return ""


@pytest.mark.parametrize("language", ["gu", "ml"])
def test_no_sign_of_a_translation_is_without_its_letter(language: str) -> None:
    """After a value or a hyphen a browser draws the sign on a dotted circle, or as a box (Unicode 15, 2.11)."""
    assert stray("{place}-\u0d3e\u0d2e\u0d24\u0d4d") == "-\u0d3e"
    assert [context for context, _, said in messages(language) if any(map(stray, said))] == []


def stem(term: str) -> str:
    """The beginning that the forms of a word have in common."""
    word = re.split(r"[ (]", term)[0]
    return word[: max(2, len(word) * 2 // 3)]


def share(english: str, language: str) -> tuple[int, int]:
    """In how many of the messages with a term the translation has it, and how many there are."""
    word = re.compile(rf"\b{re.escape(english.lower())}s?\b")
    found = [said for _, sentence, said in messages(language) if word.search(sentence.lower())]
    used = sum(any(stem(TERMS[english][language]) in form for form in said) for said in found)
    return used, len(found)


@pytest.mark.parametrize("language", ["gu", "ml"])
def test_the_words_of_the_glossary_are_used(language: str) -> None:
    single = [term for term in TERMS if term not in COMMON and "(" not in term]
    assert len(single) > 80
    found = {term: share(term, language) for term in single}
    assert {
        term: counts for term, counts in found.items() if counts[0] < MOST_OFTEN * counts[1] and counts[1] > 2
    } == {}


@pytest.mark.parametrize("language", ["gu", "ml"])
def test_every_term_has_a_word_in_every_language(language: str) -> None:
    assert [term for term, each in TERMS.items() if not each[language]] == []
