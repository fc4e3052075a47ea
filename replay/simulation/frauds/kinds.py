"""Every kind of fraud by its name, and archives of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Final

from dealproof.replay.core.engine import Game
from dealproof.replay.simulation.frauds import chosen_seeds, deck_order, discarded_hands, honest, wrong_shuffles
from dealproof.replay.simulation.frauds.operator import Fraud, Operator
from dealproof.replay.simulation.frauds.score import can_be_favoured
from dealproof.replay.simulation.play import policy
from dealproof.replay.simulation.records import Json

FRAUDS: Final[Mapping[str, Fraud]] = {
    "none": honest.honest,
    **{name: partial(wrong_shuffles.wrong, shuffle) for name, shuffle in wrong_shuffles.SHUFFLES.items()},
    "deck-order": deck_order.carried,
    "best-of-two": chosen_seeds.best_of_two,
    "marked-account": chosen_seeds.marked_account,
    "dropper": discarded_hands.dropper,
    "dropper-with-gaps": discarded_hands.dropper_with_gaps,
    "void-worst": discarded_hands.void_worst,
    "refuser": discarded_hands.refuser,
}
"""Every fraud by its kind."""

UNFAVOURED: Final = frozenset({"none", "deck-order", *wrong_shuffles.SHUFFLES})
"""Kinds that favour no seat, which games without better cards can have too."""


def suits(game: Game, kind: str) -> bool:
    """Whether a game can have this fraud."""
    return kind in UNFAVOURED or can_be_favoured(game)


def archive(game: Game, kind: str, seed: str, count: int, moves: int | None = None) -> Iterator[Json]:
    """Yields `count` records of an archive with a fraud, the same for the same seed, in the order in which they were
    played. Each hand ends after `moves` events, if given: 0 is the fastest. Raises LookupError if the family has no
    policy or the fraud does not suit the game."""
    if not suits(game, kind):
        raise LookupError(f"No cards of {game.id} are better than others, so there is no fraud {kind}.")
    return islice(FRAUDS[kind](Operator(game, policy(game), seed, moves)), count)
