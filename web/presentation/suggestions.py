"""Suggestions for an unknown word, from the known ones.

>>> did_you_mean("hiden", ["hidden", "tampered"])
' Did you mean hidden?'
>>> did_you_mean("xyz", ["hidden", "tampered"])
''
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from dealproof.web.presentation.translations import spoken

MOST: Final = 3
"""Words suggested at once."""
NEARLY: Final = 0.1
"""How much less like the word than the closest one another may be."""


def close_matches(word: str, known: Iterable[str]) -> list[str]:
    """The known words that come close to one, the closest first; small and capital letters are the same."""
    from difflib import SequenceMatcher, get_close_matches

    by_small = {each.lower(): each for each in known}
    found = get_close_matches(word.lower(), by_small, MOST)
    likeness = [SequenceMatcher(None, word.lower(), each).ratio() for each in found]
    return [by_small[each] for each, like in zip(found, likeness, strict=True) if like >= likeness[0] - NEARLY]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Returns the question “Did you mean …?” with a space before it, or "" if no known word comes close."""
    found = close_matches(word, known)
    return f" {spoken().say('suggestions', 'did-you-mean', words=alternatives(found))}" if found else ""


def alternatives(words: Sequence[str]) -> str:
    """Words any one of which will do, “a or b or c” in the language that is spoken."""
    *others, last = words
    return spoken().say("suggestions", "or", words=alternatives(others), last=last) if others else last
