"""Why a record cannot be read is said in every language; the verdict as JSON keeps its English reason."""

import ast

from dealproof.web.presentation.malformed import error_in_words, reason_in_words
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.support.paths import ROOT

GUJARATI = sentences("gu")


def codes() -> set[str]:
    """The codes that readers of records raise `Malformed` with, as far as they are written out."""
    found = set()
    for path in [*ROOT.glob("replay/record/*.py"), ROOT / "verifier/encoding/json_reading.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and "alformed" in node.func.id:
                code = node.args[1 if node.func.id == "Malformed" else 0]
                found |= {code.value} if isinstance(code, ast.Constant) and isinstance(code.value, str) else set()
    return found


def test_every_code_of_a_malformed_record_has_a_sentence() -> None:
    assert len(codes()) > 20
    assert codes() <= set(sentences(ENGLISH).sections["malformed"])


def test_english_says_the_reason_of_the_verdict_with_its_values() -> None:
    reason = "This is 3; it must be 1 or greater."
    malformed = {"pointer": "/number", "code": "out-of-range", "reason": reason}
    assert reason_in_words(malformed, sentences(ENGLISH)) == reason
    assert reason_in_words(malformed, GUJARATI) == GUJARATI.say("malformed", "out-of-range") != reason


def test_what_was_brought_in_place_of_a_record_is_said_in_the_language() -> None:
    reason = sentences(ENGLISH).say("lookalikes", "pdf")
    malformed = {"pointer": "", "code": "bad-json", "reason": reason}
    assert reason_in_words(malformed, GUJARATI) == GUJARATI.say("lookalikes", "pdf") != reason


def test_a_code_of_tomorrow_has_its_english_reason() -> None:
    assert reason_in_words({"pointer": "", "code": "tomorrow", "reason": "Not yet."}, GUJARATI) == "Not yet."


def test_a_failure_is_said_in_the_language_without_the_exception() -> None:
    assert error_in_words("ValueError at x", sentences(ENGLISH)) == "ValueError at x"
    assert error_in_words("ValueError at x", GUJARATI) == GUJARATI.say("unjudged", "failed")
