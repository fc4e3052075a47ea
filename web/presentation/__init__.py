"""A verdict and a hand put into sentences, for the terminal and the page alike.

`judgement` describes the verdict, `legal` the legal alternatives, `hand` the course of the hand. They return plain
values; the caller decides on the layout.
"""
