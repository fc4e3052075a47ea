"""The situations of a hand: in each of them the rule book has a page of its own (`replay.gulan.book`)."""

from typing import Final

CALLING: Final = 0
"""An auction is going on."""
CHOOSING: Final = 1
"""The auction is over; the declarer owes the trump card."""
PLAYING: Final = 2
"""Tricks are played."""
GUARDED: Final = 3
"""Tricks are played, and the seat to play is a declarer whose trump card is still concealed."""
ASKED: Final = 4
"""A seat has had the trump turned up and owes its card."""
REVEALED: Final = 5
"""The declarer has turned the trump up and owes its card."""
QUESTIONED: Final = 6
"""A seat has been asked for jodi or marujodi and owes the answer."""
REDEAL_OWED: Final = 7
"""A reason that must bring a redeal holds."""
OVER: Final = 8
"""The hand is over."""
