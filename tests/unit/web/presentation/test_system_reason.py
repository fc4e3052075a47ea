"""What the operating system says, in the language that is spoken."""

import errno
import os
from ssl import SSLError

import pytest

from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import ENGLISH, languages, sentences, speaking
from tests.unit.web.conftest import Run

OTHERS = [each for each in languages() if each != ENGLISH]


def test_every_english_reason_is_that_of_the_system() -> None:
    """strerror(3) in the C locale."""
    said = sentences(ENGLISH).sections["system"]
    assert {code: os.strerror(getattr(errno, code)) for code in said} == said


@pytest.mark.parametrize("language", OTHERS)
def test_a_file_that_is_not_there_is_said_in_the_language_of_the_command(run: Run, language: str) -> None:
    reason = sentences(language).say("system", "ENOENT")
    for command in (["check", "nowhere"], ["match", "nowhere"], ["import", "nowhere"]):
        result = run("--lang", language, *command)
        assert result.exit_code in {2, 5}, command
        assert reason in result.stderr, command
        assert "No such file" not in result.output, command


def test_a_reason_without_a_sentence_stays_as_it_is() -> None:
    assert system_reason(OSError(errno.EXDEV, "Cross-device link")) == "Cross-device link"
    with speaking("ml"):
        assert system_reason(SSLError(1, "certificate verify failed")) == "certificate verify failed"
    assert system_reason(OSError("no number")) == "no number"
