"""Counts on pages, with their digits in groups as the language of the request has them: 1,234,567 in English, 12,34,567
in Malayalam and Gujarati. Hashes, IDs, numbers of hands and moves, and times (in UTC) are the same in every language.
"""

from __future__ import annotations

from babel.numbers import format_decimal

from dealproof.web.presentation.translations import spoken


def grouped(count: int) -> str:
    """The count as people write it in the language that is spoken."""
    return format_decimal(count, locale=spoken().language)
