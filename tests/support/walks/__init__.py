"""Where the hands of fixtures/rules/ come from: for each family its slow reference, walked at whim, and wrong events.

A module a family: `start(base, options, seats, dealer, order, uniform)` is the game in the reference, `choose(game,
legal, whim, number)` the legal event that comes next in walk `number`; `tries(game)` are events worth trying, and
`legal(game)` those that may be the twin of a wrong one.
"""
