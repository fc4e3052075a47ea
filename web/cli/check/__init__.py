"""The command `dealproof check`."""
