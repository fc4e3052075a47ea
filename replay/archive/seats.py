"""What each seat is dealt at first, counted by measure: card points, jacks, jokers, suits with a pure run.

A seat's cards are a uniform choice of as many cards from the deck, before any cut, so that the number they are worth
has an exact distribution (`statistics.dealt`, `statistics.pure_runs`). It depends on what the cards of the deck are
worth, which a chunk notes once for each rule set and size of deck (`Worths`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from dealproof.replay import rulesets
from dealproof.replay.archive.counts import Counts
from dealproof.replay.archive.decks import deck_of
from dealproof.replay.archive.statistics import dealt, pure_runs
from dealproof.replay.archive.statistics.dealt import Scores
from dealproof.replay.core.cards import JOKER, KINDS, TEXTS
from dealproof.replay.core.engine import Game
from dealproof.replay.core.family import Advantage
from dealproof.replay.games import FAMILIES

PURE_RUNS: Final = "pure-runs"
"""The measure that is no sum of what single cards are worth."""

BETS: Final = "bets"
"""Instead of a measure: the one that bets are on, the first of the game."""

TEAMS: Final = "teams"
"""Instead of a measure: one number, that of the teams."""

DIGEST: Final = 8
"""Hex digits of the digest in the name of a house's own rule set."""

PACK: Final = 52
RANKS: Final = 13

Worths = dict[str, list[int]]
"""What each card of a deck is worth, by `worths_name`, `BETS` and `TEAMS` among the measures."""


class SeatTable(NamedTuple):
    """Whose cards a table counts, and how many they are: seat `seat` of `seats` with `size` cards."""

    measure: str
    seat: int
    seats: int
    size: int

    def name(self) -> str:
        """The name of the statistic in the name of a table."""
        return " ".join(("dealt", *map(str, self)))


def parse_name(text: str) -> SeatTable:
    """The table of a name that `SeatTable.name` made.

    >>> parse_name("dealt jacks 0 4 8")
    SeatTable(measure='jacks', seat=0, seats=4, size=8)
    """
    _, measure, seat, seats, size = text.split(" ")
    return SeatTable(measure, int(seat), int(seats), int(size))


@lru_cache
def rules_name(game: Game) -> str:
    """The ID of a rule set; of one that is not built in also the beginning of its digest, as two houses may have
    rule sets of one ID."""
    return game.id if rulesets.builtin(game.id) else f"{game.id}~{game.digest[:DIGEST]}"


def worths_name(rules: str, cards: int, measure: str) -> str:
    """The name of what the cards of a deck are worth.

    >>> worths_name("28-standard", 32, "jacks")
    '28-standard 32 jacks'
    """
    return f"{rules} {cards} {measure}"


@lru_cache
def measured(game: Game, seats: int) -> tuple[tuple[str, dict[str, int], tuple[int, ...]], ...]:
    """For each measure of a game its name, what each card text is worth, and the same for each card of the deck."""
    advantage: Advantage | None = FAMILIES[game.family].advantage
    deck = game.deck(seats)
    found = []
    for name, measure in advantage.measures.items() if advantage else ():
        worth = {card: measure(game, card) for card in {*deck}}
        found.append((name, worth, tuple(worth[card] for card in deck)))
    return tuple(found)


def count_seats(game: Game, hands: Sequence[Sequence[str]], prefix: str, counts: Counts, worths: Worths) -> None:
    """Adds the cards of the seats to the tables of each measure. `prefix` is `RULES LABEL CARDS` and a space."""
    advantage = FAMILIES[game.family].advantage
    if advantage is None:
        return
    if worths_name(rules_name(game), len(deck_of(game, len(hands))), TEAMS) not in worths:
        note(game, len(hands), advantage.teams, worths)
    for name, seat, worth, cells in seat_tables(game, tuple(map(len, hands))):
        counts.table(prefix + name, len(cells))[cells[sum(map(worth.__getitem__, hands[seat]))]] += 1
    if advantage.pure_runs:
        count_runs(game, hands, prefix, counts, worths)


def note(game: Game, seats: int, teams: int, worths: Worths) -> None:
    """Notes what the cards of a deck are worth by each measure, the first of which bets are on."""
    rules, size = rules_name(game), len(deck_of(game, seats))
    worths[worths_name(rules, size, TEAMS)] = [teams]
    for name, _, deck in measured(game, seats):
        worths[worths_name(rules, size, name)] = [*deck]
        worths.setdefault(worths_name(rules, size, BETS), [*deck])


@lru_cache
def seat_tables(game: Game, sizes: tuple[int, ...]) -> tuple[tuple[str, int, dict[str, int], dict[int, int]], ...]:
    """For each measure and seat, which was dealt `sizes[seat]` cards, the name of the statistic, the seat, what each
    card text is worth, and the cell of each score."""
    return tuple(
        (
            SeatTable(name, seat, len(sizes), size).name(),
            seat,
            worth,
            {score: cell for cell, score in enumerate(exact(deck, size).values)},
        )
        for name, worth, deck in measured(game, len(sizes))
        for seat, size in enumerate(sizes)
    )


def count_runs(game: Game, hands: Sequence[Sequence[str]], prefix: str, counts: Counts, worths: Worths) -> None:
    """Adds the number of suits with a pure run of each seat."""
    deck = tuple(int(card == TEXTS[JOKER]) for card in game.deck(len(hands)))
    worths.setdefault(worths_name(rules_name(game), len(deck), PURE_RUNS), [*deck])
    for seat, cards in enumerate(hands):
        scores = exact_runs(deck, len(cards))
        table = counts.table(prefix + SeatTable(PURE_RUNS, seat, len(hands), len(cards)).name(), len(scores.values))
        table[scores.index(pure_runs.suits_with_a_run(map(in_a_pack, cards), 1))] += 1


def exact(deck: tuple[int, ...], size: int) -> Scores:
    """The distribution of what `size` cards of a deck are worth."""
    return dealt.scores(deck, size)


def exact_runs(jokers: tuple[int, ...], size: int) -> Scores:
    """The distribution of the number of suits with a pure run; `jokers` has 1 for each joker of the deck, else 0."""
    number = sum(jokers)
    return pure_runs.scores((len(jokers) - number) // PACK, number, size)


def in_a_pack(card: str) -> int:
    """The place of a card in a pack whose suits go from the ace to the king; a joker is behind them all.

    >>> in_a_pack("As"), in_a_pack("2s"), in_a_pack("Kh"), in_a_pack("Jk")
    (0, 1, 25, 52)
    """
    kind = KINDS[card]
    if kind == JOKER:
        return kind
    suit, rank = divmod(kind, RANKS)
    return suit * RANKS + (rank + 1) % RANKS
