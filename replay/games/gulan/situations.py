"""The situations of a hand. The rule book has one page for each (`replay.games.gulan.rulebook`)."""

from typing import Final

CALLING: Final = 0
"""An auction is going on."""
CHOOSING: Final = 1
"""The auction is over; the declarer must choose the trump card."""
PLAYING: Final = 2
"""Tricks are played."""
GUARDED: Final = 3
"""Tricks are played, and the seat to play is a declarer whose trump card is still concealed."""
ASKED: Final = 4
"""A seat has asked for the trump and must play its card."""
REVEALED: Final = 5
"""The declarer has turned the trump up and must play its card."""
QUESTIONED: Final = 6
"""A seat has been asked for jodi or marujodi and must answer."""
REDEAL_OWED: Final = 7
"""A reason for a mandatory redeal holds."""
OVER: Final = 8
"""The hand is over."""
