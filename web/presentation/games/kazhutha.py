"""Kazhutha in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dealproof.replay.games.kazhutha.game import Kazhutha
from dealproof.web.presentation.games.gulan import PriceTold
from dealproof.web.presentation.translations import Sentences

DEAL: Final = "deal-play"


def cards(game: Kazhutha, sentences: Sentences) -> Iterator[str]:
    """The pack."""
    yield sentences.say("rules-page", "pack-kazhutha")


def deal(game: Kazhutha, sentences: Sentences) -> Iterator[str]:
    """The deal, and how a round goes."""
    return (sentences.say("rules-page", f"kazhutha-{part}") for part in ("deal", "round", "end"))


def prices(game: Kazhutha, sentences: Sentences) -> Iterator[PriceTold]:
    """Nothing is bid."""
    return iter(())
