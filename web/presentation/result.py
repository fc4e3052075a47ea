"""The result of a hand as facts to read at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from dealproof.web.presentation.game import Fact, Result
from dealproof.web.presentation.games import presentation_of
from dealproof.web.presentation.translations import Sentences


def result_facts(family: str, result: Result | None, seats: Sequence[str], sentences: Sentences) -> list[Fact]:
    """The facts of a computed result of a family; none where the hand did not come to its end."""
    return [] if result is None else presentation_of(family).result_facts(result, seats, sentences)
