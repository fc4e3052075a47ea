"""Why a record cannot be read, and that judging failed, in the language of the page.

The verdict has both as English sentences with values in them. In other languages the catalogue has a sentence for each
code (section `malformed`), and the pointer beside it says where.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealproof.web.presentation.translations import ENGLISH, Sentences, sentences


def reason_in_words(malformed: Mapping[str, Any], language: Sentences) -> str:
    """The reason of a malformed record: what is wrong and what would be right. A code without a sentence has the
    English reason."""
    reason, code = str(malformed["reason"]), str(malformed["code"])
    if language.language == ENGLISH:
        return reason
    if (lookalike := lookalike_of(reason)) is not None:
        return language.say("lookalikes", lookalike)
    return language.say("malformed", code) if language.has("malformed", code) else reason


def lookalike_of(reason: str) -> str | None:
    """What a reason says was brought in place of a record (`web.presentation.wording`), or None."""
    english = sentences(ENGLISH).sections["lookalikes"]
    return next((code for code, sentence in english.items() if sentence == reason), None)


def error_in_words(error: str, language: Sentences) -> str:
    """That judging failed. English also names the exception and its place, for whoever repairs it."""
    return error if language.language == ENGLISH else language.say("unjudged", "failed")
