"""Thirteen-card rummy in words."""

from __future__ import annotations

from typing import Final

from dealproof.web.presentation.game import GamePresentation, RulesText
from dealproof.web.presentation.games.rummy.board import table
from dealproof.web.presentation.games.rummy.hand import layout
from dealproof.web.presentation.games.rummy.result import VALUES, winnings, with_whole_groups
from dealproof.web.presentation.games.rummy.rules import cards, deal, ranks

RUMMY: Final = GamePresentation(
    "rummy",
    rules=RulesText(cards, ranks, deal, described=frozenset({"seats", "tables"})),
    facts=winnings,
    values=VALUES,
    gather=with_whole_groups,
    layout=layout,
    table=table,
)
