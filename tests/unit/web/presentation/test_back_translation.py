"""A reader who had not seen the English sentences translated 50 messages of each language back (issue 14, point 2).

`tests/generate/back_translation.py` picks them; fixtures/translation keeps what was read.
"""

import pytest

from dealproof.web.presentation.translations import ENGLISH, languages, sentences
from tests.generate.back_translation import COUNT, entries, is_there, kept, picked, plural, translated

OTHERS = [each for each in languages() if each != ENGLISH]


VERDICTS = ("differs: ", "known: ")
"""How a verdict begins that is not `same`."""


@pytest.mark.parametrize("language", OTHERS)
def test_fifty_messages_were_translated_back_and_judged(language: str) -> None:
    read = kept(language)
    assert len(read) == COUNT
    assert [where for where in read if not is_there(where)] == []
    assert [where for where, each in read.items() if not each["back"].strip()] == []
    verdicts = {where: each["verdict"] for where, each in read.items()}
    assert [where for where, said in verdicts.items() if said != "same" and not said.startswith(VERDICTS)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_only_messages_with_plural_forms_were_read_by_somebody_who_knew_them(language: str) -> None:
    """The reader's list had these in English, so that they had to be read a second time."""
    known = [where for where, each in kept(language).items() if each["verdict"].startswith("known: ")]
    assert len(known) <= 2
    assert [where for where in known if not plural(where)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_was_read_is_the_translation_of_the_catalogue(language: str) -> None:
    changed = [where for where, each in kept(language).items() if each["translated"] != translated(language, where)]
    assert changed == [], "Run tests.generate.back_translation and read these again."


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_with_plural_forms_is_read_in_each_of_them(language: str) -> None:
    said = sentences(language)
    assert translated(language, "selftest.kept").split(" / ") == [
        said.count("selftest", "kept", number, count="{count}") for number in (1, 2)
    ]
    assert translated(language, "selftest.kept") != translated(ENGLISH, "selftest.kept")


@pytest.mark.parametrize("language", OTHERS)
def test_a_changed_translation_alone_is_to_be_read_again(language: str) -> None:
    first, *others = picked(language)
    read = {
        where: {"context": where, "translated": translated(language, where), "back": "read", "verdict": "same"}
        for where in others
    }
    read[first] = {"context": first, "translated": "an older one", "back": "read", "verdict": "same"}
    made = {each["context"]: each for each in entries(language, read)}
    assert set(made) == {first, *others}
    assert made[first] == {**read[first], "translated": translated(language, first), "back": "", "verdict": ""}
    assert [made[where] for where in others] == [read[where] for where in others]


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_that_is_no_longer_there_is_replaced_by_another(language: str) -> None:
    gone = {"context": "rules.bygone", "translated": "x", "back": "read", "verdict": "same"}
    made = entries(language, {"rules.bygone": gone})
    assert len(made) == COUNT
    assert "rules.bygone" not in {each["context"] for each in made}
