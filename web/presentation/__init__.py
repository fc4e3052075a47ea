"""A verdict and a hand put into sentences, for the terminal and the page alike.

`verdict` describes the verdict, `legal_moves` the legal alternatives, `hand` the course of the hand, `result` and
`differences` its result, `rules` a rule set. `games` has what differs from game to game. All return plain values; the
caller prints them.
"""
