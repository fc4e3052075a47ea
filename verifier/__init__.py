"""Seeds, shuffle, log hash and signatures of protocol dealproof/1."""
