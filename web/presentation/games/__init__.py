"""The games in words: a module or a folder a family, each with one `GamePresentation`."""

from __future__ import annotations

from typing import Final

from dealproof.web.presentation.game import GamePresentation
from dealproof.web.presentation.games.gulan import GULAN
from dealproof.web.presentation.games.kazhutha import KAZHUTHA
from dealproof.web.presentation.games.rummy import RUMMY
from dealproof.web.presentation.games.seating import SEATING

PRESENTATIONS: Final[dict[str, GamePresentation]] = {game.family: game for game in (GULAN, SEATING, KAZHUTHA, RUMMY)}
"""How each family is put into words, by its name."""


def presentation_of(family: str) -> GamePresentation:
    """How a family is put into words; one that has no module here is shown as any game is."""
    return PRESENTATIONS.get(family) or GamePresentation(family)
