"""What `tests/generate/back_translation.py` keeps of messages that a reader has translated back, and what it asks for
again."""

import pytest

from dealproof.web.presentation.translations import ENGLISH, languages
from tests.generate.back_translation import COUNT, entries, picked, translated

OTHERS = [each for each in languages() if each != ENGLISH]


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
