"""Numbers as people write them.

>>> number(-3), by_side([-2, 14])
('−3', '−2:14')
>>> plain_digits("hands.jsonl:൧൭"), plain_digits("૧૦h")
('hands.jsonl:17', '10h')
"""

from __future__ import annotations

import unicodedata

from dealproof.web.presentation.translations import Sentences


def number(value: object) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "−")


def plain_digits(text: str) -> str:
    """The text with the digits of every script, Malayalam or Gujarati ones for example, as 0 to 9."""
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)


def by_side(value: object) -> str:
    """What is counted for each side, the first side first."""
    return ":".join(map(number, value)) if isinstance(value, list) else number(value)


def signed(points: int | str, sentences: Sentences) -> str:
    """Points with their sign, or the word for what is no number."""
    return f"{points:+d}".replace("-", "−") if isinstance(points, int) else sentences.say("facts", points)
