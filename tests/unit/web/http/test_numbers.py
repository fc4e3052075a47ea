"""Counts on pages are grouped as each language groups them (issue 14, point 2)."""

import pytest

from dealproof.web.http.numbers import grouped
from dealproof.web.presentation.translations import languages, speaking
from tests.support.paths import ROOT


@pytest.mark.parametrize(("language", "said"), [("en", "12,345,678"), ("ml", "1,23,45,678"), ("gu", "1,23,45,678")])
def test_a_count_is_grouped_as_in_its_language(language: str, said: str) -> None:
    with speaking(language):
        assert grouped(12345678) == said


@pytest.mark.parametrize("language", languages())
def test_a_count_has_the_digits_that_it_is_searched_by(language: str) -> None:
    with speaking(language):
        assert [grouped(count) for count in (0, 7, 999, 1000)] == ["0", "7", "999", "1,000"]


def test_no_page_groups_digits_by_itself() -> None:
    pages = (path.read_text(encoding="utf-8") for path in (ROOT / "web" / "http").rglob("*.py"))
    assert [text for text in pages if ":,}" in text] == []
