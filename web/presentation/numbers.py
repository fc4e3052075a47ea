"""Numbers as people write them.

>>> number(-3), by_side([-2, 14])
('−3', '−2:14')
"""

from __future__ import annotations

from dealproof.web.presentation.translations import Sentences


def number(value: object) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "−")


def by_side(value: object) -> str:
    """What is counted for each side, the first side first."""
    return ":".join(map(number, value)) if isinstance(value, list) else number(value)


def signed(points: int | str, sentences: Sentences) -> str:
    """Points with their sign, or the word for what is no number."""
    return f"{points:+d}".replace("-", "−") if isinstance(points, int) else sentences.say("facts", points)
