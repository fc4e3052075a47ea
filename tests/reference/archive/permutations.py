"""Numbers of a permutation from their definitions, and their distribution over all n! of them. Imports nothing that it
judges."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations

Order = Sequence[int]


def distribution(number: Callable[[Order], int], n: int) -> tuple[int, ...]:
    """How many permutations of n cards have the number 0, 1, …, n."""
    found = Counter(number(order) for order in permutations(range(n)))
    return tuple(found[value] for value in range(n + 1))


def fixed_points(order: Order) -> int:
    return sum(1 for place in range(len(order)) if order[place] == place)


def successors(order: Order) -> int:
    return sum(1 for above, below in pairs(order) if below == above + 1)


def ascending_runs(order: Order) -> int:
    """The deck cut into the fewest stretches that ascend."""
    runs: list[list[int]] = []
    for card in order:
        if runs and runs[-1][-1] < card:
            runs[-1].append(card)
        else:
            runs.append([card])
    return len(runs)


def rising_sequences(order: Order) -> int:
    """How often one goes through the deck from the top to pick all cards up in ascending order."""
    wanted, rounds = 0, 0
    while wanted < len(order):
        rounds += 1
        for card in order:
            wanted += card == wanted
    return rounds


def cycles(order: Order) -> int:
    """The number of sets of places that are closed under place → card."""
    return len({frozenset(orbit(order, place)) for place in range(len(order))})


def orbit(order: Order, place: int) -> Iterator[int]:
    at = place
    while True:
        yield at
        at = order[at]
        if at == place:
            return


def pairs(order: Order) -> list[tuple[int, int]]:
    """Each card with the one below it."""
    return [(order[place], order[place + 1]) for place in range(len(order) - 1)]


Matrix = dict[tuple[int, int], Fraction]


def positions(order: Order) -> Matrix:
    """1 where a card is at a place, less its mean 1/n."""
    n = len(order)
    return {(i, c): (order[i] == c) - Fraction(1, n) for i in range(n) for c in range(n)}


def adjacency(order: Order) -> Matrix:
    """1 where a card is below another, less its mean 1/n."""
    n, found = len(order), {*pairs(order)}
    return {(a, b): ((a, b) in found) - Fraction(1, n) for a in range(n) for b in range(n) if a != b}


def quadratic_mean(form: Matrix, table: Callable[[Order], Matrix], n: int) -> Fraction:
    """The mean over all permutations of the square of Σ form · table."""
    total, number = Fraction(0), 0
    for order in permutations(range(n)):
        cells = table(order)
        total += sum((weight * cells[cell] for cell, weight in form.items()), Fraction(0)) ** 2
        number += 1
    return total / number
