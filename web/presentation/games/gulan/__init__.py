"""28, 40 and 56 in words."""

from __future__ import annotations

from typing import Final

from dealproof.web.presentation.game import GamePresentation, RulesText
from dealproof.web.presentation.games.gulan.board import table
from dealproof.web.presentation.games.gulan.hand import layout
from dealproof.web.presentation.games.gulan.result import VALUES, contract
from dealproof.web.presentation.games.gulan.rules import DESCRIBED, cards, deal, prices, ranks

GULAN: Final = GamePresentation(
    "gulan",
    rules=RulesText(cards, ranks, deal, prices, heading="deal", described=DESCRIBED),
    facts=contract,
    values=VALUES,
    layout=layout,
    table=table,
    partners=True,
)
