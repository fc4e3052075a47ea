"""Rules and the replayer: from a record of a hand to a verdict on it."""
