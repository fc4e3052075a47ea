"""How good the first deal of a hand is for a seat: its score, and the chance of an honest hand to be worse."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from dealproof.replay.core.engine import Game
from dealproof.replay.core.random_source import WORD, RandomSource
from dealproof.replay.games import FAMILIES
from dealproof.replay.simulation.records import Opening
from dealproof.verifier.shuffle import Draws


def can_be_favoured(game: Game) -> bool:
    """Whether some cards of the game are better than others."""
    return FAMILIES[game.family].advantage is not None


def worth(game: Game, card: str) -> int:
    """What a card is worth by the first measure of the game, on which an audit bets."""
    advantage = FAMILIES[game.family].advantage
    assert advantage is not None, "only games with better cards have a fraud that favours a seat"
    return next(iter(advantage.measures.values()))(game, card)


def cards(game: Game, opening: Opening, seat: int) -> tuple[str, ...]:
    """The cards that a seat is dealt at first, all stages together, before any cut."""
    seats, dealer = len(opening.header["seats"]), opening.header["dealer"]
    draws = Draws(opening.server_seed, opening.salt)
    deck = game.deck(seats)
    order = draws(game.draw_of(0)).order(len(deck))
    stages = game.stages(seats, dealer, [deck[place] for place in order], draws)
    return tuple(card for stage in stages for card in stage[seat])


def score(game: Game, opening: Opening, seat: int) -> int:
    """What the cards of a seat are worth."""
    return sum(worth(game, card) for card in cards(game, opening, seat))


def is_worst(game: Game, opening: Opening, seat: int, share: Fraction, random: RandomSource) -> bool:
    """Whether a seat's cards are of the worst `share` of hands. Of the hands with the score in which the share ends,
    some are, by chance, so that exactly that share of honest hands is."""
    seats, held = len(opening.header["seats"]), cards(game, opening, seat)
    found = sum(worth(game, card) for card in held)
    ways = scores(tuple(worth(game, card) for card in game.deck(seats)), len(held))
    total, below = sum(ways), sum(ways[:found])
    return (below + Fraction(random.uniform(WORD), WORD) * ways[found]) / total < share


@lru_cache
def scores(worths: tuple[int, ...], size: int) -> Sequence[int]:
    """How many hands of `size` cards have the score 0, 1, 2, …, if the cards of the deck are worth `worths`.

    >>> scores((1, 1, 0, 0), 2)
    [1, 4, 1]
    """
    most = sum(worths)
    ways = [[0] * (most + 1) for _ in range(size + 1)]
    ways[0][0] = 1
    for each in worths:
        for held in range(size, 0, -1):
            fewer = ways[held - 1]
            ways[held] = [more + (fewer[at - each] if at >= each else 0) for at, more in enumerate(ways[held])]
    found = ways[size]
    return found[: 1 + max(at for at, number in enumerate(found) if number)]
