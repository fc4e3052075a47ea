"""What ends a hand (gulan/RULES.md, "End and score")."""

from __future__ import annotations

from dealproof.replay.core.events import THANI
from dealproof.replay.games.gulan.state import State


def close(state: State, winner: int) -> None:
    """Says after a trick, won by `winner`, how the hand ended, if it did, or that it may stop here."""
    own = state.declarer % 2
    promise = state.promise.made
    if state.bid == THANI and winner != state.declarer:
        state.ended = "thani-lost"
    elif promise and (winner % 2 == own) == (promise == "marujodi"):
        state.ended = f"{promise}-lost"
    elif sum(state.tricks) == state.table.hand_size:
        state.ended = promise or "played"
    elif not state.settled and state.bid != THANI and not promise and is_settled(state):
        state.settled = True
        _settle(state)


def is_settled(state: State) -> bool:
    """The declarer's team has its bid, or the other team has more than it may leave."""
    own = state.declarer % 2
    left = state.table.rules.total - state.bid
    return state.card_points[own] >= state.bid or state.card_points[1 - own] > left


def _settle(state: State) -> None:
    """A settled hand may stop here (R: G, K), or in Cheettukali must from honors up and may not below (T)."""
    rules = state.table.rules
    if rules.decided == "may-stop":
        state.may_stop = True
    elif state.bid >= rules.honors:
        state.ended = "decided"
