"""The board of a hand: what lies where after every event, for a table that is drawn."""
