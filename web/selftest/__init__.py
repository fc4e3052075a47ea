"""A service that is tried out from outside: an operator and its players play a hand of each game against it.

    seats       players with a seed, a key and a random way to play
    table       one hand, from the draft of its header to its receipt
    promises    what must be true of a hand that was played
    refusals    what a service must refuse
    trial       all of it against one service

Only the API of operators and public addresses are used, so that whatever is found can be found by anybody. Seeds, keys
and moves are drawn by the operating system: no two trials are the same.
"""
