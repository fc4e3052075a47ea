"""A verdict and a hand put into sentences, for the terminal and the page alike.

`judgement` tells the verdict, `legal` what might have been done instead, `hand` how the hand went. They give plain
values; how those are laid out is up to who asks.
"""
